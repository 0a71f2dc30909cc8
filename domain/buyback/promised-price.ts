import { cents, type Cents } from '../kernel/money.ts'
import type { Declaration } from './declaration.ts'
import { modifierLines, paymentFor, type ModifierLine } from './modifiers.ts'

/** A price as the contract promises it, line by line. */
export interface PromisedPrice {
  /** Before modifiers; null where nothing was estimated. */
  readonly estimateCents: Cents | null
  /** Modifiers that change something. */
  readonly lines: readonly ModifierLine[]
  readonly totalCents: Cents
}

/** What a buyback promises: the declared price, before a store has finalised it the predeclared one. */
export function promisedPrice(buyback: {
  readonly declaration: Declaration | null
  readonly declaredPriceCents: number | null
  readonly predeclaredPriceCents: number | null
}): PromisedPrice {
  const { declaration } = buyback
  const found = buyback.declaredPriceCents ?? declaration?.priceCents ?? buyback.predeclaredPriceCents
  const estimateCents = found === null ? null : cents(found)
  const price = estimateCents ?? cents(0)
  const modifiers = declaration?.modifiers ?? []
  return {
    estimateCents,
    lines: modifierLines(price, modifiers).filter(({ impactCents }) => impactCents !== 0),
    totalCents: paymentFor(price, modifiers),
  }
}
