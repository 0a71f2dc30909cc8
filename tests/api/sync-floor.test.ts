import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { copyJsonRows } from '#api/sync/copy-json-rows.ts'
import { copyItems, itemSource, packedItem, scopeParameters } from '#api/sync/item-sql.ts'
import { createPull } from '#api/sync/pull.ts'
import { createPush, type Push } from '#api/sync/push.ts'
import { createSnapshot } from '#api/sync/snapshot.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { NativeStock } from '#domain/warehouse/item-status.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import type { PushAnswer } from '#sync/wire/operation.ts'
import { pullAnswerSchema, snapshotHeadSchema } from '#sync/wire/pull.ts'
import {
  createItems,
  createQueue,
  createSyncDatabase,
  createWorld,
  type Queue,
  type SyncTestDatabase,
  type SyncWorld,
  type WorldItem,
} from '#tests/support/sync-world.ts'

let db: SyncTestDatabase
let world: SyncWorld
let push: Push
let shelf: string
let declaration: Declaration
const question = newId()
const [fine, worn, broken] = [newId(), newId(), newId()]

beforeAll(async () => {
  db = await createSyncDatabase()
  world = await createWorld(db.owner)
  push = createPush(db.deps)
  shelf = newId()
  await db.owner.query(`insert into stock (account_id, id, warehouse_id, name) values ($1, $2, $3, 'Shelf')`, [
    world.accountId,
    shelf,
    world.warehouseA,
  ])
  const questionnaireId = newId()
  const answers = [fine, worn, broken].map((id, at) => ({
    id,
    name: `Answer ${at}`,
    bestGrade: ['grade_a', 'grade_b', 'grade_d'][at],
    impact: { type: 'none' },
  }))
  await db.owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    world.accountId,
    questionnaireId,
    world.categoryId,
    JSON.stringify({ questions: [{ id: question, title: 'Screen', answers }] }),
  ])
  declaration = {
    productId: world.productId,
    simple: false,
    prices: { grade_a: 10_000, grade_b: 9_500, grade_d: 4_000 },
    questionnaireId,
    answers: [{ questionId: question, answerId: fine }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: { type: 'value', value: 600, maxCents: null },
    modifiers: [],
  }
})
afterAll(() => db.close())

async function declaredItem(): Promise<WorldItem> {
  const [item] = await createItems(db.owner, world, 1)
  await db.owner.query(`update buyback set declaration = $3 where account_id = $1 and id = $2`, [
    world.accountId,
    item!.buybackId,
    JSON.stringify(declaration),
  ])
  return item!
}

async function send(queue: Queue, ops: readonly unknown[]): Promise<PushAnswer> {
  const answer = await push(queue.identity, queue.body(ops))
  if (!answer.ok)
    throw new Error(`${answer.error.code} ${answer.error.field ?? ''} ${JSON.stringify(answer.error.details)}`)
  return answer.value
}

const codes = ({ outcomes }: PushAnswer) => outcomes.map(({ status, code }) => code ?? status)

function onItem(queue: Queue, type: string, item: WorldItem, args: Record<string, unknown>) {
  return queue.operation(type, { itemId: item.id, ...args }, { lanes: [`item:${item.id}`] })
}

const test1 = (queue: Queue, item: WorldItem, answerId: string, args: Record<string, unknown> = {}) =>
  onItem(queue, 'testItem', item, {
    warehouseId: world.warehouseA,
    answers: [{ questionId: question, answerId }],
    photos: [],
    ...args,
  })

async function stored(item: WorldItem) {
  const { rows } = await db.owner.query<Record<string, unknown> & { native: NativeStock | null }>(
    `select i.status, i.imei, i.serial_number, i.version, i.facts, i.stock_id, s.native, b.status as buyback,
       b.controlled_grade, b.controlled_price_cents, b.validated_price_cents, b.settled_at is not null as settled
     from item i join buyback b on b.id = i.buyback_id left join stock s on s.id = i.stock_id where i.id = $1`,
    [item.id],
  )
  return rows[0]!
}

function operatorIdentity() {
  const { accountId } = world
  return {
    accountId,
    userId: world.operatorA,
    module: 'rps' as const,
    userType: 'warehouse_operator' as const,
    organizationId: world.warehouseA,
  }
}

async function base() {
  const answer = await createSnapshot(db.deps)(operatorIdentity(), {
    protocol: 1,
    deviceId: randomUUID(),
    uncovered: [],
  })
  if (!answer.ok) throw new Error(answer.error.code)
  const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
  const head = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
  const items = lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem))
  return { head, items: new Map<string, ItemRow>(items.map((item) => [item.id, item])) }
}

