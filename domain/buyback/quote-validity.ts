/** Days for which a price holds that was promised on the web (PUB-16). */
export const quoteValidityDays = 15
/** The same in milliseconds. */
export const pricePromiseMs = quoteValidityDays * 86_400_000

/** The moment at which a promise made at `madeAtMs` ends. */
export function promiseEndsAt(madeAtMs: number): number {
  return madeAtMs + pricePromiseMs
}

/** Whether a promise still holds. */
export function promiseHolds(madeAtMs: number, nowMs: number): boolean {
  return nowMs < promiseEndsAt(madeAtMs)
}
