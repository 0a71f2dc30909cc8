// @module-tag slow
import { expect, it } from 'vitest'
import { faultsOf, type ToldCall } from '#tests/support/calls-at-once.ts'
import { describeCallsAtOnce } from '#tests/support/calls-at-once-suite.ts'
import { halvesOfTheTour } from '#tests/support/tour-steps.ts'

describeCallsAtOnce(halvesOfTheTour.office)

it('what is done twice, fails or is told of a deadlock is found, and several are made where each has an id', () => {
  const told = (operation: string, changes: ToldCall['changes'], more: Partial<ToldCall> = {}): ToldCall => ({
    operation,
    statuses: [200, 200],
    ids: [],
    changes,
    faults: [],
    ...more,
  })
  const paid = 'post /api/buybacks/{id}/mark-as-paid'
  const once = told(paid, { ledger_entry: 2, 'ledger_entry.amount_cents': 8000 })
  expect(faultsOf(once, once)).toEqual([])
  expect(faultsOf(once, told(paid, { ledger_entry: 4, 'ledger_entry.amount_cents': 16_000 }))).toEqual([
    `${paid}: ledger_entry by 4, once by 2`,
    `${paid}: ledger_entry.amount_cents by 16000, once by 8000`,
  ])
  expect(faultsOf(once, told(paid, once.changes, { statuses: [200, 503] }))).toEqual([`${paid}: 503`])
  expect(faultsOf(once, told(paid, once.changes, { faults: ['deadlock'] }))).toEqual([`${paid}: deadlock`])
  expect(faultsOf(once, told(paid, {}))).toHaveLength(2)
  const circuit = told('post /api/circuits', { circuit: 1 }, { ids: ['a'] })
  expect(faultsOf(circuit, { ...circuit, changes: { circuit: 2 }, ids: ['a', 'b'] })).toEqual([])
  expect(faultsOf(circuit, { ...circuit, changes: { circuit: 2 } })).toHaveLength(1)
})
