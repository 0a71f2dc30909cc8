/** What a private link tells of a predeclared buyback: when its price ends, and the proof that the visitor has the link. */
export interface KnownQuote {
  readonly end: string
  readonly trackingToken: string
}

const keyOf = (buybackId: string): string => `promise:${buybackId}`

/** Keeps for this visit what the private link of a predeclared buyback tells: addresses of public pages must not hold it. */
export function rememberQuote(buybackId: string, promise: KnownQuote): void {
  try {
    sessionStorage.setItem(keyOf(buybackId), JSON.stringify(promise))
  } catch {
    // A browser that keeps nothing shows the price of today without the warning.
  }
}

/** The promise of a predeclared buyback; null where this visit has not come by its private link. */
export function keptPromise(buybackId: string): KnownQuote | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(buybackId)) ?? 'null') as KnownQuote | null
  } catch {
    return null
  }
}
