import type { PriceImpact } from '../catalog/price-impact.ts'

/** A bonus or malus as it is configured (CIRC-30): a whole percentage with a cap, or an amount; both caps in cents. */
export interface ConfiguredModifier {
  readonly type: 'percentage' | 'fixed'
  /** Percent, or cents of the account's currency. */
  readonly value: number
  /** Largest size of a percentage's outcome in cents, with its sign; null where there is none. */
  readonly cappedAmount: number | null
}

/** What a configured modifier does to a price; null does nothing. */
export function impactOfModifier(modifier: ConfiguredModifier | null): PriceImpact {
  if (modifier === null) return { type: 'none' }
  if (modifier.type === 'fixed') return { type: 'amount', amountCents: modifier.value }
  return { type: 'percentage', percent: modifier.value, capCents: modifier.cappedAmount }
}

/** Whether two modifiers do the same; null does nothing. */
export function isSameModifier(one: ConfiguredModifier | null, other: ConfiguredModifier | null): boolean {
  if (one === null || other === null) return one === other
  return one.type === other.type && one.value === other.value && one.cappedAmount === other.cappedAmount
}
