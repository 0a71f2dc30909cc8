import { randomUUID } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { runHousekeeping } from '#api/sync/housekeeping.ts'
import { createSyncDeps } from '#api/sync/sync-deps.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import { partsOfFrames, type SnapshotPart } from '#web/local/copy/snapshot-parts.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { createItems, createQueue, type SyncWorld, type WorldItem } from '#tests/support/sync-world.ts'
import pg from 'pg'

let api: TestApi
let owner: pg.Client
let operator: TestSession
let items: readonly WorldItem[]
let world: SyncWorld
const deviceId = randomUUID()
let grant: string

beforeAll(async () => {
  api = await createTestApi()
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  operator = await api.signIn('warehouse_operator', { deviceId })
  grant = operator.user.grant!.token
  world = await worldOf(operator)
  items = await createItems(owner, world, 5)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function worldOf({ user }: TestSession): Promise<SyncWorld> {
  const { accountId } = user
  const one = async (text: string) => (await owner.query<{ id: string }>(text, [accountId])).rows[0]?.id ?? ''
  const categoryId = newId()
  const productId = newId()
  const circuitId = newId()
  await owner.query(
    `insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'sync-phones', array[$2::uuid])`,
    [accountId, categoryId],
  )
  await owner.query(`insert into product (account_id, id, label, main_category_id) values ($1, $2, 'Phone', $3)`, [
    accountId,
    productId,
    categoryId,
  ])
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_collect', 'Collect')`, [
    accountId,
    circuitId,
  ])
  return {
    accountId,
    warehouseA: (
      await owner.query<{ organization_id: string }>(
        `select organization_id from user_module where user_id = $1 and module = 'rps'`,
        [user.id],
      )
    ).rows[0]!.organization_id,
    warehouseB: '',
    storeId: await one(`select organization_id as id from organization_store where account_id = $1 limit 1`),
    productId,
    circuitId,
    categoryId,
    operatorA: user.id,
    operatorA2: '',
    operatorB: '',
    managerA: '',
    admin: '',
    seller: '',
  }
}

function pushed(json: unknown, token: string | null = grant): Promise<Response> {
  return api.request('/api/sync/push', {
    method: 'POST',
    json,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
}

async function codeOf(response: Response | Promise<Response>): Promise<string> {
  const answer = await response
  return `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`
}

const base = { protocol: 1, deviceId, uncovered: [] }

describe('the push over HTTP', () => {
  test('takes operations under the grant of their device, and each fault has its status and code', async () => {
    const queue = createQueue(world, { deviceId })
    const op = queue.checkIn(items[0]!)
    const answer = await pushed(queue.body([op]))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ ackedSeq: 1, outcomes: [{ opId: op.opId, status: 'applied' }] })
    const next = queue.checkIn(items[1]!)
    expect(await codeOf(pushed(queue.body([next]), null))).toBe('401 SYNC_GRANT_INVALID')
    expect(await codeOf(pushed(queue.body([next]), 'nonsense'))).toBe('401 SYNC_GRANT_INVALID')
    expect(await codeOf(pushed({ ...queue.body([next]), protocol: 7 }))).toBe('426 SYNC_PROTOCOL_UNSUPPORTED')
    expect(await codeOf(pushed(queue.body(Array.from({ length: 501 }, () => next))))).toBe('413 SYNC_BATCH_TOO_LARGE')
    expect(await codeOf(pushed(queue.body([{ ...next, seq: 0 }])))).toBe('400 SYNC_OPERATION_MALFORMED')
    expect(await codeOf(pushed(queue.body([{ ...next, actor: newId() }])))).toBe('403 SYNC_WRONG_ACTOR')
    expect(await codeOf(pushed(queue.body([{ ...next, seq: 9 }])))).toBe('409 SYNC_SEQUENCE_GAP')
    expect(await codeOf(pushed(queue.body([{ ...next, seq: 1 }])))).toBe('409 DEVICE_FORKED')
    expect(await codeOf(pushed(queue.body([{ ...op, args: { ...op.args, comment: 'x' } }])))).toBe(
      '409 SYNC_PAYLOAD_CHANGED',
    )
    expect(await codeOf(pushed('"'))).toBe('400 SYNC_OPERATION_MALFORMED')
  })

  test('takes a comment with a character that the database refuses', async () => {
    const queue = createQueue(world, { deviceId })
    queue.seq = 1
    const op = queue.operation('checkInItem', { code: '00000000', warehouseId: world.warehouseA, comment: 'a\0b' })
    expect((await pushed(queue.body([op]))).status).toBe(200)
  })

  test('is out of reach of a session', async () => {
    const queue = createQueue(world)
    expect(await codeOf(operator.request('/api/sync/push', { method: 'POST', json: queue.body([]) }))).toBe(
      '401 SYNC_GRANT_INVALID',
    )
  })
})

