import { absorbed, allowedAbsorption } from '../buyback/absorption.ts'
import type { Declaration } from '../buyback/declaration.ts'
import { estimate, type Estimate, type ProductTerms } from '../catalog/estimate.ts'
import type { CatalogError } from '../catalog/catalog-errors.ts'
import { answersThatCount, sameAnswers, type ChosenAnswer } from '../catalog/questionnaire.ts'
import { cents, type Cents } from '../kernel/money.ts'
import { succeed, type Result } from '../kernel/result.ts'

/** One line of the summary; `declared` is null where nothing was declared. All amounts are integer cents. */
export interface PriceLine {
  /** The price of the grade, or the impact of an answer. */
  readonly kind: 'grade' | 'answer'
  readonly questionId: string | null
  readonly declaredAnswerId: string | null
  readonly controlledAnswerId: string | null
  readonly declaredCents: Cents | null
  readonly controlledCents: Cents
  /** Controlled minus declared; null where nothing was declared. */
  readonly differenceCents: Cents | null
}

/** What the comparison of the two conditions says, before it becomes a status. */
export const priceVerdicts = ['conforming', 'not_lower', 'absorbed', 'lower', 'no_declared_price'] as const
export type PriceVerdict = (typeof priceVerdicts)[number]

/** Declared and controlled price side by side. */
export interface PriceComparison {
  readonly controlled: Estimate
  readonly lines: readonly PriceLine[]
  readonly declaredCents: Cents | null
  readonly controlledCents: Cents
  readonly differenceCents: Cents | null
  /** The most that the retailer would cover, and what it does cover. */
  readonly allowedAbsorptionCents: Cents
  readonly absorbedCents: Cents
  readonly verdict: PriceVerdict
  /** The price that the customer is told: the declared one, or the proposal. */
  readonly toldCents: Cents
  /** Whether the customer has to agree to it first. */
  readonly isProposal: boolean
}

/** The product in the operator's hand and its condition. `terms` are those of the declaration's day. */
export interface Controlled {
  readonly terms: ProductTerms
  readonly answers: readonly ChosenAnswer[]
}

/** Compares estimates before modifiers (lifecycle, money rules 4 and 5; decisions, 27). */
export function comparePrices(
  declaration: Declaration,
  found: Controlled,
  declaredTerms: ProductTerms,
): Result<PriceComparison, CatalogError> {
  const controlled = estimate(found.terms, found.answers, 'zero')
  if (!controlled.ok) return controlled
  const controlledCents = controlled.value.priceCents
  const declaredCents = declaration.priceCents === null ? null : cents(declaration.priceCents)
  const absorbedCents =
    declaredCents === null ? cents(0) : absorbed(declaration.absorption, declaredCents, controlledCents)
  const verdict = verdictOf(declaration, found, declaredCents, controlledCents, absorbedCents)
  const isProposal = verdict === 'lower' || verdict === 'no_declared_price'
  return succeed({
    controlled: controlled.value,
    lines: linesOf(declaration, controlled.value, declaredTerms),
    declaredCents,
    controlledCents,
    differenceCents: declaredCents === null ? null : cents(controlledCents - declaredCents),
    allowedAbsorptionCents:
      declaredCents === null ? cents(0) : allowedAbsorption(declaration.absorption, declaredCents, controlledCents),
    absorbedCents,
    verdict,
    toldCents: isProposal || declaredCents === null ? controlledCents : declaredCents,
    isProposal,
  })
}

function verdictOf(
  declaration: Declaration,
  { terms, answers }: Controlled,
  declared: Cents | null,
  controlled: Cents,
  absorbedCents: Cents,
): PriceVerdict {
  if (declared === null) return 'no_declared_price'
  if (controlled < declared) return absorbedCents > 0 ? 'absorbed' : 'lower'
  if (terms.productId !== declaration.productId) return 'not_lower'
  const { questions } = terms.questionnaire
  const isSame =
    declaration.answers === null
      ? controlled === declared
      : sameAnswers(answersThatCount(questions, declaration.answers), answersThatCount(questions, answers))
  return isSame ? 'conforming' : 'not_lower'
}

function linesOf(declaration: Declaration, controlled: Estimate, declaredTerms: ProductTerms): readonly PriceLine[] {
  const declared = declaration.answers === null ? null : estimate(declaredTerms, declaration.answers, 'zero')
  const before = declared !== null && declared.ok ? declared.value : null
  const gradeBefore = before === null ? declaration.priceCents : before.gradePriceCents
  const head: PriceLine = {
    kind: 'grade',
    questionId: null,
    declaredAnswerId: null,
    controlledAnswerId: null,
    ...amounts(gradeBefore, controlled.gradePriceCents),
  }
  const was = new Map((before?.lines ?? []).map((line) => [line.questionId, line]))
  const asked = controlled.lines.map((line): PriceLine => {
    const old = was.get(line.questionId)
    return {
      kind: 'answer',
      questionId: line.questionId,
      declaredAnswerId: old?.answerId ?? null,
      controlledAnswerId: line.answerId,
      ...amounts(old?.impactCents ?? null, line.impactCents),
    }
  })
  const asks = new Set(controlled.lines.map(({ questionId }) => questionId))
  const dropped = [...was.values()].filter(({ questionId }) => !asks.has(questionId))
  return [
    head,
    ...asked,
    ...dropped.map((line): PriceLine => ({
      kind: 'answer',
      questionId: line.questionId,
      declaredAnswerId: line.answerId,
      controlledAnswerId: null,
      ...amounts(line.impactCents, cents(0)),
    })),
  ]
}

function amounts(
  declared: number | null,
  controlled: Cents,
): Pick<PriceLine, 'declaredCents' | 'controlledCents' | 'differenceCents'> {
  const declaredCents = declared === null ? null : cents(declared)
  const differenceCents = declaredCents === null ? null : cents(controlled - declaredCents)
  return { declaredCents, controlledCents: controlled, differenceCents }
}
