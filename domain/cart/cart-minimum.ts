/** Highest minimum of a cart, in cents of the account's currency. */
export const highestCartMinimumCents = 100_000_000

/**
 * Cents of a minimum cart amount as people type it: a positive whole amount of the account's currency, or nothing for
 * no minimum (SET-08). Null where it is neither.
 */
export function typedCartMinimumCents(typed: string): number | null {
  const digits = typed.replaceAll(/\s/g, '')
  if (digits === '') return 0
  if (!/^\d+$/.test(digits)) return null
  const cents = Number(digits) * 100
  return cents > 0 && cents <= highestCartMinimumCents ? cents : null
}

/** A minimum cart amount as its field shows it: empty where there is none. */
export function cartMinimumText(cents: number): string {
  return cents === 0 ? '' : String(cents / 100)
}
