import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { inAccountSql } from '#api/sync/account-sql.ts'
import { createPull, pageSize, type Pull } from '#api/sync/pull.ts'
import { createPush, type Push } from '#api/sync/push.ts'
import { createAudit, createSnapshot } from '#api/sync/snapshot.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { hashShare, unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import { snapshotHeadSchema, snapshotTailSchema, type PullAnswer, type SnapshotHead } from '#sync/wire/pull.ts'
import { createItems, createQueue, createSyncDatabase, createWorld } from '#tests/support/sync-world.ts'
import type { SyncTestDatabase, SyncWorld } from '#tests/support/sync-world.ts'

let db: SyncTestDatabase
let world: SyncWorld
let push: Push
let pull: Pull
let operator: PullIdentity
let seller: PullIdentity
let admin: PullIdentity

beforeAll(async () => {
  db = await createSyncDatabase()
  push = createPush(db.deps)
  pull = createPull(db.deps)
})
beforeEach(async () => {
  world = await createWorld(db.owner)
  const { accountId } = world
  operator = {
    accountId,
    userId: world.operatorA,
    module: 'rps',
    userType: 'warehouse_operator',
    organizationId: world.warehouseA,
  }
  seller = { accountId, userId: world.seller, module: 'tim', userType: 'store_seller', organizationId: world.storeId }
  admin = { accountId, userId: world.admin, module: 'root', userType: 'admin', organizationId: newId() }
})
afterAll(() => db.close())

interface Copy {
  readonly head: SnapshotHead
  readonly items: Map<string, ItemRow>
  cursor: string
}

async function fetchBase(
  identity = operator,
  uncovered: string[] = [],
  deviceId: string = randomUUID(),
): Promise<Copy> {
  const answer = await createSnapshot(db.deps)(identity, { protocol: 1, deviceId, uncovered })
  if (!answer.ok) throw new Error(answer.error.code)
  const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
  const head = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
  const tail = snapshotTailSchema.parse(JSON.parse(lines.at(-1)!))
  const items = lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem))
  const copy = { head, items: new Map(items.map((item) => [item.id, item])), cursor: head.cursor }
  expect(tail).toEqual(tailOf(copy))
  return copy
}

function tailOf({ items }: Copy): { count: number; hash: number } {
  const shares = [...items.values()].map(({ id, version, level }) => hashShare(id, version, level))
  return { count: items.size, hash: shares.reduce((sum, share) => (sum + share) % 4_294_967_296, 0) }
}