describe('the base over HTTP', () => {
  async function lines(encoding: string): Promise<string[]> {
    const answer = await operator.request('/api/sync/snapshot', {
      method: 'POST',
      json: base,
      headers: { 'accept-encoding': encoding },
    })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const given = answer.headers.get('content-encoding')
    const plain = given === 'zstd' ? zstdDecompressSync(bytes) : given === 'gzip' ? gunzipSync(bytes) : bytes
    return [given ?? 'identity', ...plain.toString().trimEnd().split('\n')]
  }

  test('comes plain, as gzip or as zstd, by what the caller accepts', async () => {
    const [plain, ...plainLines] = await lines('br')
    const [gzip, ...gzipLines] = await lines('gzip, deflate')
    const [zstd, ...zstdLines] = await lines('gzip, zstd')
    expect([plain, gzip, zstd]).toEqual(['identity', 'gzip', 'zstd'])
    expect(gzipLines.slice(1)).toEqual(plainLines.slice(1))
    expect(zstdLines.slice(1)).toEqual(plainLines.slice(1))
    expect(JSON.parse(plainLines.at(-1)!)).toMatchObject({ count: plainLines.length - 2 })
  })

  test('comes in compressed pages to a device that takes them, with the same rows', async () => {
    const answer = await operator.request('/api/sync/snapshot', {
      method: 'POST',
      json: base,
      headers: { accept: `${snapshotPagesType}, application/x-ndjson;q=0.5`, 'accept-encoding': 'br' },
    })
    expect(answer.headers.get('content-type')).toBe(snapshotPagesType)
    const parts = [] as SnapshotPart[]
    for await (const block of partsOfFrames(answer.body!)) parts.push(...block)
    const [, head, ...rest] = await lines('')
    const rows = rest.slice(0, -1)
    expect(parts.map(({ kind }) => kind)).toEqual(['head', 'page', 'tail'])
    expect(parts[0]).toMatchObject({ head: { config: (JSON.parse(head!) as { config: unknown }).config } })
    expect(parts[2]).toEqual({ kind: 'tail', tail: JSON.parse(rest.at(-1)!) })
    const page = parts[1] as Extract<SnapshotPart, { kind: 'page' }>
    expect(zstdDecompressSync(page.packed).toString().split('\n')).toEqual(rows)
    expect(page.heads).toEqual(rows.map((row) => (JSON.parse(row) as unknown[]).slice(0, 6)))
  })

  describe('in pages', () => {
    /** What a device is given: the head, and the items as lines. */
    async function pagesFor(request: Readonly<Record<string, unknown>>): Promise<{ cursor: string; rows: string[] }> {
      const headers = { accept: snapshotPagesType }
      const answer = await operator.request('/api/sync/snapshot', { method: 'POST', json: request, headers })
      expect(answer.status).toBe(200)
      const parts = [] as SnapshotPart[]
      for await (const block of partsOfFrames(answer.body!)) parts.push(...block)
      const [first] = parts
      const pages = parts.filter((part) => part.kind === 'page')
      return {
        cursor: first?.kind === 'head' ? first.head.cursor : '',
        rows: pages.flatMap(({ packed }) => zstdDecompressSync(packed).toString().split('\n')),
      }
    }
    test('is shared by devices that have done nothing yet, and the feed goes on from it (BASE-5)', async () => {
      const working = randomUUID()
      const { user } = await api.signIn('warehouse_operator', { deviceId: working })
      const queue = createQueue(world, { deviceId: working })
      const [item] = await createItems(owner, world, 1)
      const rowOf = (rows: readonly string[]) => rows.find((line) => line.includes(item!.id))
      const first = await pagesFor({ ...base, deviceId: randomUUID() })
      expect((await pushed(queue.body([queue.checkIn(item!)]), user.grant!.token)).status).toBe(200)
      const second = await pagesFor({ ...base, deviceId: randomUUID() })
      expect(second).toEqual(first)
      const json = { ...base, cursor: second.cursor }
      const answer = await operator.request('/api/sync/pull', { method: 'POST', json })
      const pulled = (await answer.json()) as { items: unknown[][] }
      expect(pulled.items.map(([id]) => id)).toContain(item!.id)

      const ownWork = await pagesFor({ ...base, deviceId: working })
      expect(rowOf(ownWork.rows)).not.toBe(rowOf(first.rows))
    })

    test('is made again for a device that asks what became of its operations (BASE-5)', async () => {
      const before = await pagesFor({ ...base, deviceId: randomUUID() })
      await createItems(owner, world, 1)
      const after = await pagesFor({ ...base, deviceId: randomUUID(), uncovered: [newId()] })
      expect(after.rows).toHaveLength(before.rows.length + 1)
      expect(after.cursor).not.toBe(before.cursor)
    })
  })

  test('goes on by pull, and the audit agrees (BASE-6)', async () => {
    const [, head, ...rest] = await lines('')
    const { cursor, config } = JSON.parse(head!) as { cursor: string; config: object }
    const answer = await operator.request('/api/sync/pull', { method: 'POST', json: { ...base, cursor } })
    expect(await answer.json()).toMatchObject({ complete: true, items: [], gone: [] })
    const audit = await operator.request('/api/sync/audit', { method: 'POST', json: { protocol: 1 } })
    const tail = JSON.parse(rest.at(-1)!) as object
    expect(await audit.json()).toEqual({ ...tail, packages: { count: 0, hash: 0 }, config })
    expect(await codeOf(operator.request('/api/sync/pull', { method: 'POST', json: { ...base, cursor: 'x' } }))).toBe(
      '410 SYNC_CURSOR_EXPIRED',
    )
    expect(await codeOf(api.request('/api/sync/pull', { method: 'POST', json: { ...base, cursor } }))).toBe(
      '401 ACCESS_SESSION_REQUIRED',
    )
  })
})

