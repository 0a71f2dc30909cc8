import type { PriceImpact } from '../catalog/price-impact.ts'

/** A bonus or malus as it is configured (CIRC-30): a whole percentage or an amount, limited by a cap in cents. */
export interface ConfiguredModifier {
  readonly type: 'percentage' | 'fixed'
  /** Percent, or cents of the account's currency. */
  readonly value: number
  /** Largest size of what it does to a price in cents, with its sign; null where there is none. */
  readonly cappedAmount: number | null
}

/** What a configured modifier does to a price; null does nothing. */
export function impactOfModifier(modifier: ConfiguredModifier | null): PriceImpact {
  if (modifier === null) return { type: 'none' }
  const { type, value, cappedAmount } = modifier
  if (type === 'percentage') return { type, percent: value, capCents: cappedAmount }
  const size = cappedAmount === null ? Math.abs(value) : Math.min(Math.abs(value), Math.abs(cappedAmount))
  return { type: 'amount', amountCents: Math.sign(value) * size }
}

/** Whether two modifiers do the same; null does nothing. */
export function isSameModifier(one: ConfiguredModifier | null, other: ConfiguredModifier | null): boolean {
  if (one === null || other === null) return one === other
  return one.type === other.type && one.value === other.value && one.cappedAmount === other.cappedAmount
}
