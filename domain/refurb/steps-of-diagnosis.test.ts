import { describe, expect, it } from 'vitest'
import { stepsOfDiagnosis } from './steps-of-diagnosis.ts'

const step = (id: string, stockId: string, warehouseId: string) => ({
  id,
  name: id,
  stockId,
  costs: [{ warehouseId, costCents: 2_500 }],
})
const steps = [step('replace', 'bench', 'here'), step('polish', 'their bench', 'here'), step('clean', 'gone', 'there')]
const questions = [
  {
    id: 'state',
    label: 'State',
    type: 'unique' as const,
    answers: [{ id: 'bad', label: 'Bad', stepIds: ['replace', 'polish', 'clean'] }],
  },
]
const warehouses: Readonly<Record<string, string>> = { bench: 'here', 'their bench': 'there' }
const place = {
  warehouseId: 'here',
  usualStockId: 'to refurbish',
  stock: (id: string) => (warehouses[id] === undefined ? undefined : { warehouseId: warehouses[id] }),
}
const bad = [{ questionId: 'state', answerIds: ['bad'] }]

describe('the steps of a diagnosis', () => {
  it('are worked on in their own stock, or in *to refurbish* where that is none of the warehouse', () => {
    expect(stepsOfDiagnosis({ questions, steps }, bad, place)).toMatchObject({
      value: [
        { stepId: 'replace', stockId: 'bench', plannedCostCents: 2_500 },
        { stepId: 'polish', stockId: 'to refurbish', plannedCostCents: 2_500 },
        { stepId: 'clean', stockId: 'to refurbish', plannedCostCents: 0 },
      ],
    })
  })

  it('need every answer, and steps that the account has', () => {
    expect(stepsOfDiagnosis({ questions, steps }, [], place)).toEqual({ ok: false, error: 'REFURB_UNANSWERED' })
    expect(stepsOfDiagnosis({ questions, steps: steps.slice(1) }, bad, place)).toEqual({
      ok: false,
      error: 'REFURB_STEP_UNKNOWN',
    })
  })
})