describe('reads of the warehouse', () => {
  test('find an item by its exact code and say what its check-in would be', async () => {
    const look = async (code: string) => (await operator.request(`/api/warehouse/lookup?code=${code}`)).json()
    expect(await look(items[3]!.code)).toMatchObject({
      refusal: null,
      candidates: [
        { id: items[3]!.id, isAssignedHere: true, isRegisteredHere: false, checkIn: 'to_test', refusal: null },
      ],
    })
    expect(await look(items[0]!.code)).toMatchObject({
      candidates: [{ isRegisteredHere: true, checkIn: null, refusal: 'ITEM_ALREADY_CHECKED_IN' }],
    })
    expect(await look('00000000')).toMatchObject({ refusal: 'ITEM_UNKNOWN', candidates: [] })
    expect(await codeOf(operator.request('/api/warehouse/lookup?code=123'))).toBe('422 REQUEST_INVALID')
  })

  test('ask an admin for the warehouse, and give nobody another one', async () => {
    const admin = await api.signIn('admin')
    const path = `/api/warehouse/lookup?code=${items[3]!.code}`
    expect(await codeOf(admin.request(path))).toBe('422 REQUEST_INVALID')
    expect((await admin.request(`${path}&warehouseId=${world.warehouseA}`)).status).toBe(200)
    expect(await codeOf(operator.request(`${path}&warehouseId=${newId()}`))).toBe('404 REQUEST_NOT_FOUND')
  })

  test('list ended rounds with what became of their check-ins', async () => {
    const queue = createQueue(world, { deviceId })
    queue.seq = 2
    const roundId = newId()
    const ops = [
      queue.checkIn(items[2]!, {}, { roundId }),
      queue.operation('endCheckInRound', {
        roundId,
        warehouseId: world.warehouseA,
        typedCount: 2,
        distinctCount: 2,
        comment: '',
      }),
    ]
    expect((await pushed(queue.body(ops))).status).toBe(200)
    const answer = await (await operator.request('/api/warehouse/rounds?order[startedAt]=desc')).json()
    expect(answer).toMatchObject({
      'hydra:totalItems': 1,
      'hydra:member': [{ id: roundId, applied: 1, refused: 0, held: 0, distinctCount: 2, knownCount: 1 }],
    })
  })

  test('list items by page, without a total where the query spares it', async () => {
    const list = async (query: string) =>
      (await (await operator.request(`/api/warehouse/items?${query}`)).json()) as Record<string, unknown[]>
    const all = await list('order[createdAt]=asc')
    expect(all['hydra:member']).toHaveLength(Number(all['hydra:totalItems']))
    const second = await list('order[createdAt]=asc&partial=true&itemsPerPage=2&page=2')
    expect(second).not.toHaveProperty('hydra:totalItems')
    expect(second['hydra:member']).toEqual(all['hydra:member']!.slice(2, 4))
    const waiting = await list('status=item_in_transit')
    expect(waiting['hydra:member']!.map((item) => (item as WorldItem).id)).not.toContain(items[0]!.id)
  })
})

