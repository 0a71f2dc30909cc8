import type { CatalogError } from '../catalog/catalog-errors.ts'
import type { ChosenAnswer } from '../catalog/questionnaire.ts'
import { cents, type Cents } from '../kernel/money.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { estimate, type Estimate, type ProductTerms } from '#domain/catalog/estimate.ts'
import { modifierLines, type Modifier, type ModifierLine, type ModifierSource } from './modifiers.ts'

/** What a contract promises: the estimate, a line for each modifier, and their sum (lifecycle, money rules 2 and 3). */
export interface ContractPrice {
  readonly estimate: Estimate
  readonly lines: readonly ModifierLine[]
  readonly totalCents: Cents
}

/** What a contract is priced by. */
export interface ContractTerms {
  readonly product: ProductTerms
  readonly answers: readonly ChosenAnswer[]
  readonly modifiers: readonly Modifier[]
  /** Whether the product is not bought back for nothing. */
  readonly zeroNotAllowed: boolean
}

/** Prices a contract; refused where its total would be below 0, or its estimate 0 where the product allows none. */
export function priceContract({
  product,
  answers,
  modifiers,
  zeroNotAllowed,
}: ContractTerms): Result<ContractPrice, CatalogError | 'BUYBACK_TOTAL_NEGATIVE' | 'BUYBACK_ZERO_NOT_ALLOWED'> {
  const estimated = estimate(product, answers, 'refused')
  if (!estimated.ok) return estimated
  const { priceCents } = estimated.value
  if (priceCents === 0 && zeroNotAllowed) return fail('BUYBACK_ZERO_NOT_ALLOWED')
  const lines = modifierLines(priceCents, modifiers)
  const totalCents = cents(lines.reduce((sum, { impactCents }) => sum + impactCents, priceCents as number))
  return totalCents < 0 ? fail('BUYBACK_TOTAL_NEGATIVE') : succeed({ estimate: estimated.value, lines, totalCents })
}

/** A modifier's line as the customer saw it. */
export interface SeenLine {
  readonly source: ModifierSource
  readonly valueCents: number
}

/** Prices as the customer saw them, in cents. */
export interface PricesSeen {
  readonly estimatedPriceCents: number
  readonly impactPriceEntries: readonly SeenLine[]
  readonly totalPriceCents: number
}

/** Whether the customer saw these prices, to the cent and line by line; lines of nothing count for nothing. */
export function matchesSeenPrices(
  seen: PricesSeen,
  { estimate: { priceCents }, lines, totalCents }: ContractPrice,
): boolean {
  const computed = lines.map(({ source, impactCents }) => ({ source, valueCents: impactCents }))
  return (
    seen.estimatedPriceCents === priceCents &&
    seen.totalPriceCents === totalCents &&
    namesOf(seen.impactPriceEntries) === namesOf(computed)
  )
}

function namesOf(lines: readonly SeenLine[]): string {
  return lines
    .filter(({ valueCents }) => valueCents !== 0)
    .map(({ source, valueCents }) => `${source} ${valueCents}`)
    .toSorted()
    .join(', ')
}