async function pullPage(
  cursor: string,
  { identity = operator, uncovered = [] as string[], deviceId = randomUUID() as string } = {},
): Promise<PullAnswer> {
  const answer = await pull(identity, { protocol: 1, deviceId, cursor, uncovered })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

async function follow(copy: Copy, identity = operator): Promise<PullAnswer[]> {
  const pages: PullAnswer[] = []
  for (;;) {
    const page = await pullPage(copy.cursor, { identity })
    for (const packed of page.items) copy.items.set(unpackItem(packed).id, unpackItem(packed))
    for (const id of page.gone) copy.items.delete(id)
    copy.cursor = page.cursor
    pages.push(page)
    if (page.complete) return pages
  }
}

async function audit(identity = operator) {
  const answer = await createAudit(db.deps)(identity, { protocol: 1 })
  return answer.ok ? answer.value : answer.error
}

async function update(text: string, values: unknown[] = []): Promise<void> {
  await db.owner.query(text, values)
}

describe('a base', () => {
  test('of a warehouse has its own items in full and all others by code', async () => {
    const [mine] = await createItems(db.owner, world, 1)
    const [foreign] = await createItems(db.owner, world, 1, { destination: world.warehouseB })
    const { head, items } = await fetchBase()
    expect(head.scope.warehouseIds).toEqual([world.warehouseA])
    expect(head.config.stocks).toHaveLength(10)
    expect(head.config.warehouses).toHaveLength(2)
    expect(items.get(mine!.id)).toMatchObject({
      level: 'full',
      code: mine!.code,
      brand: 'Brand',
      productLabel: 'Phone 12',
      storeId: world.storeId,
      status: 'item_in_transit',
    })
    expect(items.get(foreign!.id)).toMatchObject({
      level: 'slim',
      code: foreign!.code,
      brand: null,
      productLabel: null,
      storeId: null,
      last: null,
    })
  })

  test('carries quotes, backslashes, control characters and emoji', async () => {
    const [item] = await createItems(db.owner, world, 1)
    await update(`update product set label = $2 where id = $1`, [world.productId, 'a "b" \\ c\nd\te \u{1f600} ,;'])
    await update(`update item set serial_number = '' where id = $1`, [item!.id])
    const { items } = await fetchBase()
    expect(items.get(item!.id)).toMatchObject({
      productLabel: 'a "b" \\ c d e \u{1f600} ,;',
      serialNumber: '',
      imei: null,
    })
  })

  test('is the same row by row as what a pull brings', async () => {
    const items = await createItems(db.owner, world, 3)
    const copy = await fetchBase()
    const queue = createQueue(world)
    await push(queue.identity, queue.body(items.map((item) => queue.checkIn(item))))
    await update(
      `update buyback set declared_grade = 'grade_b', declared_price_cents = 1, promised_payment_on = '2026-02-03' where id = $1`,
      [items[0]!.buybackId],
    )
    await follow(copy)
    expect([...(await fetchBase()).items].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
      [...copy.items].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    expect(copy.items.get(items[0]!.id)).toMatchObject({
      declaredGrade: 'grade_b',
      declaredPriceCents: 1,
      promisedOn: '2026-02-03',
      last: { type: 'checkInItem' },
    })
  })

  test('of a store has its items and no others; of others the configuration alone', async () => {
    await createItems(db.owner, world, 2)
    expect((await fetchBase(seller)).items.size).toBe(2)
    expect((await fetchBase({ ...seller, organizationId: newId() })).items.size).toBe(0)
    const analyst = await fetchBase({ ...admin, userType: 'root_management_unit_analyst' })
    expect(analyst.items.size).toBe(0)
    expect(analyst.head.config.stocks).toHaveLength(10)
  })

  test('of an admin is that of the warehouse chosen, which has to be of the account', async () => {
    await createItems(db.owner, world, 2)
    const snapshot = createSnapshot(db.deps)
    const request = { protocol: 1, deviceId: randomUUID(), uncovered: [], warehouseId: world.warehouseA }
    const chosen = await snapshot(admin, request)
    expect(chosen.ok && (await new Response(chosen.value).text()).split('\n').length).toBe(5)
    const other = await createWorld(db.owner)
    expect(await snapshot(admin, { ...request, warehouseId: other.warehouseA })).toMatchObject({
      ok: false,
      error: { code: 'REQUEST_NOT_FOUND' },
    })
  })

  test('of another account is out of reach', async () => {
    const other = await createWorld(db.owner)
    await createItems(db.owner, other, 3)
    expect((await fetchBase()).items.size).toBe(0)
    expect((await fetchBase({ ...operator, organizationId: other.warehouseA })).items.size).toBe(0)
  })

  test('that is given up gives its connection back', async () => {
    await createItems(db.owner, world, 500)
    const snapshot = createSnapshot(db.deps)
    for (let round = 0; round < 40; round++) {
      const answer = await snapshot(operator, { protocol: 1, deviceId: randomUUID(), uncovered: [] })
      if (!answer.ok) throw new Error(answer.error.code)
      if (round % 2 === 0) await answer.value.cancel()
      else {
        const reader = answer.value.getReader()
        await reader.read()
        await reader.cancel()
      }
    }
    expect((await fetchBase()).items.size).toBe(500)
  })
})

describe('a pull', () => {
  test('brings what changed, once', async () => {
    const items = await createItems(db.owner, world, 3)
    const copy = await fetchBase()
    const queue = createQueue(world)
    await push(queue.identity, queue.body([queue.checkIn(items[0]!)]))
    const [page] = await follow(copy)
    expect(page).toMatchObject({ complete: true, gone: [], config: null })
    expect(page!.items).toHaveLength(1)
    expect(copy.items.get(items[0]!.id)).toMatchObject({
      version: 2,
      status: 'item_awaiting_compliancy_tests',
      last: { type: 'checkInItem', actor: world.operatorA },
    })
    expect((await follow(copy))[0]!.items).toEqual([])
    expect(await audit()).toEqual(tailOf(copy))
  })

  test('never misses a transaction that commits after a later one', async () => {
    const items = await createItems(db.owner, world, 2)
    const copy = await fetchBase()
    const late = new pg.Client({ connectionString: db.test.ownerUrl })
    await late.connect()
    await late.query(`begin; set local app.system = 'on'`)
    await late.query(`update item set comment = 'late' where id = $1`, [items[0]!.id])
    await update(`update item set comment = 'early' where id = $1`, [items[1]!.id])
    const [early] = await follow(copy)
    await late.query('commit')
    await late.end()
    const [after] = await follow(copy)
    expect(early!.items.map(([id]) => id)).toEqual([items[1]!.id])
    expect(after!.items.map(([id]) => id)).toEqual([items[0]!.id])
  })

  test('brings the configuration whole when any of it changed', async () => {
    const copy = await fetchBase()
    await update(
      `update organization_root_detail set warehouse_checkin_requirement = 'mandatory' where account_id = $1`,
      [world.accountId],
    )
    const [page] = await follow(copy)
    expect(page!.config?.settings.warehouseCheckinRequirement).toBe('mandatory')
    expect(page!.config?.stocks).toHaveLength(10)
    expect((await follow(copy))[0]!.config).toBe(null)
  })

  test('tells what left the scope', async () => {
    const items = await createItems(db.owner, world, 2)
    const floor = await fetchBase()
    const shop = await fetchBase(seller)
    await update(`update item set archived_at = now() where id = $1`, [items[0]!.id])
    await update(`update item set store_id = null where id = $1`, [items[1]!.id])
    const [page] = await follow(floor)
    expect(page!.gone).toEqual([items[0]!.id])
    const [left] = await follow(shop, seller)
    expect(left!.gone.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
    expect(await audit()).toEqual(tailOf(floor))
  })

  test('turns an item that leaves the warehouse into one known by code', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const copy = await fetchBase()
    await update(`update item set destination_warehouse_id = $2 where id = $1`, [item!.id, world.warehouseB])
    await follow(copy)
    expect(copy.items.get(item!.id)).toMatchObject({ level: 'slim', productLabel: null })
    expect(await audit()).toEqual(tailOf(copy))
  })

  test('goes in pages up to one snapshot and gives outcomes with the last one only', async () => {
    const items = await createItems(db.owner, world, pageSize + 500)
    const copy = await fetchBase()
    await update(`update item set comment = 'all' where account_id = $1`, [world.accountId])
    const queue = createQueue(world)
    const op = queue.checkIn(items[0]!)
    await push(queue.identity, queue.body([op]))
    const asked = { uncovered: [op.opId], deviceId: queue.identity.deviceId }
    const first = await pullPage(copy.cursor, asked)
    expect(first).toMatchObject({ complete: false, outcomes: [], acked: [] })
    await update(`update item set comment = 'more' where id = $1`, [items[5]!.id])
    const second = await pullPage(first.cursor, asked)
    expect(second).toMatchObject({ complete: true, outcomes: [{ opId: op.opId, status: 'applied' }] })
    expect(second.acked).toEqual([{ actor: world.operatorA, module: 'rps', seq: 1 }])
    expect(new Set([...first.items, ...second.items].map(([id]) => id)).size).toBe(pageSize + 500)
    const third = await pullPage(second.cursor, asked)
    expect(third.items.map(([id]) => id)).toEqual([items[5]!.id])
    await follow(copy)
    expect(await audit()).toEqual(tailOf(copy))
  })

  test('gives an outcome that changed later with the rows of the change', async () => {
    const items = await createItems(db.owner, world, 2)
    const one = createQueue(world)
    const two = createQueue(world)
    const cause = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
    await push(two.identity, two.body([waits]))
    const copy = await fetchBase()
    const held = await pullPage(copy.cursor, { uncovered: [waits.opId] })
    expect(held.outcomes).toMatchObject([{ status: 'held' }])
    const late = new pg.Client({ connectionString: db.test.appUrl })
    await late.connect()
    await late.query(`begin; set local app.account_id = '${world.accountId}'`)
    await late.query('select pg_current_xact_id()')
    await push(one.identity, one.body([cause]))
    const applied = await pullPage(held.cursor, { uncovered: [waits.opId] })
    await late.query('rollback')
    await late.end()
    expect(applied.outcomes).toMatchObject([{ opId: waits.opId, status: 'applied' }])
    expect(applied.items.map(([id]) => id)).toContain(items[1]!.id)
  })

  test('finds outcomes decided under an earlier id of the device', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const old = createQueue(world)
    const op = old.checkIn(item!)
    await push(old.identity, old.body([op]))
    const copy = await fetchBase()
    const page = await pullPage(copy.cursor, { uncovered: [op.opId, 'no-uuid'], deviceId: randomUUID() })
    expect(page.outcomes.map(({ opId }) => opId)).toEqual([op.opId])
  })
})

describe('a cursor', () => {
  async function expired(cursor: string, identity = operator) {
    const answer = await pull(identity, { protocol: 1, deviceId: randomUUID(), cursor, uncovered: [] })
    return answer.ok ? null : answer.error.code
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('that this server did not write is expired', async () => {
    const { cursor } = await fetchBase()
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>
    for (const text of ['', 'x', encode(null), encode({}), encode({ ...read, s: '5' }), encode({ ...read, s: '0:1:' })])
      expect(await expired(text)).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, s: 'zzzzzzzzzzzz:1:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, s: 'zzzzzzzzzzzzz:1:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, u: '1:1:', p: { x: ['99999999999999999999', 1] } }))).toBe(
      'SYNC_CURSOR_EXPIRED',
    )
  })

  test('of another scope is expired', async () => {
    const { cursor } = await fetchBase()
    expect(await expired(cursor, { ...operator, organizationId: world.warehouseB })).toBe('SYNC_CURSOR_EXPIRED')
  })

  test('of an earlier epoch is expired, and the new base tells a lowered sequence', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    await push(queue.identity, queue.body([queue.checkIn(item!)]))
    const { cursor, head } = await fetchBase()
    await update(`delete from sync_op where account_id = $1`, [world.accountId])
    await update(`update sync_device set acked_seq = 0 where account_id = $1`, [world.accountId])
    await update(`select raise_sync_epoch()`)
    expect(await expired(cursor)).toBe('SYNC_CURSOR_EXPIRED')
    const restored = await fetchBase(operator, [], queue.identity.deviceId)
    expect(restored.head.epoch).not.toBe(head.epoch)
    expect(restored.head.acked).toEqual([{ actor: world.operatorA, module: 'rps', seq: 0 }])
  })

  test('from before the pruned part of the log is expired, a later one goes on', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const prune = (keep: string) =>
      inAccountSql(db.deps.pool, world.accountId, 'read committed', (sql) =>
        sql.run(`select sync_prune_changes('${keep}', 100000)`),
      )
    await prune('1 day')
    const before = await fetchBase()
    await update(`update sync_horizon set at = at - interval '2 days'`)
    await prune('1 day')
    await update(`update item set comment = 'b' where id = $1`, [item!.id])
    const read = JSON.parse(Buffer.from(before.cursor, 'base64url').toString()) as Record<string, unknown>
    expect(await expired(encode({ ...read, s: '3:0:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect((await follow(before))[0]!.items).toHaveLength(1)
    expect(await audit()).toEqual(tailOf(before))
  })

  test('holds hundreds of running transactions in its length', async () => {
    const { cursor } = await fetchBase()
    expect(cursor.length).toBeLessThan(400)
  })
})

test('under writers that commit in any order the union of pulls is what was committed', async () => {
  const items = await createItems(db.owner, world, 200)
  const copy = await fetchBase()
  let isWriting = true
  const writers = Array.from({ length: 8 }, async () => {
    const client = new pg.Client({ connectionString: db.test.ownerUrl })
    await client.connect()
    await client.query(`set app.system = 'on'`)
    for (let round = 0; round < 25; round++) {
      await client.query('begin')
      await client.query(`update item set comment = $2 where id = $1`, [
        items[Math.floor(Math.random() * 200)]!.id,
        String(round),
      ])
      await client.query('select pg_sleep($1)', [Math.random() * 0.02])
      await client.query(Math.random() < 0.1 ? 'rollback' : 'commit')
    }
    await client.end()
  })
  const reading = (async () => {
    while (isWriting) await follow(copy)
  })()
  await Promise.all(writers)
  isWriting = false
  await reading
  await follow(copy)
  expect(await audit()).toEqual(tailOf(copy))
})