describe('a compliance test', () => {
  test('settles item and buyback, and its facts travel in the base and in the pull', async () => {
    const item = await declaredItem()
    const before = await base()
    const queue = createQueue(world)
    const photos = [{ photoId: newId(), questionId: question }]
    const ops = [
      queue.checkIn(item),
      test1(queue, item, worn, { stockId: shelf, imei: '350000000000017', serialNumber: 'S-1', photos }),
    ]
    expect(codes(await send(queue, ops))).toEqual(['applied', 'applied'])
    expect(await stored(item)).toMatchObject({
      status: 'item_completed_with_absorption',
      buyback: 'bb_completed_with_absorption',
      imei: '350000000000017',
      serial_number: 'S-1',
      stock_id: shelf,
      controlled_grade: 'grade_b',
      controlled_price_cents: 9_500,
      validated_price_cents: 10_000,
      settled: true,
      version: 3,
    })
    const facts = {
      productId: world.productId,
      categoryId: world.categoryId,
      declaration,
      control: { outcome: 'with_absorption', absorbedCents: 500, photos },
      validated: { priceCents: 10_000, paymentCents: 10_000 },
    }
    expect((await base()).items.get(item.id)?.facts).toMatchObject(facts)
    const pulled = await createPull(db.deps)(operatorIdentity(), {
      protocol: 1,
      deviceId: randomUUID(),
      cursor: before.head.cursor,
      uncovered: [],
    })
    if (!pulled.ok) throw new Error(pulled.error.code)
    const rows = pullAnswerSchema.parse(pulled.value).items.map(unpackItem)
    expect(rows.find(({ id }) => id === item.id)?.facts).toMatchObject(facts)
    const { rows: history } = await db.owner.query(
      `select action, details from item_history where item_id = $1 order by id`,
      [item.id],
    )
    expect(history.at(-1)).toMatchObject({ action: 'compliance_test', details: { outcome: 'with_absorption', photos } })
  })

  test('with a lower price waits in quarantine for the customer, and is tested again after its release', async () => {
    const item = await declaredItem()
    const queue = createQueue(world)
    const manager = createQueue(world, { userId: world.managerA })
    expect(codes(await send(queue, [queue.checkIn(item), test1(queue, item, broken)]))).toEqual(['applied', 'applied'])
    expect(await stored(item)).toMatchObject({
      status: 'item_in_quarantine',
      native: 'in_quarantine',
      buyback: 'bb_in_processing',
      controlled_price_cents: 4_000,
      validated_price_cents: null,
      settled: false,
    })
    expect(codes(await send(queue, [onItem(queue, 'releaseFromQuarantine', item, { release: 'kept' })]))).toEqual([
      'SYNC_PERMISSION_MISSING',
    ])
    const again = onItem(manager, 'releaseFromQuarantine', item, { release: 'test_again' })
    expect(codes(await send(manager, [again]))).toEqual(['applied'])
    expect(codes(await send(queue, [test1(queue, item, worn)]))).toEqual(['applied'])
    expect(await stored(item)).toMatchObject({
      controlled_price_cents: 9_500,
      validated_price_cents: 10_000,
      settled: true,
    })
  })

  test('of an item without a declaration is refused, and nothing is written', async () => {
    const [item] = await createItems(db.owner, world, 1)
    const queue = createQueue(world)
    expect(codes(await send(queue, [queue.checkIn(item!), test1(queue, item!, fine)]))).toEqual([
      'applied',
      'CONTROL_QUESTIONS_UNKNOWN',
    ])
    expect(await stored(item!)).toMatchObject({ status: 'item_awaiting_compliancy_tests', facts: null })
  })

  test('brings its questions to the device', async () => {
    const { head } = await base()
    expect(head.config.questionnaires?.find(({ id }) => id === declaration.questionnaireId)?.questions).toHaveLength(1)
  })
})

describe('a quarantine', () => {
  test('is left for good: kept, moved, and not paid twice', async () => {
    const item = await declaredItem()
    const queue = createQueue(world)
    const manager = createQueue(world, { userId: world.managerA })
    await send(queue, [queue.checkIn(item), test1(queue, item, broken)])
    const captures = [
      onItem(manager, 'releaseFromQuarantine', item, { release: 'returned' }),
      onItem(manager, 'releaseFromQuarantine', item, { release: 'kept' }),
      onItem(manager, 'moveItem', item, { stockId: shelf }),
    ]
    expect(codes(await send(manager, captures))).toEqual(['QUARANTINE_LABEL_MISSING', 'applied', 'applied'])
    expect(await stored(item)).toMatchObject({
      status: 'item_completed',
      buyback: 'bb_completed',
      validated_price_cents: 10_000,
      stock_id: shelf,
      settled: true,
    })
  })
})

