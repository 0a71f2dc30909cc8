import type { TFunction } from 'i18next'
import type { Estimate } from '#domain/catalog/estimate.ts'
import type { SeenLine } from '#domain/buyback/contract-price.ts'
import type { ModifierLine } from '#domain/buyback/modifiers.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import type { PriceLine } from '../../kit/price-lines.tsx'

/** An estimate line by line: the price of the condition, then each answer that changes it. */
export function estimateLines(product: PublicProduct, estimate: Estimate, t: TFunction<'journey'>): PriceLine[] {
  const answers = new Map(
    product.terms.questionnaire.questions.flatMap((question) => question.answers.map(({ id, name }) => [id, name])),
  )
  return [
    { label: t(($) => $.grade[estimate.grade]), valueCents: estimate.gradePriceCents },
    ...estimate.lines
      .filter(({ impactCents }) => impactCents !== 0)
      .map(({ answerId, impactCents }) => ({ label: answers.get(answerId) ?? '', valueCents: impactCents })),
  ]
}

/** Modifiers line by line; a circuit is called in the visitor's language what it is, and not what its account does. */
export function modifierPriceLines(
  lines: readonly ModifierLine[],
  circuit: CircuitOption | null,
  t: TFunction<'journey'>,
): (PriceLine & SeenLine)[] {
  return lines.map(({ source, label, impactCents }) => ({
    source,
    label: source === 'circuit' && circuit !== null ? t(($) => $.options.circuit[circuit.type]) : label,
    valueCents: impactCents,
  }))
}
