import { cents, percentOf, type Cents } from '../kernel/money.ts'

/**
 * What an answer or a modifier does to a price: nothing, a percentage of it (of two decimals at most, with an optional
 * cap in cents whose size alone counts), or an amount in cents.
 */
export type PriceImpact =
  | { readonly type: 'none' }
  | { readonly type: 'percentage'; readonly percent: number; readonly capCents: number | null }
  | { readonly type: 'amount'; readonly amountCents: number }

/** The impact in cents on a price: percentages rounded half away from zero, then limited to their cap in size. */
export function impactOn(price: Cents, impact: PriceImpact): Cents {
  if (impact.type === 'none') return cents(0)
  if (impact.type === 'amount') return cents(impact.amountCents)
  const plain = percentOf(price, impact.percent)
  if (impact.capCents === null) return plain
  const size = Math.min(Math.abs(plain), Math.abs(impact.capCents))
  return cents(plain < 0 ? -size : size)
}
