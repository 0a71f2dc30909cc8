import { describe, expect, it } from 'vitest'
import { plannedSteps } from '#domain/refurb/refurb-step.ts'
import { config, context, facts, id, op, otherWarehouse, refurb, row, shelf } from '#tests/support/floor-world.ts'
import { createMemoryRecords } from '../memory-records.ts'
import { runOperation } from '../run-operation.ts'
import type { ItemRow } from '../wire/item-row.ts'

const theirs = id(20)
const elsewhere = { warehouseId: otherWarehouse, stockId: theirs }
const item = (change: Partial<ItemRow>) => row(1, { ...elsewhere, tested: true, ...change })
const working = {
  status: 'item_refurb_in_progress',
  facts: facts({ steps: plannedSteps(config.refurbSteps ?? [], otherWarehouse) }),
} as const
const counts = { expectedCount: 0, presentCount: 0, missingCount: 0, unexpectedCount: 0, resolvedCount: 0 }

// A server loads the stocks of an actor's places alone; here every row is at hand, so that the rule itself refuses.
describe('a user who works in one warehouse', () => {
  it.each<[string, Partial<ItemRow>, Record<string, unknown>]>([
    ['resolveCountLine', { status: 'item_completed' }, { countId: id(900), stockId: theirs, resolution: 'found' }],
    ['releaseFromQuarantine', { status: 'item_in_quarantine', tested: false }, { release: 'test_again' }],
    ['startRefurbDiagnosis', { status: 'item_completed' }, {}],
    [
      'finalizeRefurbDiagnosis',
      { status: 'item_refurb_diagnostic_in_progress' },
      {
        answers: [
          { questionId: refurb.state, answerIds: [refurb.healthy] },
          { questionId: refurb.look, answerIds: [] },
        ],
        stockId: theirs,
      },
    ],
    ['workOnRefurbStep', working, { stepId: refurb.battery, action: 'cancel', seenRevision: 0, comment: 'no part' }],
    ['confirmRefurbSteps', { status: 'item_refurb_in_progress', facts: facts() }, {}],
  ])('cannot %s in another one', (type, change, args) => {
    const records = createMemoryRecords({ config, items: [item(change)] })
    const each = op(type, { itemId: id(1), ...args })
    expect(runOperation(records, each, context).code).toBe('SYNC_OUT_OF_SCOPE')
    const there = { ...context, actor: { ...context.actor, warehouseIds: [otherWarehouse] } }
    expect(runOperation(records, each, there).status).toBe('applied')
  })

  it('cannot end a count in another one', () => {
    const end = (stockId: string) => op('endStockCount', { countId: id(900), stockId, ...counts })
    const records = createMemoryRecords({ config, items: [] })
    expect(runOperation(records, end(theirs), context).code).toBe('SYNC_OUT_OF_SCOPE')
    expect(runOperation(records, end(shelf), context).status).toBe('applied')
  })
})
