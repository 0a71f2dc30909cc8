import { afterEach, expect, it, vi } from 'vitest'
import { user } from '#web/lib/session.fixture.ts'
import { deviceId, keepGrants, modulesInWait, sealWorkOf } from './device-door.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a storage that never answers holds up neither a sign-in nor a sign-out', async () => {
  const open = vi.fn(() => new EventTarget())
  vi.stubGlobal('indexedDB', { open, databases: () => new Promise(() => undefined) })
  vi.stubGlobal('IDBKeyRange', {})
  vi.useFakeTimers()
  const parts = Promise.all([deviceId(), modulesInWait(), keepGrants(user), sealWorkOf(user.id, 2)])
  const ended = vi.fn()
  void parts.then(ended)
  await vi.waitUntil(() => open.mock.calls.length > 3, { timeout: 20_000 })
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await parts).toEqual([undefined, [], undefined, undefined])
})