describe('refurbishment', () => {
  test('goes from the diagnosis over its steps to the end, with costs and times', async () => {
    const step = newId()
    const [state, weak, healthy] = [newId(), newId(), newId()]
    const { accountId, warehouseA } = world
    const sql = (text: string, values: unknown[]) => db.owner.query(text, [accountId, ...values])
    await sql(
      `insert into refurb_step (account_id, id, name, warehouse_id, stock_id) values ($1, $2, 'Battery', $3, $4)`,
      [step, warehouseA, shelf],
    )
    await sql(`insert into refurb_step_cost values ($1, $2, $3, 2500)`, [step, warehouseA])
    await sql(
      `insert into refurb_question (account_id, id, label, type, position) values ($1, $2, 'Battery', 'unique', 1)`,
      [state],
    )
    await sql(`insert into refurb_answer values ($1, $2, $4, 'Weak', 1), ($1, $3, $4, 'Healthy', 2)`, [
      weak,
      healthy,
      state,
    ])
    await sql(`insert into refurb_answer_step values ($1, $2, $3, 1)`, [weak, step])

    const item = await declaredItem()
    const queue = createQueue(world)
    const work = (action: string, seenRevision: number, minute: number, args: Record<string, unknown> = {}) => ({
      ...onItem(queue, 'workOnRefurbStep', item, { stepId: step, action, seenRevision, ...args }),
      capturedAt: `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`,
    })
    const diagnosis = [
      queue.checkIn(item),
      test1(queue, item, fine),
      onItem(queue, 'startRefurbDiagnosis', item, {}),
      onItem(queue, 'finalizeRefurbDiagnosis', item, {
        answers: [{ questionId: state, answerIds: [weak] }],
        stockId: shelf,
      }),
    ]
    expect(codes(await send(queue, diagnosis))).toEqual(['applied', 'applied', 'applied', 'applied'])
    const { head, items } = await base()
    expect(head.config.refurbSteps).toEqual([
      { id: step, name: 'Battery', stockId: shelf, costs: [{ warehouseId: warehouseA, costCents: 2_500 }] },
    ])
    expect(head.config.refurbQuestions?.[0]?.answers).toMatchObject([{ stepIds: [step] }, { stepIds: [] }])
    expect(items.get(item.id)).toMatchObject({
      status: 'item_refurb_in_progress',
      facts: { steps: [{ stepId: step, status: 'to_do' }] },
    })

    const steps = [
      work('start', 0, 0, { stockId: shelf }),
      work('pause', 1, 10),
      work('resume', 2, 30),
      work('complete', 3, 35, { comment: 'new cell' }),
    ]
    expect(codes(await send(queue, steps))).toEqual(['applied', 'applied', 'applied', 'applied'])
    const other = createQueue(world, { userId: world.operatorA2 })
    const late = onItem(other, 'workOnRefurbStep', item, {
      stepId: step,
      action: 'cancel',
      seenRevision: 0,
      comment: 'no part',
    })
    expect(codes(await send(other, [late]))).toEqual(['REFURB_STEP_CHANGED'])
    const confirm = onItem(queue, 'confirmRefurbSteps', item, {})
    expect((await send(queue, [confirm])).outcomes[0]).toMatchObject({ code: 'REFURB_HAS_REFUSED', causeOp: late.opId })
    const settle = other.operation(
      'settleRefusal',
      { targetOpId: late.opId, resolution: 'discarded', reason: 'done already' },
      { lanes: [`op:${late.opId}`] },
    )
    expect(codes(await send(other, [settle]))).toEqual(['applied'])
    expect(codes(await send(queue, [onItem(queue, 'confirmRefurbSteps', item, {})]))).toEqual(['applied'])
    const row = await stored(item)
    expect(row).toMatchObject({ status: 'item_refurb_completed', native: 'refurbishment_completed', version: 10 })
    expect(row['facts']).toMatchObject({
      steps: [{ status: 'completed', workedMs: 15 * 60_000, plannedCostCents: 2_500 }],
    })
    const { rows } = await db.owner.query(
      `select details from item_history where item_id = $1 and action = 'refurb_confirm'`,
      [item.id],
    )
    expect(rows).toEqual([{ details: { plannedCents: 2_500, completedCents: 2_500 } }])
    await expect(sql(`delete from refurb_step where account_id = $1 and id = $2`, [step])).rejects.toThrow(
      /refurb_answer_step/,
    )
  })
})

