import { cents, percentOf } from '../kernel/money.ts'
import { grades, type Grade } from './grade.ts'
import { productLimits } from './product-limits.ts'

/** What may change a price, as its history tells. `earlier`: it stood when the history began. */
export const priceOrigins = ['form', 'bulk', 'import', 'buyer', 'earlier', 'other'] as const
export type PriceOrigin = (typeof priceOrigins)[number]

/** Limits of a change of many prices: percent, with two decimals at most. */
export const rePriceLimits = { leastPercent: -100, mostPercent: 1000 } as const

/** A change of many prices: by a percentage of each, or by an amount. */
export type RePrice =
  | { readonly type: 'percentage'; readonly percent: number }
  | { readonly type: 'amount'; readonly amountCents: number }

/** Prices of a product by grade, in cents. */
export type Prices = Readonly<Partial<Record<Grade, number>>>

/** A price before and after; `after` is null where it would leave its bounds, and stays as it is. */
export interface PriceStep {
  readonly grade: Grade
  readonly before: number
  readonly after: number | null
}

/** What a change makes of the prices of some grades; a grade without a price gets none. */
export function rePriced(prices: Prices, asked: readonly Grade[], change: RePrice): readonly PriceStep[] {
  return grades.flatMap((grade) => {
    const before = prices[grade]
    if (before === undefined || !asked.includes(grade)) return []
    const next = before + (change.type === 'amount' ? change.amountCents : percentOf(cents(before), change.percent))
    return [{ grade, before, after: next < 0 || next > productLimits.priceCents ? null : next }]
  })
}
