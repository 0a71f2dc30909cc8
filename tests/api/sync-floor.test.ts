import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { copyJsonRows } from '#api/sync/copy-json-rows.ts'
import { copyItems, itemSource, packedItem, scopeParameters } from '#api/sync/item-sql.ts'
import { createPull } from '#api/sync/pull.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import { pullAnswerSchema } from '#sync/wire/pull.ts'
import { codesOf, createControlWorld, type ControlWorld } from '#tests/support/control-world.ts'
import { createItems, createQueue } from '#tests/support/sync-world.ts'

let floor: ControlWorld

beforeAll(async () => {
  floor = await createControlWorld()
})
afterAll(() => floor.db.close())

describe('a compliance test', () => {
  test('settles item and buyback, and its facts travel in the base and in the pull', async () => {
    const item = await floor.declaredItem()
    const before = await floor.base()
    const { version } = await floor.stored(item)
    const queue = createQueue(floor.world)
    const photos = [{ photoId: newId(), questionId: floor.question }]
    const ops = [
      queue.checkIn(item),
      floor.tested(queue, item, floor.worn, {
        stockId: floor.shelf,
        imei: '350000000000017',
        serialNumber: 'S-1',
        photos,
      }),
    ]
    expect(codesOf(await floor.send(queue, ops))).toEqual(['applied', 'applied'])
    expect(await floor.stored(item)).toMatchObject({
      status: 'item_completed_with_absorption',
      buyback: 'bb_completed_with_absorption',
      imei: '350000000000017',
      serial_number: 'S-1',
      stock_id: floor.shelf,
      controlled_grade: 'grade_b',
      controlled_price_cents: 9_500,
      validated_price_cents: 10_000,
      settled: true,
      version: Number(version) + 2,
    })
    const facts = {
      productId: floor.world.productId,
      categoryId: floor.world.categoryId,
      declaration: floor.declaration,
      control: { outcome: 'with_absorption', absorbedCents: 500, photos },
      validated: { priceCents: 10_000, paymentCents: 10_000 },
    }
    expect((await floor.base()).items.get(item.id)?.facts).toMatchObject(facts)
    const pulled = await createPull(floor.db.deps)(floor.operatorIdentity(), {
      protocol: 1,
      deviceId: randomUUID(),
      cursor: before.head.cursor,
      uncovered: [],
    })
    if (!pulled.ok) throw new Error(pulled.error.code)
    const rows = pullAnswerSchema.parse(pulled.value).items.map(unpackItem)
    expect(rows.find(({ id }) => id === item.id)?.facts).toMatchObject(facts)
    const { rows: history } = await floor.db.owner.query(
      `select action, details from item_history where item_id = $1 order by id`,
      [item.id],
    )
    expect(history.at(-1)).toMatchObject({ action: 'compliance_test', details: { outcome: 'with_absorption', photos } })
  })

  test('with a lower price waits in quarantine for the customer, and is tested again after its release', async () => {
    const item = await floor.declaredItem()
    const queue = createQueue(floor.world)
    const manager = createQueue(floor.world, { userId: floor.world.managerA })
    expect(codesOf(await floor.send(queue, [queue.checkIn(item), floor.tested(queue, item, floor.broken)]))).toEqual([
      'applied',
      'applied',
    ])
    expect(await floor.stored(item)).toMatchObject({
      status: 'item_in_quarantine',
      native: 'in_quarantine',
      buyback: 'bb_in_processing',
      controlled_price_cents: 4_000,
      validated_price_cents: null,
      settled: false,
    })
    expect(
      codesOf(await floor.send(queue, [floor.onItem(queue, 'releaseFromQuarantine', item, { release: 'kept' })])),
    ).toEqual(['SYNC_PERMISSION_MISSING'])
    const again = floor.onItem(manager, 'releaseFromQuarantine', item, { release: 'test_again' })
    expect(codesOf(await floor.send(manager, [again]))).toEqual(['applied'])
    expect(codesOf(await floor.send(queue, [floor.tested(queue, item, floor.worn)]))).toEqual(['applied'])
    expect(await floor.stored(item)).toMatchObject({
      controlled_price_cents: 9_500,
      validated_price_cents: 10_000,
      settled: true,
    })
  })

  test('of an item without a declaration is refused, and nothing is written', async () => {
    const [item] = await createItems(floor.db.owner, floor.world, 1)
    const queue = createQueue(floor.world)
    expect(codesOf(await floor.send(queue, [queue.checkIn(item!), floor.tested(queue, item!, floor.fine)]))).toEqual([
      'applied',
      'CONTROL_QUESTIONS_UNKNOWN',
    ])
    expect(await floor.stored(item!)).toMatchObject({ status: 'item_awaiting_compliancy_tests', facts: null })
  })

  test('brings its questions to the device', async () => {
    const { head } = await floor.base()
    expect(
      head.config.questionnaires?.find(({ id }) => id === floor.declaration.questionnaireId)?.questions,
    ).toHaveLength(1)
  })
})

