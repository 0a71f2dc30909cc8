/** An amount in the minor unit of the account's currency; always an integer. */
export type Cents = number & { readonly __brand: 'Cents' }

/** Brands an integer as cents; throws for a fraction, which is always a programming error. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new Error(`not a whole number of cents: ${value}`)
  return value as Cents
}

/** Rounds half away from zero, as prices are rounded (lifecycle, money rule 2). */
export function roundHalfAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

/** `percent` (up to two decimals) of an amount, rounded half away from zero on whole cents. */
export function percentOf(amount: Cents, percent: number): Cents {
  return cents(roundHalfAwayFromZero((amount * Math.round(percent * 100)) / 10_000))
}
