import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMemoryRecords } from '#sync/memory-records.ts'
import { operations } from '#sync/operations/registry.ts'
import { runOperation } from '#sync/run-operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { operationSchema, type Operation } from '#sync/wire/operation.ts'
import { goldenCounter, goldenQuestionnaire, predeclaredRow } from '#tests/support/golden-counter.ts'
import { config, facts, id, native, row, testedRow } from '#tests/support/floor-world.ts'
import { operationRow } from '#tests/support/rows.ts'

interface Golden {
  readonly title: string
  readonly after?: readonly string[]
  readonly refused?: boolean
  /** The item's state before; on its way where nothing is said. */
  readonly start?: keyof typeof starts
  readonly op: Pick<Operation, 'type' | 'v' | 'lanes' | 'args'>
  readonly effect: {
    readonly status: string
    readonly item?: Partial<ItemRow>
    /** An item that the operation makes. */
    readonly sold?: Partial<ItemRow> & { readonly id: string }
    readonly round?: object
    readonly package?: object
  }
}

const golden = ['./operations.json', './floor.json', './counter.json'].flatMap(
  (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Golden[],
)
const refusedOp = id(404)

function envelope(each: Golden, opId: string, replace: Readonly<Record<string, string>>): Operation {
  const { type, args, ...rest } = each.op
  const text = JSON.stringify(operationRow(1, type, args, { ...rest, opId, actor: id(2) }))
  const filled = Object.entries(replace).reduce((all, [name, value]) => all.replaceAll(name, value), text)
  return operationSchema.parse(JSON.parse(filled))
}

const onItsWay: ItemRow = row(500, {
  status: 'item_in_transit',
  buybackStatus: 'bb_in_transit',
  stockId: null,
  warehouseId: null,
})
const starts = {
  awaiting_test: row(500),
  quarantined: row(500, { status: 'item_in_quarantine', stockId: native('in_quarantine') }),
  tested: testedRow(500),
  predeclared: predeclaredRow,
  to_return: row(500, {
    status: 'item_to_return',
    stockId: native('customer_return'),
    facts: facts({ hasReturnLabel: true }),
  }),
} as const

function play(each: Golden) {
  const records = createMemoryRecords({
    config: { ...config, questionnaires: [...(config.questionnaires ?? []), goldenQuestionnaire] },
    counter: goldenCounter,
    items: [each.start === undefined ? onItsWay : starts[each.start]],
    packageBlocks: [{ firstSerial: 1, lastSerial: 9 }],
    authors: [[refusedOp, { userId: id(2), warehouseId: id(1) }]],
    outcomes: [{ opId: refusedOp, status: 'rejected', code: 'ITEM_UNKNOWN', causeOp: null, result: null }],
  })
  const actor = { userId: id(2), userType: 'warehouse_operator' as const, warehouseIds: [id(1)], storeIds: [id(6)] }
  const context = { actor, atMs: 1 }
  const before = golden.filter(({ title }) => each.after?.includes(title))
  const firsts = before.map((first, at) => envelope(first, id(700 + at), {}))
  for (const first of firsts) records.decide(runOperation(records, first, context))
  const outcome = runOperation(
    records,
    envelope(each, id(800), { $after: id(699 + firsts.length), $refused: refusedOp }),
    context,
  )
  return { outcome, records }
}

describe('golden operations (OP-3)', () => {
  it.each(golden.map((each) => [each.title, each] as const))('%s keeps its effect', (_title, each) => {
    const { outcome, records } = play(each)
    expect(outcome.status).toBe(each.effect.status)
    if (each.effect.item !== undefined) expect(records.item(id(500))).toMatchObject(each.effect.item)
    const { sold } = each.effect
    if (sold !== undefined) expect(records.item(sold.id)).toMatchObject(sold)
    if (each.effect.package !== undefined) expect(records.package(id(700))).toMatchObject(each.effect.package)
    if (each.effect.round !== undefined) expect(records.round(id(900))).toMatchObject(each.effect.round)
  })

  it('cover every version of every operation (OP-2)', () => {
    const covered = new Set(golden.map(({ op }) => `${op.type} v${op.v}`))
    for (const { type, v } of operations.values())
      for (let version = 1; version <= v; version++) expect(covered).toContain(`${type} v${version}`)
  })
})
