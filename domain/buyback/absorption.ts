import { cents, percentOf, type Cents } from '../kernel/money.ts'

/**
 * How far the retailer covers a lower controlled price: a share of the declared or controlled price in percent, or a
 * value in cents; limited by the maximum. The declaration freezes it; null where the category or the account has none.
 */
export interface AbsorptionRule {
  readonly type: 'percentage_declared' | 'percentage_controlled' | 'value'
  /** Percent of two decimals at most, or cents. */
  readonly value: number
  readonly maxCents: number | null
}

/** What the retailer would pay at most for these prices, in cents (lifecycle, money rule 5). */
export function allowedAbsorption(rule: AbsorptionRule | null, declared: Cents, controlled: Cents): Cents {
  if (rule === null) return cents(0)
  const allowed = {
    percentage_declared: () => percentOf(declared, rule.value),
    percentage_controlled: () => percentOf(controlled, rule.value),
    value: () => cents(rule.value),
  }[rule.type]()
  return cents(Math.max(0, Math.min(allowed, rule.maxCents ?? allowed)))
}

/** What the retailer pays: the whole difference where it is allowed, else nothing. */
export function absorbed(rule: AbsorptionRule | null, declared: Cents, controlled: Cents): Cents {
  const difference = declared - controlled
  if (difference <= 0) return cents(0)
  return allowedAbsorption(rule, declared, controlled) >= difference ? cents(difference) : cents(0)
}
