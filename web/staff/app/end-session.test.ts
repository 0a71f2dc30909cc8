import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'jotai'
import { CallError } from '#web/lib/http.ts'
import { shownErrorAtom, signInNeededAtom } from '#web/lib/error-state.ts'
import type { Platform } from '#web/lib/platform.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { trackWrite, pendingWrites } from '#web/lib/pending-writes.ts'
import { dismissedAtom, type Session } from '#web/lib/session.ts'
import { hasSignOutNote } from '../features/access/pending-sign-out.ts'
import { dismissUser, endOverduePin, endSession } from './end-session.ts'
import type { StaffRouter } from './router.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

function open(floor: boolean, user = signedInUser()) {
  const store = createStore()
  let present: StoredUser | null = user
  const forget = vi.fn(() => void (present = null))
  const navigate = vi.fn()
  const session = { store, user: () => present, forget } as unknown as Session
  const router = { matchRoutes: () => [{ staticData: { floor } }], navigate } as unknown as StaffRouter
  const http = vi.fn(async () => undefined)
  const clear = vi.fn()
  const empty = vi.fn(async () => undefined)
  const place = {
    seal: vi.fn(async () => undefined),
    keepForPin: vi.fn(async () => undefined),
    forgetPin: vi.fn(async () => undefined),
    empty,
    leaveTo: vi.fn(),
    deviceId: async () => 'd1',
  }
  const storage = { getItem: () => '"https://id.example/out"' } as unknown as Platform['storage']
  const platform = { session, http, storage, queries: { clear } } as unknown as Platform
  const end = (code: string) =>
    endSession(session, router, new CallError('refused', { code, status: 401 }), () =>
      dismissUser(platform, router, place),
    )
  const endPin = (isOver: boolean, isAtWork = () => false) =>
    endOverduePin(platform, router, { isOver: async () => isOver, isAtWork }, place)
  return { store, forget, navigate, http, clear, ...place, end, endPin }
}

describe('an ended session', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('window', { location: { protocol: 'https:' } })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks by a modal in the back office (SHELL-51)', () => {
    const { store, forget, end } = open(false)
    end('ACCESS_SESSION_REQUIRED')
    expect(store.get(shownErrorAtom)?.code).toBe('401')
    expect(store.get(signInNeededAtom)).toBe(true)
    expect(forget).not.toHaveBeenCalled()
  })

  it('asks without a modal on the floor', () => {
    const { store, end } = open(true)
    end('ACCESS_SESSION_REQUIRED')
    expect(store.get(shownErrorAtom)).toBeNull()
    expect(store.get(signInNeededAtom)).toBe(true)
  })

  it('of a user whose permissions are gone signs out, once (AUTH-31)', async () => {
    const { store, forget, navigate, seal, forgetPin, http, clear, end } = open(false)
    end('ACCESS_NO_PERMISSIONS')
    end('ACCESS_NO_PERMISSIONS')
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/login' }))
    expect(forget).toHaveBeenCalledOnce()
    // The unsent work is signed out: the next start brings back a user who can still send something.
    expect(seal).toHaveBeenCalledWith(signedInUser().id, 1)
    expect(forgetPin).toHaveBeenCalledWith(signedInUser().id)
    expect(http).toHaveBeenCalledWith(
      expect.objectContaining({ path: '/api/logout' }),
      expect.objectContaining({ body: { deviceId: 'd1' } }),
    )
    expect(clear).toHaveBeenCalledOnce()
    // The door says why.
    expect(store.get(dismissedAtom)).toBe('noPermissions')
    expect(hasSignOutNote(document)).toBe(false)
  })

  it('of such a user that an identity provider knows goes on to sign out there (AUTH-10, AUTH-31)', async () => {
    const { navigate, leaveTo, forget, end } = open(false, signedInUser({ viaOpenid: true }))
    end('ACCESS_NO_PERMISSIONS')
    await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledWith('https://id.example/out'))
    expect(forget).toHaveBeenCalledOnce()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('waits for what is just being written down, but not for a storage that does not answer', async () => {
    const { forget, end } = open(true)
    let keep = (): void => undefined
    const kept = trackWrite(new Promise<void>((done) => (keep = done)))
    end('ACCESS_NO_PERMISSIONS')
    await vi.advanceTimersByTimeAsync(0)
    expect(forget).not.toHaveBeenCalled()
    keep()
    await kept
    await vi.advanceTimersByTimeAsync(0)
    expect(forget).toHaveBeenCalledOnce()
    void trackWrite(new Promise(() => undefined))
    const other = open(true)
    other.end('ACCESS_NO_PERMISSIONS')
    await vi.advanceTimersByTimeAsync(2999)
    expect(other.forget).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(other.forget).toHaveBeenCalledOnce()
    expect(pendingWrites()).toBe(0)
  })
})

describe('a user whom a PIN has let in', () => {
  beforeEach(() => vi.stubGlobal('document', { cookie: '' }))
  afterEach(() => vi.unstubAllGlobals())
  const byPin = { ...signedInUser(), byPin: true as const }

  it('is signed out once the days of the PIN are over, and told why', async () => {
    const { store, forget, seal, empty, navigate, endPin } = open(true, byPin)
    await endPin(true)
    expect(seal).toHaveBeenCalledWith(byPin.id, expect.any(Number))
    expect(forget).toHaveBeenCalled()
    expect(empty).toHaveBeenCalled()
    expect(navigate).toHaveBeenCalledWith({ to: '/login' })
    expect(store.get(dismissedAtom)).toBe('pinOver')
  })

  it('stays while at work, also where it was begun after the question', async () => {
    const { forget, endPin } = open(true, byPin)
    await endPin(true, () => true)
    let asked = 0
    await endPin(true, () => asked++ > 0)
    expect(asked).toBe(2)
    expect(forget).not.toHaveBeenCalled()
    await endPin(true)
    expect(forget).toHaveBeenCalledOnce()
  })

  it('loses nothing that is just being written down', async () => {
    const { forget, endPin } = open(true, byPin)
    const gate = Promise.withResolvers<void>()
    const kept = trackWrite(gate.promise)
    const [first, second] = [endPin(true), endPin(true)]
    await new Promise((done) => setTimeout(done))
    expect(forget).not.toHaveBeenCalled()
    gate.resolve()
    await Promise.all([kept, first, second])
    expect(forget).toHaveBeenCalledOnce()
  })

  it('stays before, as does one who has signed in with the server', async () => {
    const during = open(true, byPin)
    await during.endPin(false)
    expect(during.forget).not.toHaveBeenCalled()
    const proven = open(true)
    await proven.endPin(true)
    expect(proven.forget).not.toHaveBeenCalled()
  })
})
