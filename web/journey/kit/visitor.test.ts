import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { createVisitorToken } from './visitor.ts'

const serverNow = Date.parse('2026-03-01T10:00:00Z')
const day = 86_400_000
const quick = { timeoutMs: 20 }

/** What the server does with the calls for a token that come one after the other; null lets a call hang. */
let answers: (Response | Error | null)[] = []
let given = 0

function token(): Response {
  given += 1
  const expiresAt = new Date(serverNow + lifetimes.webTokenMs).toISOString()
  return Response.json({ token: `token ${given}`, expiresAt })
}

beforeEach(() => {
  given = 0
  answers = []
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    const next = answers.length > 0 ? answers.shift()! : token()
    if (next instanceof Response) return Promise.resolve(next)
    if (next !== null) return Promise.reject(next)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function diskOf(kept = new Map<string, string>()): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** Sets the device's clock that far from the server's. */
function setClock(offMs: number): void {
  vi.useFakeTimers({ now: serverNow + offMs, toFake: ['Date'] })
}

it.each([0, 2 * day, -2 * day, 400 * day])('a device whose clock is off by %i ms stays one visitor', async (offMs) => {
  setClock(offMs)
  const disk = diskOf()
  const visitor = createVisitorToken(disk)
  expect(await visitor.get()).toBe('token 1')
  expect(await visitor.get()).toBe('token 1')
  expect(await createVisitorToken(disk).get(), 'after a reload').toBe('token 1')
})

it('a clock that is put right within a visit changes no visitor', async () => {
  setClock(-3 * day)
  const disk = diskOf()
  const visitor = createVisitorToken(disk)
  await visitor.get()
  setClock(0)
  expect(await visitor.get()).toBe('token 1')
  setClock(-9 * day)
  expect(await createVisitorToken(disk).get(), 'a reload before the time of arrival').toBe('token 1')
})

it('a stored token is not begun with once it has lived as long as the server lets it', async () => {
  setClock(0)
  const disk = diskOf()
  await createVisitorToken(disk).get()
  setClock(lifetimes.webTokenMs - 120_000)
  expect(await createVisitorToken(disk).get()).toBe('token 1')
  setClock(lifetimes.webTokenMs - 30_000)
  expect(await createVisitorToken(disk).get()).toBe('token 2')
})

it('a dropped token is asked for again, by all that had it once', async () => {
  const disk = diskOf()
  const visitor = createVisitorToken(disk)
  const dropped = await visitor.get()
  visitor.drop(dropped)
  expect(await visitor.get()).toBe('token 2')
  visitor.drop(dropped)
  expect(await visitor.get()).toBe('token 2')
  expect(await createVisitorToken(disk).get()).toBe('token 2')
})

it('a page whose token is dropped goes on with the one of another tab', async () => {
  const disk = diskOf()
  const [visitor, other] = [createVisitorToken(disk), createVisitorToken(disk)]
  const dropped = await visitor.get()
  other.drop(await other.get())
  await other.get()
  visitor.drop(dropped)
  expect(await visitor.get()).toBe('token 2')
})

it('a full storage costs no visitor', async () => {
  const full = {
    ...diskOf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const visitor = createVisitorToken(full)
  expect(await visitor.get()).toBe('token 1')
  expect(await visitor.get()).toBe('token 1')
})

it.each(['{', 'null', '7', '{"token":7,"arrivedAtMs":1}', '{"token":"old","expiresAt":"2999-01-01T00:00:00Z"}'])(
  'of %s in the storage nothing is taken',
  async (kept) => {
    expect(await createVisitorToken(diskOf(new Map([['anonymousUser', kept]]))).get()).toBe('token 1')
  },
)

it('what asks at once shares one token', async () => {
  const visitor = createVisitorToken(diskOf())
  expect(await Promise.all([visitor.get(), visitor.get()])).toEqual(['token 1', 'token 1'])
})

const refused = (code: string, status: number) => Response.json({ code }, { status })

it.each([
  ['hangs', null, { failure: 'offline', code: 'NETWORK_UNREACHABLE' }],
  ['is not reached', new TypeError('no network'), { failure: 'offline', code: 'NETWORK_UNREACHABLE' }],
  ['is another one', new Response('<html>'), { failure: 'foreign', code: 'NETWORK_FOREIGN_ANSWER' }],
  ['is out of order', refused('SERVER_UNAVAILABLE', 503), { failure: 'refused', status: 503 }],
  ['refuses', refused('ACCESS_THROTTLED', 429), { failure: 'refused', code: 'ACCESS_THROTTLED', status: 429 }],
])('a server that %s is given up, and asked again by who comes later', async (_title, answer, error) => {
  answers = [answer]
  const visitor = createVisitorToken(diskOf(), quick)
  await expect(visitor.get()).rejects.toMatchObject(error)
  expect(await visitor.get()).toBe('token 1')
})
