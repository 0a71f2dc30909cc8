import type { Declaration } from '../buyback/declaration.ts'
import { estimate, type Estimate } from '../catalog/estimate.ts'
import { modifierLines } from '../buyback/modifiers.ts'
import type { Grade } from '../catalog/grade.ts'
import type { ChosenAnswer, Questionnaire } from '../catalog/questionnaire.ts'
import { cents } from '../kernel/money.ts'
import { validatedAt } from '../compliance/compliance.ts'

/** A line of a price: the condition's, which has a grade, or an answer's or modifier's, which has its label. */
export interface ProposalLine {
  readonly grade: Grade | null
  readonly label: string | null
  readonly valueCents: number
}

/** A question as it was declared and as it was found. */
export interface ComparedQuestion {
  readonly questionId: string
  readonly title: string
  readonly declaredAnswer: string | null
  readonly foundAnswer: string | null
}

/** A condition of a product, with its price before modifiers. */
export interface PricedCondition {
  readonly answers: readonly ChosenAnswer[] | null
  readonly grade: Grade | null
  readonly priceCents: number
}

/**
 * A payment line by line, by the prices and questions that the declaration froze: the condition, the answers that change
 * its price, the modifiers. Where these do not give the payment, as for another product than the declared one, it is one
 * line.
 */
export function proposalLines(
  declaration: Declaration,
  questionnaire: Questionnaire | null,
  condition: PricedCondition,
): readonly ProposalLine[] {
  const { grade, priceCents } = condition
  const { paymentCents } = validatedAt(declaration, grade, priceCents)
  const found = estimateOf(declaration, questionnaire, condition)
  const names = answerNames(questionnaire)
  const base: readonly ProposalLine[] =
    found === null || found.priceCents !== priceCents
      ? [{ grade, label: null, valueCents: priceCents }]
      : [
          { grade: found.grade, label: null, valueCents: found.gradePriceCents },
          ...found.lines.map(({ answerId, impactCents }) => ({
            grade: null,
            label: names.get(answerId) ?? '',
            valueCents: impactCents,
          })),
        ]
  const modifiers = modifierLines(cents(priceCents), declaration.modifiers).map(({ label, impactCents }) => ({
    grade: null,
    label,
    valueCents: impactCents,
  }))
  const lines = [...base, ...modifiers].filter(({ grade: named, valueCents }) => named !== null || valueCents !== 0)
  const sum = lines.reduce((total, { valueCents }) => total + valueCents, 0)
  return sum === paymentCents && lines.length > 0 ? lines : [{ grade, label: null, valueCents: paymentCents }]
}

/** Every question of the declaration's day with both its answers. */
export function comparedQuestions(
  questionnaire: Questionnaire | null,
  declared: readonly ChosenAnswer[] | null,
  found: readonly ChosenAnswer[] | null,
): readonly ComparedQuestion[] {
  const names = answerNames(questionnaire)
  const nameIn = (answers: readonly ChosenAnswer[] | null, id: string): string | null =>
    names.get(answers?.find(({ questionId }) => questionId === id)?.answerId ?? '') ?? null
  return (questionnaire?.questions ?? []).map(({ id, title }) => ({
    questionId: id,
    title,
    declaredAnswer: nameIn(declared, id),
    foundAnswer: nameIn(found, id),
  }))
}

function estimateOf(
  { productId, simple, prices }: Declaration,
  questionnaire: Questionnaire | null,
  { answers }: PricedCondition,
): Estimate | null {
  if (questionnaire === null || answers === null) return null
  const priced = estimate({ productId, simple, prices, questionnaire }, answers, 'zero')
  return priced.ok ? priced.value : null
}

function answerNames(questionnaire: Questionnaire | null): ReadonlyMap<string, string> {
  return new Map(questionnaire?.questions.flatMap(({ answers }) => answers.map(({ id, name }) => [id, name])) ?? [])
}
