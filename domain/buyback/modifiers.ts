import { impactOn, type PriceImpact } from '../catalog/price-impact.ts'
import { cents, type Cents } from '../kernel/money.ts'

/** Where a modifier comes from, in the order in which their lines stand (lifecycle, money rule 3). */
export const modifierSources = ['circuit', 'shipping_method', 'payment_mode'] as const
export type ModifierSource = (typeof modifierSources)[number]

/** A bonus or malus frozen by the declaration. */
export interface Modifier {
  readonly source: ModifierSource
  readonly label: string
  readonly impact: PriceImpact
}

/** A modifier's line: what it adds to the price, in cents. */
export interface ModifierLine {
  readonly source: ModifierSource
  readonly label: string
  readonly impactCents: Cents
}

/**
 * The lines of all modifiers, each computed on the price and never on one another. A price of 0 has none: nothing is paid
 * for nothing (money rule 4), so that nothing may be promised for it either.
 */
export function modifierLines(price: Cents, modifiers: readonly Modifier[]): readonly ModifierLine[] {
  if (price === 0) return []
  const ordered = modifierSources.flatMap((source) => modifiers.filter((modifier) => modifier.source === source))
  return ordered.map(({ source, label, impact }) => ({ source, label, impactCents: impactOn(price, impact) }))
}

/** What the payment mode adds to a price, by its line: the bonus of lists and exports (BB-07). */
export function bonusOf(lines: readonly ModifierLine[]): Cents {
  return lines.find(({ source }) => source === 'payment_mode')?.impactCents ?? cents(0)
}

/** What the customer is paid for a validated price: with its modifiers, never below 0, and 0 for 0 (money rule 4). */
export function paymentFor(price: Cents, modifiers: readonly Modifier[]): Cents {
  const sum = modifierLines(price, modifiers).reduce((total, { impactCents }) => total + impactCents, price as number)
  return cents(Math.max(0, sum))
}
