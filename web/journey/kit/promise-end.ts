const keyOf = (buybackId: string): string => `promiseEnd:${buybackId}`

/**
 * Keeps for this visit when the price of a predeclared buyback ends: its private link tells, which addresses of public
 * pages must not hold.
 */
export function keepPromiseEnd(buybackId: string, end: string): void {
  try {
    sessionStorage.setItem(keyOf(buybackId), end)
  } catch {
    // A browser that keeps nothing shows the price of today without the warning.
  }
}

/** When the price of a predeclared buyback ends; null where this visit has not come by its private link. */
export function keptPromiseEnd(buybackId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(buybackId))
  } catch {
    return null
  }
}
