import { createStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallError, type Http } from '#web/lib/http.ts'
import type { Session } from '#web/lib/session.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import {
  finishSignOut,
  hasSignOutNote,
  retryPendingSignOuts,
  noteSignOut,
  sendPendingSignOut,
} from './pending-sign-out.ts'

/** A page whose cookies are kept as a browser keeps them. */
function page(): Document {
  const cookies = new Map<string, string>()
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (text.includes('max-age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  } as Document
}

const nobody = { user: () => null, store: createStore() } as Session
const told = (answer: () => Promise<unknown>) => vi.fn(answer) as unknown as Http

const silent = vi.fn((_call: unknown, { signal }: { readonly signal: AbortSignal }) => {
  return new Promise((_answer, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}) as unknown as Http

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a sign-out that the server has still to hear of', () => {
  it('is told once the server is reached, although no network has gone or come', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('window', new EventTarget())
    const document = page()
    noteSignOut(document, 'd1')
    let isThere = false
    const http = told(() =>
      isThere ? Promise.resolve() : Promise.reject(new CallError('offline', { code: 'X', status: 0 })),
    )
    retryPendingSignOuts(nobody, http, document)
    await vi.waitFor(() => expect(http).toHaveBeenCalled())
    expect(hasSignOutNote(document)).toBe(true)
    isThere = true
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect(hasSignOutNote(document)).toBe(false))
  })

  it('is told with the device, and then forgotten', async () => {
    const document = page()
    noteSignOut(document, 'd1')
    const http = told(async () => undefined)
    await sendPendingSignOut(document, nobody, http)
    expect(http).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/logout' }), {
      body: { deviceId: 'd1' },
      signal: expect.any(AbortSignal) as AbortSignal,
      withSession: true,
    })
    expect(hasSignOutNote(document)).toBe(false)
  })

  it.each([
    ['offline', 0, true],
    ['refused', 503, true],
    ['refused', 401, false],
  ] as const)('%s with %i is told again: %s', async (failure, status, again) => {
    const document = page()
    noteSignOut(document, undefined)
    await sendPendingSignOut(
      document,
      nobody,
      told(() => Promise.reject(new CallError(failure, { code: 'X', status }))),
    )
    expect(hasSignOutNote(document)).toBe(again)
  })

  it.each([
    ['whom a PIN has let in is told all the same, so that the session before goes on under nobody', true, false],
    ['who has signed in is not: the session is theirs', undefined, true],
  ] as const)('of a user %s', async (_who, byPin, again) => {
    const document = page()
    noteSignOut(document, 'd1')
    const session = { user: () => signedInUser({ byPin }), store: createStore() } as unknown as Session
    await sendPendingSignOut(
      document,
      session,
      told(async () => undefined),
    )
    expect(hasSignOutNote(document)).toBe(again)
  })

  it('holds nobody up who waits for it no longer, and is told again', async () => {
    const document = page()
    noteSignOut(document, undefined)
    await sendPendingSignOut(document, nobody, silent, AbortSignal.timeout(20))
    expect(hasSignOutNote(document)).toBe(true)
  })

  it('is told before a sign-in that begins, with its device, and then forgotten', async () => {
    const document = page()
    noteSignOut(document, 'd1')
    const telling = sendPendingSignOut(document, nobody, silent)
    await vi.waitFor(() => expect(silent).toHaveBeenCalled())
    const under = vi.mocked(silent).mock.lastCall?.[1]?.signal
    const http = told(async () => undefined)
    const tellLater = await finishSignOut(document, nobody, http)
    expect(under?.aborted).toBe(true)
    await telling
    expect(http).toHaveBeenCalledWith(
      expect.objectContaining({ path: '/api/logout' }),
      expect.objectContaining({ body: { deviceId: 'd1' } }),
    )
    tellLater()
    expect(hasSignOutNote(document)).toBe(false)
  })

  it.each([
    ['does not hear of it in time', silent],
    ['has a fault', told(() => Promise.reject(new CallError('refused', { code: 'X', status: 503 })))],
    ['is not there', told(() => Promise.reject(new CallError('offline', { code: 'X', status: 0 })))],
  ])('is told no more once a sign-in begins whose server %s, and again where that fails', async (_what, server) => {
    const document = page()
    noteSignOut(document, 'd1')
    const tellLater = await finishSignOut(document, nobody, server, AbortSignal.timeout(20))
    expect(hasSignOutNote(document)).toBe(false)
    const http = told(async () => undefined)
    await sendPendingSignOut(document, nobody, http)
    expect(http).not.toHaveBeenCalled()
    tellLater()
    await sendPendingSignOut(document, nobody, http)
    expect(http).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ body: { deviceId: 'd1' } }))
  })

  it('that nobody has noted is not told, nor noted after a sign-in that comes to nothing', async () => {
    const document = page()
    const http = told(async () => undefined)
    const tellLater = await finishSignOut(document, nobody, http)
    tellLater()
    expect(http).not.toHaveBeenCalled()
    expect(hasSignOutNote(document)).toBe(false)
  })

  it('is not told while a user is signed in', async () => {
    const document = page()
    noteSignOut(document, undefined)
    const http = told(async () => undefined)
    await sendPendingSignOut(document, { user: () => ({}) } as Session, http)
    expect(http).not.toHaveBeenCalled()
  })
})
