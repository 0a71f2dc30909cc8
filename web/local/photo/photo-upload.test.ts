import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLocks } from '#tests/support/device-fixture.ts'
import { testDraftOf } from '#web/local/outbox/drafts.ts'
import { openPhotoDatabase } from './photo-database.ts'
import { createPhotoStore, type PhotoStore } from './photo-store.ts'
import { createPhotoUpload, type PhotoUpload, type UploadPorts } from './photo-upload.ts'

interface Received {
  readonly sizeBytes: number
  bytes: Uint8Array
  completed: number
}

/** A server that takes parts as the real one does. */
function createServer() {
  const photos = new Map<string, Received>()
  const requests: string[] = []
  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  return {
    photos,
    requests,
    async handle(path: string, init: RequestInit): Promise<Response> {
      const [, id = '', offset] = /evidence\/([^?]+)(?:\?offset=(\d+))?/.exec(path) ?? []
      const token = new Headers(init.headers).get('authorization')
      requests.push(`${init.method} ${id} ${offset ?? ''} ${token}`)
      if (init.method === 'POST') {
        const { sizeBytes } = JSON.parse(init.body as string) as { readonly sizeBytes: number }
        if (!photos.has(id)) photos.set(id, { sizeBytes, bytes: new Uint8Array(), completed: 0 })
      }
      const photo = photos.get(id)
      if (photo === undefined) return answer({ code: 'REQUEST_NOT_FOUND' }, 404)
      const state = () => ({ offset: photo.bytes.byteLength, complete: photo.completed > 0 })
      if (init.method === 'POST' || photo.completed > 0) return answer(state())
      if (Number(offset) !== photo.bytes.byteLength)
        return answer({ code: 'PHOTO_OFFSET_DIFFERS', details: { offset: photo.bytes.byteLength } }, 409)
      photo.bytes = Buffer.concat([photo.bytes, new Uint8Array(init.body as ArrayBuffer)])
      if (photo.bytes.byteLength === photo.sizeBytes) photo.completed += 1
      return answer(state())
    },
  }
}

const grant = (userId: string) => ({
  queue: `d|${userId}|rps`,
  userId,
  token: `token-${userId}`,
  expiresAt: '2027-01-01T00:00:00Z',
  refused: false,
})

let store: PhotoStore
let server: ReturnType<typeof createServer>
let intercept: (path: string, init: RequestInit, next: () => Promise<Response>) => Promise<Response>
let timers: (() => void)[]
let grants: (ReturnType<typeof grant> & { readonly accountId?: string })[]
let locks: UploadPorts['runLocked']

beforeEach(() => {
  store = createPhotoStore(openPhotoDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }))
  server = createServer()
  intercept = (_path, _init, next) => next()
  timers = []
  grants = [grant('anna')]
  locks = createLocks()
})

function tab(): PhotoUpload {
  const ports: UploadPorts = {
    fetch: async (input, init = {}) => {
      const path = typeof input === 'string' ? input : ''
      return intercept(path, init, () => server.handle(path, init))
    },
    random: (count) => new Uint8Array(count),
    runLocked: locks,
    setTimer: (run, waitMs) => {
      // Those of the requests themselves never run out here.
      if (waitMs < 60_000) timers.push(run)
      return () => {
        timers = timers.filter((other) => other !== run)
      }
    },
  }
  return createPhotoUpload(store, async () => grants, ports)
}

async function keep(id: string, userId = 'anna', size = 600_000, accountId?: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(size).map((_, at) => (at * 31 + id.length) % 251)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const row = { id, userId, itemId: 'item', questionId: null, sha256, sizeBytes: size, takenAtMs: Number(id.slice(1)) }
  const place = accountId === undefined ? {} : { accountId }
  await store.add({ ...row, ...place, type: 'image/jpeg' }, bytes.buffer)
  return bytes
}

