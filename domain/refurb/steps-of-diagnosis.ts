import { fail, succeed, type Result } from '../kernel/result.ts'
import { stepsDue, type RefurbChoice, type RefurbQuestion, type RefurbStep } from './diagnosis.ts'
import type { RefurbError } from './refurb-errors.ts'
import { plannedSteps, type ItemStep } from './refurb-step.ts'

/** What an account asks at a diagnosis, and the steps that answers may make due. */
export interface RefurbCatalogue {
  readonly questions: readonly RefurbQuestion[]
  readonly steps: readonly RefurbStep[]
}

/** The warehouse that refurbishes. */
export interface RefurbPlace {
  readonly warehouseId: string
  /** Its stock *to refurbish*. */
  readonly usualStockId: string
  readonly stock: (id: string) => { readonly warehouseId: string } | undefined
}

/** The steps that a diagnosis makes; one whose stock is in another warehouse is worked on in *to refurbish* of this one. */
export function stepsOfDiagnosis(
  { questions, steps }: RefurbCatalogue,
  choices: readonly RefurbChoice[],
  { warehouseId, usualStockId, stock }: RefurbPlace,
): Result<readonly ItemStep[], RefurbError> {
  const due = stepsDue(questions, choices)
  if (!due.ok) return due
  const known = due.value.flatMap((stepId) => steps.find(({ id }) => id === stepId) ?? [])
  if (known.length !== due.value.length) return fail('REFURB_STEP_UNKNOWN')
  const here = known.map((step) =>
    stock(step.stockId)?.warehouseId === warehouseId ? step : { ...step, stockId: usualStockId },
  )
  return succeed(plannedSteps(here, warehouseId))
}
