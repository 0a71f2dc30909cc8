import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { pageSize } from '#api/sync/pull.ts'
import { createSnapshot } from '#api/sync/snapshot.ts'
import { auditOf, preparePull } from '#tests/support/pull-world.ts'
import { createItems, createQueue, createWorld } from '#tests/support/sync-world.ts'

const sync = preparePull()
const { audit, fetchBase, follow, pullPage, update } = sync

describe('a base', () => {
  test('of a warehouse has its own items in full and all others by code (BASE-4)', async () => {
    const [mine] = await createItems(sync.db.owner, sync.world, 1)
    const [foreign] = await createItems(sync.db.owner, sync.world, 1, { destination: sync.world.warehouseB })
    const { head, items } = await fetchBase()
    expect(head.scope.warehouseIds).toEqual([sync.world.warehouseA])
    expect(head.config.stocks).toHaveLength(10)
    expect(head.config.warehouses).toHaveLength(2)
    expect(items.get(mine!.id)).toMatchObject({
      level: 'full',
      code: mine!.code,
      brand: 'Brand',
      productLabel: 'Phone 12',
      storeId: sync.world.storeId,
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
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    await update(`update product set label = $2 where id = $1`, [sync.world.productId, 'a "b" \\ c\nd\te \u{1f600} ,;'])
    await update(`update item set serial_number = '' where id = $1`, [item!.id])
    const { items } = await fetchBase()
    expect(items.get(item!.id)).toMatchObject({
      productLabel: 'a "b" \\ c d e \u{1f600} ,;',
      serialNumber: '',
      imei: null,
    })
  })

  test('is the same row by row as what a pull brings', async () => {
    const items = await createItems(sync.db.owner, sync.world, 3)
    const copy = await fetchBase()
    const queue = createQueue(sync.world)
    await sync.push(queue.identity, queue.body(items.map((item) => queue.checkIn(item))))
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
    await createItems(sync.db.owner, sync.world, 2)
    expect((await fetchBase(sync.seller)).items.size).toBe(2)
    expect((await fetchBase({ ...sync.seller, organizationId: newId() })).items.size).toBe(0)
    const analyst = await fetchBase({ ...sync.admin, userType: 'root_management_unit_analyst' })
    expect(analyst.items.size).toBe(0)
    expect(analyst.head.config.stocks).toHaveLength(10)
  })

  test('of an admin is that of the warehouse chosen, which has to be of the account (BASE-4)', async () => {
    await createItems(sync.db.owner, sync.world, 2)
    const snapshot = createSnapshot(sync.db.deps)
    const request = { protocol: 1, deviceId: randomUUID(), uncovered: [], warehouseId: sync.world.warehouseA }
    const chosen = await snapshot(sync.admin, request)
    expect(chosen.ok && (await new Response(chosen.value).text()).split('\n').length).toBe(5)
    const other = await createWorld(sync.db.owner)
    expect(await snapshot(sync.admin, { ...request, warehouseId: other.warehouseA })).toMatchObject({
      ok: false,
      error: { code: 'REQUEST_NOT_FOUND' },
    })
  })

  test('of another account is out of reach (BASE-4)', async () => {
    const other = await createWorld(sync.db.owner)
    await createItems(sync.db.owner, other, 3)
    expect((await fetchBase()).items.size).toBe(0)
    expect((await fetchBase({ ...sync.operator, organizationId: other.warehouseA })).items.size).toBe(0)
  })

  test('that is given up gives its connection back', { tags: ['slow'] }, async () => {
    await createItems(sync.db.owner, sync.world, 500)
    const snapshot = createSnapshot(sync.db.deps)
    for (let round = 0; round < 40; round++) {
      const answer = await snapshot(sync.operator, { protocol: 1, deviceId: randomUUID(), uncovered: [] })
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
  test('brings what changed, once (PULL-1)', async () => {
    const items = await createItems(sync.db.owner, sync.world, 3)
    const copy = await fetchBase()
    const queue = createQueue(sync.world)
    await sync.push(queue.identity, queue.body([queue.checkIn(items[0]!)]))
    const [page] = await follow(copy)
    expect(page).toMatchObject({ complete: true, gone: [], config: null })
    expect(page!.items).toHaveLength(1)
    expect(copy.items.get(items[0]!.id)).toMatchObject({
      version: 2,
      status: 'item_awaiting_compliancy_tests',
      last: { type: 'checkInItem', actor: sync.world.operatorA },
    })
    expect((await follow(copy))[0]!.items).toEqual([])
    expect(await audit()).toEqual(auditOf(copy))
  })

  test('never misses a transaction that commits after a later one (PULL-1)', async () => {
    const items = await createItems(sync.db.owner, sync.world, 2)
    const copy = await fetchBase()
    const late = new pg.Client({ connectionString: sync.db.test.ownerUrl })
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

  test('brings the configuration whole when any of it changed (PULL-6)', async () => {
    const copy = await fetchBase()
    await update(
      `update organization_root_detail set warehouse_checkin_requirement = 'mandatory' where account_id = $1`,
      [sync.world.accountId],
    )
    const [page] = await follow(copy)
    expect(page!.config?.settings.warehouseCheckinRequirement).toBe('mandatory')
    expect(page!.config?.stocks).toHaveLength(10)
    expect((await follow(copy))[0]!.config).toBe(null)
    expect(await audit()).toEqual(auditOf(copy))
  })

  test('tells what left the scope (PULL-4)', async () => {
    const items = await createItems(sync.db.owner, sync.world, 2)
    const floor = await fetchBase()
    const shop = await fetchBase(sync.seller)
    await update(`update item set archived_at = now() where id = $1`, [items[0]!.id])
    await update(`update item set store_id = null where id = $1`, [items[1]!.id])
    const [page] = await follow(floor)
    expect(page!.gone).toEqual([items[0]!.id])
    const [left] = await follow(shop, sync.seller)
    expect(left!.gone.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
    expect(await audit()).toEqual(auditOf(floor))
  })

  test('turns an item that leaves the warehouse into one known by code (PULL-4)', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const copy = await fetchBase()
    await update(`update item set destination_warehouse_id = $2 where id = $1`, [item!.id, sync.world.warehouseB])
    await follow(copy)
    expect(copy.items.get(item!.id)).toMatchObject({ level: 'slim', productLabel: null })
    expect(await audit()).toEqual(auditOf(copy))
  })

  test(
    'goes in pages up to one snapshot and gives outcomes with the last one only (PULL-3)',
    { tags: ['slow'] },
    async () => {
      const items = await createItems(sync.db.owner, sync.world, pageSize + 500)
      const copy = await fetchBase()
      await update(`update item set comment = 'all' where account_id = $1`, [sync.world.accountId])
      const queue = createQueue(sync.world)
      const op = queue.checkIn(items[0]!)
      await sync.push(queue.identity, queue.body([op]))
      const asked = { uncovered: [op.opId], deviceId: queue.identity.deviceId }
      const first = await pullPage(copy.cursor, asked)
      expect(first).toMatchObject({ complete: false, outcomes: [], acked: [] })
      await update(`update item set comment = 'more' where id = $1`, [items[5]!.id])
      const second = await pullPage(first.cursor, asked)
      expect(second).toMatchObject({ complete: true, outcomes: [{ opId: op.opId, status: 'applied' }] })
      expect(second.acked).toEqual([{ actor: sync.world.operatorA, module: 'rps', seq: 1 }])
      expect(new Set([...first.items, ...second.items].map(([id]) => id)).size).toBe(pageSize + 500)
      const third = await pullPage(second.cursor, asked)
      expect(third.items.map(([id]) => id)).toEqual([items[5]!.id])
      await follow(copy)
      expect(await audit()).toEqual(auditOf(copy))
    },
  )

  test('gives an outcome that changed later with the rows of the change (PULL-5)', async () => {
    const items = await createItems(sync.db.owner, sync.world, 2)
    const one = createQueue(sync.world)
    const two = createQueue(sync.world)
    const cause = one.checkIn(items[0]!)
    const waits = two.checkIn(items[1]!, { dependsOn: [cause.opId] })
    await sync.push(two.identity, two.body([waits]))
    const copy = await fetchBase()
    const held = await pullPage(copy.cursor, { uncovered: [waits.opId] })
    expect(held.outcomes).toMatchObject([{ status: 'held' }])
    const late = new pg.Client({ connectionString: sync.db.test.appUrl })
    await late.connect()
    await late.query(`begin; set local app.account_id = '${sync.world.accountId}'`)
    await late.query('select pg_current_xact_id()')
    await sync.push(one.identity, one.body([cause]))
    const applied = await pullPage(held.cursor, { uncovered: [waits.opId] })
    await late.query('rollback')
    await late.end()
    expect(applied.outcomes).toMatchObject([{ opId: waits.opId, status: 'applied' }])
    expect(applied.items.map(([id]) => id)).toContain(items[1]!.id)
  })

  test('tells the device of an author that another user has settled what the server held (SETTLE-4)', async () => {
    const items = await createItems(sync.db.owner, sync.world, 2)
    const [author, manager] = [createQueue(sync.world), createQueue(sync.world, { userId: sync.world.managerA })]
    const [held, kept] = [author.checkIn(items[0]!, { v: 9 }), author.checkIn(items[1]!, { v: 9 })]
    await sync.push(author.identity, author.body([held, kept]))
    const copy = await fetchBase()
    const args = { targetOpId: held.opId, resolution: 'discarded', reason: 'twice' }
    await sync.push(manager.identity, manager.body([manager.operation('settleRefusal', args)]))
    const { outcomes } = await pullPage(copy.cursor, { uncovered: [held.opId, kept.opId] })
    expect(outcomes.find(({ opId }) => opId === held.opId)).toMatchObject({
      status: 'rejected',
      resolution: 'discarded',
    })
    expect(outcomes.find(({ opId }) => opId === kept.opId)).not.toHaveProperty('resolution')
  })

  test('finds outcomes decided under an earlier id of the device', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const old = createQueue(sync.world)
    const op = old.checkIn(item!)
    await sync.push(old.identity, old.body([op]))
    const copy = await fetchBase()
    const page = await pullPage(copy.cursor, { uncovered: [op.opId, 'no-uuid'], deviceId: randomUUID() })
    expect(page.outcomes.map(({ opId }) => opId)).toEqual([op.opId])
  })
})