describe('photos', () => {
  it('of an administrator go under the grant of the client that they were taken in (QUEUE-10)', async () => {
    const of = (client: string) => ({ ...grant('ada'), queue: `d|ada|root|${client}`, token: client })
    await keep('p1', 'ada', 1_000, 'rivoli')
    await keep('p2', 'ada', 1_000, 'nova')
    await store.release(['p1', 'p2'])
    grants = [of('nova')]
    await tab().run()
    expect((await store.counts()).waiting).toBe(1)
    grants = [of('nova'), of('rivoli')]
    await tab().run()
    expect(server.requests.filter((line) => line.startsWith('POST'))).toEqual([
      'POST p2  Bearer nova',
      'POST p1  Bearer rivoli',
    ])
  })

  it('of who has signed out go with the token of the colleague who is signed in, of the same account alone', async () => {
    await keep('p1', 'anna', 1_000, 'rivoli')
    await keep('p2', 'anna', 1_000, 'nova')
    await keep('p3', 'bert', 1_000, 'rivoli')
    await store.release(['p1', 'p2', 'p3'])
    grants = [{ ...grant('bert'), accountId: 'rivoli' }]
    const authors: unknown[] = []
    intercept = (_path, { method, body }, next) => {
      if (method === 'POST') authors.push((JSON.parse(body as string) as { readonly takenBy?: string }).takenBy)
      return next()
    }
    await tab().run()
    // The server hears whose it is, where another user sends it.
    expect(authors).toEqual([undefined, 'anna'])
    expect(server.requests.filter((line) => line.startsWith('POST'))).toEqual([
      'POST p3  Bearer token-bert',
      'POST p1  Bearer token-bert',
    ])
    expect((await store.counts()).waiting).toBe(1)
  })

  it('of who has signed out stay theirs where the colleague’s token is refused', async () => {
    await keep('p1', 'anna', 1_000, 'rivoli')
    await store.release(['p1'])
    grants = [{ ...grant('bert'), accountId: 'rivoli' }]
    intercept = async () =>
      new Response('{"code":"PHOTO_CHANGED"}', { status: 409, headers: { 'content-type': 'application/json' } })
    const requests: string[] = []
    const refuse = intercept
    intercept = (path, init, next) => {
      requests.push(`${path} ${new Headers(init.headers).get('authorization')}`)
      return refuse(path, init, next)
    }
    const upload = tab()
    await upload.run()
    expect(await store.counts()).toEqual({ draft: 0, waiting: 1, refused: 0 })
    expect(timers).toEqual([])
    expect(upload.rests()).toBe(false)
    // What this token is refused, it is not asked for again; another sign-in is.
    await upload.run(true)
    expect(requests).toEqual(['/api/evidence/p1 Bearer token-bert'])
    grants = [{ ...grant('bert'), accountId: 'rivoli', token: 'later' }]
    await upload.run()
    expect(requests).toEqual(['/api/evidence/p1 Bearer token-bert', '/api/evidence/p1 Bearer later'])
    expect(timers).toEqual([])
  })

  it('go whole, in parts, oldest first, once their test is confirmed', async () => {
    const bytes = await keep('p1')
    await keep('p2')
    await tab().run()
    expect(server.requests).toEqual([])
    await store.release(['p2', 'p1'])
    await tab().run()
    expect(server.requests.filter((line) => line.startsWith('POST'))).toEqual([
      'POST p1  Bearer token-anna',
      'POST p2  Bearer token-anna',
    ])
    expect(server.requests.filter((line) => line.startsWith('PATCH p1'))).toHaveLength(3)
    expect(Buffer.from(server.photos.get('p1')!.bytes).equals(Buffer.from(bytes))).toBe(true)
    expect(await store.counts()).toEqual({ draft: 0, waiting: 0, refused: 0 })
    expect(await store.bytes('p1')).toBeNull()
  })

  it('go on from where they broke off, also where the last answer was lost', async () => {
    await keep('p1')
    await store.release(['p1'])
    let parts = 0
    intercept = async (_path, init, next) => {
      if (init.method === 'PATCH' && ++parts === 2) {
        await next()
        throw new TypeError('network')
      }
      return next()
    }
    await tab().run()
    expect(await store.counts()).toMatchObject({ waiting: 1 })
    expect(timers).toHaveLength(1)
    // The app was killed: another tab begins with what the disk has.
    await tab().run()
    expect(server.photos.get('p1')).toMatchObject({ completed: 1 })
    expect(parts).toBe(3)
    expect(await store.counts()).toMatchObject({ waiting: 0 })
  })

  it('are sent once by two tabs', async () => {
    for (const id of ['p1', 'p2', 'p3', 'p4']) await keep(id, 'anna', 1_000)
    await store.release(['p1', 'p2', 'p3', 'p4'])
    await Promise.all([tab().run(), tab().run()])
    expect(server.requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(4)
    expect([...server.photos.values()].map(({ completed }) => completed)).toEqual([1, 1, 1, 1])
  })

  it('travel with the token of their author alone, and wait while there is none', async () => {
    await keep('p1', 'bert', 1_000)
    await keep('p2', 'anna', 1_000)
    await store.release(['p1', 'p2'])
    await tab().run()
    expect([...server.photos.keys()]).toEqual(['p2'])
    grants = [grant('anna'), grant('bert')]
    await tab().run()
    expect(server.requests.at(-1)).toContain('token-bert')
  })

  it('are not lost to a foreign page, a server in trouble or an ended token', async () => {
    await keep('p1', 'anna', 1_000)
    await store.release(['p1'])
    const answers = [
      new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
      new Response('{"offset":1000,"complete":true}', { headers: { 'content-type': 'text/html' } }),
      new Response('{"code":"SERVER_UNAVAILABLE"}', { status: 503, headers: { 'content-type': 'application/json' } }),
      new Response('{"code":"SYNC_GRANT_INVALID"}', { status: 401, headers: { 'content-type': 'application/json' } }),
    ]
    for (const answer of answers) {
      intercept = async () => answer
      await tab().run()
      expect(await store.counts()).toEqual({ draft: 0, waiting: 1, refused: 0 })
    }
    intercept = (_path, _init, next) => next()
    await tab().run()
    expect(server.photos.get('p1')).toMatchObject({ completed: 1 })
  })

  it('that the server does not take stay with their reason, and hold up no other', async () => {
    await keep('p1', 'anna', 1_000)
    await keep('p2', 'anna', 1_000)
    await store.release(['p1', 'p2'])
    intercept = async (path, init, next) =>
      path.includes('p1') && init.method === 'PATCH'
        ? new Response('{"code":"PHOTO_TRUNCATED"}', { status: 422, headers: { 'content-type': 'application/json' } })
        : next()
    await tab().run()
    expect(await store.ofItem('item')).toMatchObject([{ id: 'p1', state: 'refused', code: 'PHOTO_TRUNCATED' }])
    expect(await store.bytes('p1')).not.toBeNull()
    expect(server.photos.get('p2')).toMatchObject({ completed: 1 })
  })

  it('that nobody answers for hold up no other, and go again later', async () => {
    for (const id of ['p1', 'p2', 'p3']) await keep(id, 'anna', 1_000)
    await store.release(['p1', 'p2', 'p3'])
    intercept = (path, _init, next) => (path.includes('p1') ? Promise.reject(new TypeError('timeout')) : next())
    const upload = tab()
    await upload.run()
    expect([...server.photos.keys()]).toEqual(['p2', 'p3'])
    expect(await store.counts()).toMatchObject({ waiting: 1 })
    expect([timers.length, upload.rests()]).toEqual([1, true])
    intercept = (_path, _init, next) => next()
    timers[0]!()
    await upload.run()
    expect(server.photos.get('p1')).toMatchObject({ completed: 1 })
  })

  it('rest all of them where two in a row are not answered, or the server asks for a pause', async () => {
    for (const id of ['p1', 'p2', 'p3']) await keep(id, 'anna', 1_000)
    await store.release(['p1', 'p2', 'p3'])
    const asked: string[] = []
    intercept = (path) => {
      asked.push(path.slice(-2))
      return Promise.reject(new TypeError('offline'))
    }
    await tab().run()
    expect(asked).toEqual(['p1', 'p2'])
    expect(timers).toHaveLength(1)
    intercept = async (path) => {
      asked.push(path.slice(-2))
      const headers = { 'content-type': 'application/json', 'retry-after': '30' }
      return new Response('{"code":"ACCESS_THROTTLED"}', { status: 429, headers })
    }
    await tab().run()
    expect(asked).toEqual(['p1', 'p2', 'p1'])
  })

  it('that were refused go once more when a person says so', async () => {
    await keep('p1', 'anna', 1_000)
    await store.release(['p1'])
    await store.refuse('p1', 'PHOTO_HASH_DIFFERS')
    const upload = tab()
    await upload.run()
    expect(await store.refused()).toMatchObject([{ id: 'p1', code: 'PHOTO_HASH_DIFFERS' }])
    expect(server.requests).toEqual([])
    await store.sendAgain(['p1'])
    expect(await store.refused()).toEqual([])
    await upload.run()
    expect(server.photos.get('p1')).toMatchObject({ completed: 1 })
    expect(await store.counts()).toEqual({ draft: 0, waiting: 0, refused: 0 })
  })

  it('tell whether the server was reached', async () => {
    await keep('p1', 'anna', 1_000)
    await store.release(['p1'])
    const upload = tab()
    intercept = () => Promise.reject(new Error('offline'))
    await upload.run()
    expect(upload.rests()).toBe(true)
    intercept = (_path, _init, next) => next()
    await upload.run(true)
    expect(upload.rests()).toBe(false)
  })

  it('of a test that nobody came back to are swept away with it, and those that wait are not', async () => {
    for (const id of ['p1', 'p2', 'p100']) await keep(id, 'anna', 100)
    await store.release(['p2'])
    await store.drafts.write(testDraftOf('anna', 'item'), { said: 1 }, 50)
    await store.drafts.write(testDraftOf('anna', 'other'), { said: 2 }, 100)
    await store.sweep(60)
    expect((await store.ofItem('item')).map(({ id }) => id)).toEqual(['p2', 'p100'])
    expect(await store.bytes('p1')).toBeNull()
    expect((await store.drafts.ofUser('anna')).map(({ itemId }) => itemId)).toEqual(['other'])
  })

  it('of a test that was not captured come back to it', async () => {
    await keep('p1')
    await store.release(['p1'])
    await store.hold(['p1'])
    expect(await store.counts()).toEqual({ draft: 1, waiting: 0, refused: 0 })
    await store.remove(['p1'])
    expect(await store.ofItem('item')).toEqual([])
  })

  it.each([
    ['arrives all the same', (next: () => Promise<Response>) => next()],
    [
      'is refused',
      async () =>
        new Response('{"code":"PHOTO_TRUNCATED"}', { status: 422, headers: { 'content-type': 'application/json' } }),
    ],
  ])('of a test that was not captured stay with it where one under way %s', async (_name, end) => {
    await keep('p1', 'anna', 1_000)
    await store.release(['p1'])
    intercept = async (_path, init, next) => {
      if (init.method === 'POST') return next()
      await store.hold(['p1'])
      return end(next)
    }
    await tab().run()
    expect(await store.drafted()).toMatchObject([{ id: 'p1', code: null }])
    expect(await store.bytes('p1')).not.toBeNull()
    intercept = (_path, _init, next) => next()
    await store.release(['p1'])
    await tab().run()
    expect(server.photos.get('p1')).toMatchObject({ completed: 1 })
    expect(await store.ofItem('item')).toEqual([])
  })
})
