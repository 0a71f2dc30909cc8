import type { CatalogError } from './catalog-errors.ts'
import { worstGrade, type Grade } from './grade.ts'
import { impactOn } from './price-impact.ts'
import { answerQuestions, type ChosenAnswer, type Questionnaire } from './questionnaire.ts'
import { cents, type Cents } from '../kernel/money.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'

/** What a product is worth: its price for each grade that has one, in cents. */
export type GradePrices = Readonly<Partial<Record<Grade, number>>>

/** A product as an estimate sees it, with prices, impacts and questions of one day. */
export interface ProductTerms {
  readonly productId: string
  /** A simple product has no questions, and the functional grade and price alone. */
  readonly simple: boolean
  readonly prices: GradePrices
  readonly questionnaire: Questionnaire
}

/** The impact of one answer on the price, in cents. */
export interface EstimateLine {
  readonly questionId: string
  readonly answerId: string
  readonly impactCents: Cents
}

/** Grade and price of a product in its condition, before modifiers. */
export interface Estimate {
  readonly grade: Grade
  readonly gradePriceCents: Cents
  readonly lines: readonly EstimateLine[]
  /** Grade price and impacts, never below 0. */
  readonly priceCents: Cents
}

/**
 * The estimate of a product by its answers (lifecycle, money rules 1 and 2). `withoutPrice` says what a grade without a
 * price is worth: refused when a price is offered, 0 when the test finds it.
 */
export function estimate(
  terms: ProductTerms,
  chosen: readonly ChosenAnswer[],
  withoutPrice: 'refused' | 'zero',
): Result<Estimate, CatalogError> {
  const questionnaire = terms.simple ? { ...terms.questionnaire, questions: [] } : terms.questionnaire
  const answered = answerQuestions(questionnaire, chosen)
  if (!answered.ok) return answered
  const grade: Grade = terms.simple ? 'functional' : worstGrade(answered.value.map(({ answer }) => answer.bestGrade))
  const price = terms.prices[grade]
  if (price === undefined && withoutPrice === 'refused') return fail('PRICE_NOT_DEFINED')
  const gradePriceCents = cents(price ?? 0)
  const lines = answered.value.map(({ question, answer }) => ({
    questionId: question.id,
    answerId: answer.id,
    impactCents: price === undefined ? cents(0) : impactOn(gradePriceCents, answer.impact),
  }))
  const sum = lines.reduce((total, { impactCents }) => total + impactCents, gradePriceCents as number)
  return succeed({ grade, gradePriceCents, lines, priceCents: cents(Math.max(0, sum)) })
}
