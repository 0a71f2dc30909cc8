import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  errorStateAtom,
  modalFlagMs,
  noError,
  raiseCallError,
  raiseError,
  resetError,
  shownErrorAtom,
  wayOn,
} from './error-state.ts'
import { CallError } from './http.ts'

describe('the error state', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks for the modal for 3 seconds, and the modal stays after them (SHELL-50)', () => {
    const store = createStore()
    raiseError(store, { code: 'X', shouldDisplayModal: true })
    vi.advanceTimersByTime(2999)
    expect(store.get(errorStateAtom).shouldDisplayModal).toBe(true)
    vi.advanceTimersByTime(1)
    expect(store.get(errorStateAtom).shouldDisplayModal).toBe(false)
    expect(store.get(shownErrorAtom)?.code).toBe('X')
  })

  it('keeps the first modal while its flag stands', () => {
    const store = createStore()
    raiseError(store, { code: 'FIRST', shouldDisplayModal: true })
    raiseError(store, { code: 'SECOND', shouldDisplayModal: true })
    expect(store.get(shownErrorAtom)?.code).toBe('FIRST')
    expect(store.get(errorStateAtom).code).toBe('SECOND')
  })

  it('asks for three seconds of its own, also right after an error that was answered', () => {
    const store = createStore()
    raiseError(store, { code: 'FIRST', shouldDisplayModal: true })
    vi.advanceTimersByTime(1000)
    resetError(store)
    raiseError(store, { code: 'SECOND', shouldDisplayModal: true })
    vi.advanceTimersByTime(modalFlagMs - 1)
    expect(store.get(errorStateAtom)).toMatchObject({ code: 'SECOND', shouldDisplayModal: true })
    vi.advanceTimersByTime(1)
    expect(store.get(errorStateAtom)).toMatchObject({ code: 'SECOND', shouldDisplayModal: false })
  })

  it('lets an ended session go before all others, until it is answered', () => {
    const store = createStore()
    raiseError(store, { code: 'FIRST', shouldDisplayModal: true })
    raiseError(store, { code: '401', shouldDisplayModal: true })
    expect(store.get(shownErrorAtom)?.code).toBe('401')
    vi.advanceTimersByTime(modalFlagMs + 1)
    raiseError(store, { code: 'SECOND', shouldDisplayModal: true })
    expect(store.get(shownErrorAtom)?.code).toBe('401')
    expect(store.get(errorStateAtom)).toMatchObject({ code: 'SECOND', shouldDisplayModal: false })
    resetError(store)
    raiseError(store, { code: 'THIRD', shouldDisplayModal: true })
    expect(store.get(shownErrorAtom)?.code).toBe('THIRD')
  })

  it('leads home, else reloads, else redirects, else nowhere (SHELL-54)', () => {
    const all = { ...noError, goHome: true, reloadPage: true, redirectToRoute: '/products' }
    expect(wayOn(all)).toEqual({ to: '/home' })
    expect(wayOn({ ...all, goHome: false })).toBe('reload')
    expect(wayOn({ ...all, goHome: false, reloadPage: false })).toEqual({ to: '/products' })
    expect(wayOn(noError)).toBeNull()
  })

  it('holds what the specification names (SHELL-49)', () => {
    expect(Object.keys(noError)).toEqual([
      'code',
      'response',
      'shouldDisplayModal',
      'message',
      'redirectToRoute',
      'goHome',
      'reloadPage',
      'hideGenericMessage',
    ])
  })

  it('is empty after a reset', () => {
    const store = createStore()
    raiseError(store, { code: 'X', shouldDisplayModal: true })
    resetError(store)
    expect(store.get(errorStateAtom)).toEqual(noError)
    expect(store.get(shownErrorAtom)).toBeNull()
  })

  it('says nothing of a device without network (SHELL-56)', () => {
    const store = createStore()
    raiseCallError(store, new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }))
    expect(store.get(shownErrorAtom)).toBeNull()
  })

  it.each([
    ['ACCESS_MODULE_MISMATCH', 409, 'reload'],
    ['ACCESS_ACCOUNT_MISMATCH', 409, 'reload'],
    ['ACCESS_LANGUAGE_MISMATCH', 409, 'reload'],
    ['ACCESS_PERMISSION_MISSING', 403, { to: '/home' }],
    ['ACCESS_ACCOUNT_LINK_INACTIVE', 403, { to: '/home' }],
    ['REQUEST_INVALID', 422, null],
  ] as const)('leads on from a page that no longer fits its user: %s', (code, status, way) => {
    const store = createStore()
    raiseCallError(store, new CallError('refused', { code, status }))
    expect(wayOn(store.get(shownErrorAtom)!)).toEqual(way)
  })

  it('shows a refusal by its code and a bug as undefined', () => {
    const store = createStore()
    raiseCallError(store, new CallError('refused', { code: 'REQUEST_NOT_FOUND', status: 404 }))
    expect(store.get(shownErrorAtom)?.code).toBe('REQUEST_NOT_FOUND')
    resetError(store)
    raiseCallError(store, new TypeError('boom'))
    expect(store.get(shownErrorAtom)?.code).toBe('UNDEFINED')
  })
})
