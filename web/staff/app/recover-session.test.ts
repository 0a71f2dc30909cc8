import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSession, restoreSession, sessionNumber, storageKeys, type KeptSession } from '#web/lib/local-storage.ts'
import { memory, now, user } from '#web/lib/session.fixture.ts'
import { openSession } from '#web/lib/session.ts'
import { keptSession } from '../features/access/device-door.ts'
import { recoverSession } from './recover-session.ts'

afterEach(() => vi.unstubAllGlobals())

const soonMs = 5
const patientMs = 60_000
const ended: KeptSession = { turn: 9, values: {} }

/** A device whose storage answers when the test says so. */
function silentDevice() {
  const storage = memory()
  const answer = Promise.withResolvers<KeptSession | null>()
  const sources = {
    keptSession: () => answer.promise,
    keepSession: vi.fn(async () => undefined),
    isCartSold: vi.fn(async () => false),
    isConfirmedByServer: vi.fn(async () => false),
    onWait: vi.fn(),
  }
  const signIn = (id: string): void => void openSession(storage).keep({ ...user, id }, now)
  return { storage, sources, answer: answer.resolve, signIn, userId: () => openSession(storage).user()?.id ?? null }
}

/** The session of a user as another device's storage has it, by its turn. */
function sessionOf(id: string, turn: number): KeptSession {
  const storage = memory()
  openSession(storage).keep({ ...user, id }, now)
  return { ...readSession(storage), turn }
}

describe('a storage that answers', () => {
  it('says whose session the first screen is, and whether the cart is sold', async () => {
    const { storage, sources, answer, signIn, userId } = silentDevice()
    signIn('u1')
    const line = { inCartId: 'i1', estimatedPrice: 1, totalPrice: 1, declaration: { product: { label: 'Phone' } } }
    storage.setItem(
      storageKeys.cart,
      JSON.stringify({ cartId: 'c1', storedAt: now.toISOString(), cartBuybacks: [line] }),
    )
    sources.isCartSold.mockResolvedValue(true)
    answer(sessionOf('u1', 9))
    expect(await recoverSession(storage, sources, patientMs)).toEqual({ later: null })
    expect([userId(), sessionNumber(storage)]).toEqual(['u1', 9])
    expect(sources.isCartSold).toHaveBeenCalledWith({ cartId: 'c1', itemIds: [] })
    expect(storage.getItem(storageKeys.cart)).not.toContain('i1')
    expect([sources.isConfirmedByServer, sources.onWait].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })
})

describe('a storage that does not answer', () => {
  it('holds up no sign-in page, as an IndexedDB that never lists its databases', async () => {
    vi.stubGlobal('indexedDB', { databases: () => new Promise(() => undefined) })
    const { storage, sources } = silentDevice()
    const { later } = await recoverSession(storage, { ...sources, keptSession }, soonMs)
    expect(later).toBeInstanceOf(Promise)
    expect(sources.onWait).not.toHaveBeenCalled()
  })

  it('holds up no user whom the server names too', async () => {
    const { storage, sources, answer, signIn, userId } = silentDevice()
    signIn('u1')
    sources.isConfirmedByServer.mockResolvedValue(true)
    const { later } = await recoverSession(storage, sources, soonMs)
    expect(userId()).toBe('u1')
    answer(sessionOf('u1', 1))
    expect(await later).toBe(false)
  })

  it('shows nothing of a user who may have signed out, until it has answered', async () => {
    const { storage, sources, answer, signIn, userId } = silentDevice()
    signIn('u1')
    const start = recoverSession(storage, sources, soonMs)
    const drawn = vi.fn()
    void start.then(drawn)
    await vi.waitUntil(() => sources.isConfirmedByServer.mock.calls.length > 2)
    expect([drawn, sources.onWait].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
    answer(ended)
    expect(await start).toEqual({ later: null })
    expect(userId()).toBeNull()
  })

  it('waits with no user any longer once the server names the user', async () => {
    const { storage, sources, signIn } = silentDevice()
    signIn('u1')
    sources.isConfirmedByServer.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    expect((await recoverSession(storage, sources, soonMs)).later).not.toBeNull()
    expect(sources.onWait).toHaveBeenCalledOnce()
  })

  it('is believed later, where what was drawn is of an earlier turn', async () => {
    for (const [kept, left] of [
      [ended, null],
      [sessionOf('u2', 9), 'u2'],
    ] as const) {
      const { storage, sources, answer, signIn, userId } = silentDevice()
      signIn('u1')
      sources.isConfirmedByServer.mockResolvedValue(true)
      const { later } = await recoverSession(storage, sources, soonMs)
      answer(kept)
      expect([await later, userId(), sessionNumber(storage)]).toEqual([true, left, 9])
    }
  })

  it('is believed about a sign-out, although the session of its user has been refreshed since', async () => {
    const { storage, sources, answer, signIn, userId } = silentDevice()
    signIn('u1')
    sources.isConfirmedByServer.mockResolvedValue(true)
    const { later } = await recoverSession(storage, sources, soonMs)
    signIn('u1')
    answer(ended)
    expect([await later, userId()]).toEqual([true, null])
  })

  it('takes nothing from a user who has signed in since, also at the start after that', async () => {
    const { storage, sources, answer, signIn, userId } = silentDevice()
    const { later } = await recoverSession(storage, sources, soonMs)
    signIn('u2')
    answer(sessionOf('u1', 9))
    expect([await later, userId()]).toEqual([false, 'u2'])
    expect(sources.keepSession).toHaveBeenCalledWith('u2', { ...readSession(storage), turn: 10 })
    restoreSession(storage, sessionOf('u1', 9))
    expect(userId()).toBe('u2')
  })
})