describe('held operations', () => {
  test('are listed for the people of the warehouse and for admins', async () => {
    const queue = createQueue(world, { deviceId })
    queue.seq = 4
    const op = queue.operation('teleportItem', { far: true })
    const [follows, waits] = [op.opId, newId()].map((opId) => queue.checkIn(items[3]!, { dependsOn: [opId] }))
    await pushed(queue.body([op, follows, waits]))
    const manager = await api.signIn('warehouse_manager')
    const listed = await (await manager.request('/api/sync/held')).json()
    expect(listed).toMatchObject({
      'hydra:totalItems': 3,
      'hydra:member': [
        { opId: op.opId, code: 'SYNC_UNKNOWN_OPERATION', actorId: world.operatorA, causeActorName: null },
        { opId: follows!.opId, code: 'SYNC_WAITS_FOR', causeActorName: expect.stringMatching(/./) },
        { opId: waits!.opId, code: 'SYNC_WAITS_FOR', causeOp: waits!.dependsOn[0], causeActorName: null },
      ],
    })
    expect(await codeOf(operator.request('/api/sync/held'))).toBe('403 ACCESS_PERMISSION_MISSING')
    const path = `/api/sync/held/${op.opId}/run`
    expect(await codeOf(operator.request(path, { method: 'POST' }))).toBe('403 ACCESS_PERMISSION_MISSING')
    expect(await (await manager.request(path, { method: 'POST' })).json()).toMatchObject({
      opId: op.opId,
      status: 'held',
      code: 'SYNC_UNKNOWN_OPERATION',
    })
    expect(await codeOf(manager.request(`/api/sync/held/${newId()}/run`, { method: 'POST' }))).toBe(
      '404 REQUEST_NOT_FOUND',
    )
  })

  test('of a type that the server has learnt since are run by the housekeeping (OP-2)', async () => {
    const queue = createQueue(world, { deviceId })
    queue.seq = 7
    const op = queue.checkIn(items[4]!, { v: 2 })
    await pushed(queue.body([op]))
    const deps = createSyncDeps({
      database: api.db,
      now: () => new Date(),
      log: { warn: () => undefined, error: () => undefined },
    })
    const status = async () =>
      (await owner.query<{ status: string }>(`select status from sync_op where op_id = $1`, [op.opId])).rows[0]?.status
    await runHousekeeping(deps)
    expect(await status()).toBe('held')
    await owner.query(`update sync_op set v = 1 where op_id = $1`, [op.opId])
    await runHousekeeping(deps)
    expect(await status()).toBe('applied')
  })
})
