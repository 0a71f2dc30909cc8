import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'jotai'
import { CallError } from '#web/lib/http.ts'
import { shownErrorAtom, signInNeededAtom } from '#web/lib/error-state.ts'
import { keeping, unkept } from '#web/lib/unkept.ts'
import type { Session } from '#web/lib/session.ts'
import { dismissUser, endSession } from './end-session.ts'
import type { StaffRouter } from './router.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

function open(floor: boolean) {
  const store = createStore()
  const forget = vi.fn()
  const navigate = vi.fn()
  const session = { store, user: () => signedInUser(), forget } as unknown as Session
  const router = { matchRoutes: () => [{ staticData: { floor } }], navigate } as unknown as StaffRouter
  const seal = vi.fn(async () => undefined)
  const dismiss = () => dismissUser(session, router, seal)
  const end = (code: string) => endSession(session, router, new CallError('refused', { code, status: 401 }), dismiss)
  return { store, forget, navigate, seal, end }
}

describe('an ended session', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

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

  it('of a user whose permissions are gone signs out (AUTH-31)', () => {
    const { forget, navigate, seal, end } = open(false)
    end('ACCESS_NO_PERMISSIONS')
    expect(forget).toHaveBeenCalledOnce()
    // The next start brings back whoever could still send something.
    expect(seal).toHaveBeenCalledWith(signedInUser().id)
    expect(navigate).toHaveBeenCalledWith({ to: '/login' })
  })

  it('waits for what is just being written down, but not for a storage that does not answer', async () => {
    const { forget, end } = open(true)
    let keep = (): void => undefined
    const kept = keeping(new Promise<void>((done) => (keep = done)))
    end('ACCESS_NO_PERMISSIONS')
    expect(forget).not.toHaveBeenCalled()
    keep()
    await kept
    await vi.advanceTimersByTimeAsync(0)
    expect(forget).toHaveBeenCalledOnce()
    void keeping(new Promise(() => undefined))
    end('ACCESS_NO_PERMISSIONS')
    await vi.advanceTimersByTimeAsync(3000)
    expect(forget).toHaveBeenCalledTimes(2)
    expect(unkept()).toBe(0)
  })
})