describe('stocks', () => {
  test('keep a move with its undo, across pushes', async () => {
    const item = await declaredItem()
    const queue = createQueue(world)
    const move = { ...onItem(queue, 'moveItem', item, { stockId: shelf }) }
    queue.seq = 0
    const first = [queue.checkIn(item), { ...move, seq: 2 }]
    queue.seq = 2
    expect(codes(await send(queue, first))).toEqual(['applied', 'applied'])
    expect(await stored(item)).toMatchObject({ stock_id: shelf })
    expect((await base()).items.get(item.id)?.last).toMatchObject({
      before: { status: 'item_awaiting_compliancy_tests' },
      beforeFacts: { missingSinceMs: null },
    })
    const undo = onItem(queue, 'undoMove', item, { targetOpId: move.opId })
    expect(codes(await send(queue, [undo]))).toEqual(['applied'])
    expect(await stored(item)).toMatchObject({ native: 'awaiting_control' })
  })

  test('are counted: a missing item is remembered, and the count ends once', async () => {
    const item = await declaredItem()
    const queue = createQueue(world)
    await send(queue, [queue.checkIn(item), test1(queue, item, fine, { stockId: shelf })])
    const countId = newId()
    const missing = onItem(queue, 'resolveCountLine', item, { countId, stockId: shelf, resolution: 'not_found' })
    const end = () =>
      queue.operation(
        'endStockCount',
        {
          countId,
          stockId: shelf,
          expectedCount: 1,
          presentCount: 0,
          missingCount: 1,
          unexpectedCount: 0,
          resolvedCount: 1,
        },
        { lanes: [`count:${countId}`] },
      )
    expect(codes(await send(queue, [missing, end()]))).toEqual(['applied', 'applied'])
    expect(codes(await send(queue, [end()]))).toEqual(['COUNT_ALREADY_ENDED'])
    const { rows } = await db.owner.query(`select missing_count, user_id from stock_count where id = $1`, [countId])
    expect(rows).toEqual([{ missing_count: 1, user_id: world.operatorA }])
    expect((await stored(item))['facts']).toMatchObject({ missingSinceMs: expect.any(Number) as number })
  })

  test('wait with the end of a count for a refused resolution of an earlier push', async () => {
    const queue = createQueue(world)
    const countId = newId()
    const refused = queue.operation('moveItem', { itemId: newId(), stockId: shelf, countId }, { lanes: ['item:x'] })
    expect(codes(await send(queue, [refused]))).toEqual(['ITEM_UNKNOWN'])
    const numbers = { expectedCount: 0, presentCount: 0, missingCount: 0, unexpectedCount: 0, resolvedCount: 0 }
    const end = queue.operation(
      'endStockCount',
      { countId, stockId: shelf, ...numbers },
      { lanes: [`count:${countId}`] },
    )
    const { outcomes } = await send(queue, [end])
    expect(outcomes[0]).toMatchObject({ status: 'blocked_by', code: 'COUNT_HAS_REFUSED', causeOp: refused.opId })
  })
})

describe('items', () => {
  test('come in a base as they come in a pull', async () => {
    await createItems(db.owner, world, 1)
    const note = { ...declaration, modifiers: [{ name: 'A "note", with \\ and é\n', type: 'value', value: 1 }] }
    await db.owner.query(
      `update buyback set declaration = $2 where id = (select max(id::text)::uuid from buyback where account_id = $1)`,
      [world.accountId, JSON.stringify(note)],
    )
    const scope = [world.accountId, [world.warehouseA, world.warehouseB], [world.storeId]] as const
    const source = itemSource(scopeParameters, 'packed')
    const { rows } = await db.owner.query<{ item: PackedItem }>(`select ${packedItem} as item from ${source}`, [
      ...scope,
    ])
    const list = (ids: readonly string[]) => `array[${ids.map((id) => `'${id}'`).join()}]::uuid[]`
    const literals = { account: `'${scope[0]}'`, warehouses: list(scope[1]), stores: list(scope[2]) }
    const chunks: Uint8Array[] = []
    for await (const chunk of copyJsonRows(db.owner, copyItems(itemSource(literals, 'packed')))) chunks.push(chunk)
    const base = Buffer.concat(chunks).toString()
    const byId = (one: ItemRow, other: ItemRow) => (one.id < other.id ? -1 : 1)
    const told = rows.map(({ item }) => unpackItem(item)).toSorted(byId)
    const lines = base.trimEnd().split('\n')
    expect(lines.map((line) => unpackItem(JSON.parse(line) as PackedItem)).toSorted(byId)).toEqual(told)
    expect(told.filter(({ facts }) => facts?.control).length).toBeGreaterThan(2)
    expect(told.some(({ facts }) => facts?.declaration?.modifiers.length === 1)).toBe(true)
  })
})