describe('a quarantine', () => {
  test('is left for good: kept, moved, and not paid twice', async () => {
    const item = await floor.declaredItem()
    const queue = createQueue(floor.world)
    const manager = createQueue(floor.world, { userId: floor.world.managerA })
    await floor.send(queue, [queue.checkIn(item), floor.tested(queue, item, floor.broken)])
    const captures = [
      floor.onItem(manager, 'releaseFromQuarantine', item, { release: 'returned' }),
      floor.onItem(manager, 'releaseFromQuarantine', item, { release: 'kept' }),
      floor.onItem(manager, 'moveItem', item, { stockId: floor.shelf }),
    ]
    expect(codesOf(await floor.send(manager, captures))).toEqual(['QUARANTINE_LABEL_MISSING', 'applied', 'applied'])
    expect(await floor.stored(item)).toMatchObject({
      status: 'item_completed',
      buyback: 'bb_completed',
      validated_price_cents: 10_000,
      stock_id: floor.shelf,
      settled: true,
    })
  })
})

describe('refurbishment', () => {
  test('goes from the diagnosis over its steps to the end, with costs and times', async () => {
    const step = newId()
    const [state, weak, healthy] = [newId(), newId(), newId()]
    const { accountId, warehouseA } = floor.world
    const sql = (text: string, values: unknown[]) => floor.db.owner.query(text, [accountId, ...values])
    await sql(
      `insert into refurb_step (account_id, id, name, warehouse_id, stock_id) values ($1, $2, 'Battery', $3, $4)`,
      [step, warehouseA, floor.shelf],
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

    const item = await floor.declaredItem()
    const { version } = await floor.stored(item)
    const queue = createQueue(floor.world)
    const work = (action: string, seenRevision: number, minute: number, args: Record<string, unknown> = {}) => ({
      ...floor.onItem(queue, 'workOnRefurbStep', item, { stepId: step, action, seenRevision, ...args }),
      capturedAt: `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`,
    })
    const diagnosis = [
      queue.checkIn(item),
      floor.tested(queue, item, floor.fine),
      floor.onItem(queue, 'startRefurbDiagnosis', item, {}),
      floor.onItem(queue, 'finalizeRefurbDiagnosis', item, {
        answers: [{ questionId: state, answerIds: [weak] }],
        stockId: floor.shelf,
      }),
    ]
    expect(codesOf(await floor.send(queue, diagnosis))).toEqual(['applied', 'applied', 'applied', 'applied'])
    const { head, items } = await floor.base()
    expect(head.config.refurbSteps).toEqual([
      {
        id: step,
        name: 'Battery',
        description: null,
        managerCancels: false,
        stockId: floor.shelf,
        costs: [{ warehouseId: warehouseA, costCents: 2_500 }],
      },
    ])
    expect(head.config.refurbQuestions?.[0]?.answers).toMatchObject([{ stepIds: [step] }, { stepIds: [] }])
    expect(items.get(item.id)).toMatchObject({
      status: 'item_refurb_in_progress',
      facts: { steps: [{ stepId: step, status: 'to_do' }] },
    })

    const steps = [
      work('start', 0, 0, { stockId: floor.shelf }),
      work('pause', 1, 10),
      work('resume', 2, 30),
      work('pause', 3, 35),
    ]
    expect(codesOf(await floor.send(queue, steps))).toEqual(['applied', 'applied', 'applied', 'applied'])
    // A step that rests is completed as it stands, into a stock that is chosen.
    const stockless = work('complete', 4, 50)
    expect(codesOf(await floor.send(queue, [stockless]))).toEqual(['REFURB_STOCK_MISSING'])
    const discard = queue.operation(
      'settleRefusal',
      { targetOpId: stockless.opId, resolution: 'discarded', reason: 'stock chosen' },
      { lanes: [`op:${stockless.opId}`] },
    )
    expect(codesOf(await floor.send(queue, [discard]))).toEqual(['applied'])
    const done = work('complete', 4, 50, { stockId: floor.shelf, comment: 'new cell' })
    expect(codesOf(await floor.send(queue, [done]))).toEqual(['applied'])
    const other = createQueue(floor.world, { userId: floor.world.operatorA2 })
    const late = floor.onItem(other, 'workOnRefurbStep', item, {
      stepId: step,
      action: 'cancel',
      seenRevision: 0,
      comment: 'no part',
    })
    expect(codesOf(await floor.send(other, [late]))).toEqual(['REFURB_STEP_CHANGED'])
    const confirm = floor.onItem(queue, 'confirmRefurbSteps', item, {})
    expect((await floor.send(queue, [confirm])).outcomes[0]).toMatchObject({
      code: 'REFURB_HAS_REFUSED',
      causeOp: late.opId,
    })
    const settle = other.operation(
      'settleRefusal',
      { targetOpId: late.opId, resolution: 'discarded', reason: 'done already' },
      { lanes: [`op:${late.opId}`] },
    )
    expect(codesOf(await floor.send(other, [settle]))).toEqual(['applied'])
    expect(codesOf(await floor.send(queue, [floor.onItem(queue, 'confirmRefurbSteps', item, {})]))).toEqual(['applied'])
    const row = await floor.stored(item)
    // Ten applied operations: check-in, test, the diagnosis's two, five at the step, the confirmation.
    expect(row).toMatchObject({
      status: 'item_refurb_completed',
      native: 'refurbishment_completed',
      version: Number(version) + 10,
    })
    expect(row['facts']).toMatchObject({
      steps: [{ status: 'completed', workedMs: 15 * 60_000, plannedCostCents: 2_500 }],
    })
    const { rows } = await floor.db.owner.query(
      `select details from item_history where item_id = $1 and action = 'refurb_confirm'`,
      [item.id],
    )
    expect(rows).toEqual([{ details: { plannedCents: 2_500, completedCents: 2_500 } }])
    await expect(sql(`delete from refurb_step where account_id = $1 and id = $2`, [step])).rejects.toThrow(
      /refurb_answer_step/,
    )
  })
})

describe('items', () => {
  test('come in a base as they come in a pull', async () => {
    await createItems(floor.db.owner, floor.world, 1)
    const note = { ...floor.declaration, modifiers: [{ name: 'A "note", with \\ and é\n', type: 'value', value: 1 }] }
    await floor.db.owner.query(
      `update buyback set declaration = $2 where id = (select max(id::text)::uuid from buyback where account_id = $1)`,
      [floor.world.accountId, JSON.stringify(note)],
    )
    const scope = [
      floor.world.accountId,
      [floor.world.warehouseA, floor.world.warehouseB],
      [floor.world.storeId],
    ] as const
    const source = itemSource(scopeParameters, 'packed')
    const { rows } = await floor.db.owner.query<{ item: PackedItem }>(`select ${packedItem} as item from ${source}`, [
      ...scope,
    ])
    const list = (ids: readonly string[]) => `array[${ids.map((id) => `'${id}'`).join()}]::uuid[]`
    const literals = { account: `'${scope[0]}'`, warehouses: list(scope[1]), stores: list(scope[2]) }
    const chunks: Uint8Array[] = []
    for await (const chunk of copyJsonRows(floor.db.owner, copyItems(itemSource(literals, 'packed'))))
      chunks.push(chunk)
    const base = Buffer.concat(chunks).toString()
    const byId = (one: ItemRow, other: ItemRow) => (one.id < other.id ? -1 : 1)
    const told = rows.map(({ item }) => unpackItem(item)).toSorted(byId)
    const lines = base.trimEnd().split('\n')
    expect(lines.map((line) => unpackItem(JSON.parse(line) as PackedItem)).toSorted(byId)).toEqual(told)
    expect(told.filter(({ facts }) => facts?.control).length).toBeGreaterThan(2)
    expect(told.some(({ facts }) => facts?.declaration?.modifiers.length === 1)).toBe(true)
  })
})
