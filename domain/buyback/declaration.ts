import type { ChosenAnswer } from '../catalog/questionnaire.ts'
import type { Grade } from '../catalog/grade.ts'
import type { AbsorptionRule } from './absorption.ts'
import type { GradePrices } from '#domain/catalog/estimate.ts'
import type { Modifier } from './modifiers.ts'

/**
 * What the contract says and freezes: the condition that the customer declared, and the prices, questions and rates by
 * which the test is priced too (lifecycle, money rule 4).
 */
export interface Declaration {
  readonly productId: string
  readonly simple: boolean
  readonly prices: GradePrices
  /** Questions of the day; null where none were asked (simple product, import). */
  readonly questionnaireId: string | null
  /** Null where nothing was declared about the condition. */
  readonly answers: readonly ChosenAnswer[] | null
  readonly grade: Grade | null
  /** Estimate before modifiers, in cents; null where none was made. */
  readonly priceCents: number | null
  readonly absorption: AbsorptionRule | null
  readonly modifiers: readonly Modifier[]
}
