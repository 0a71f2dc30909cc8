const dayMs = 86_400_000

/** How long a counter may sell by a catalog since the server last confirmed it, in milliseconds. */
export const catalogPromiseMs = 7 * dayMs
/** How long a captured sale may be on its way: as long as a device's grants live. */
export const deliveryMs = 30 * dayMs
/** How long the server remembers a catalog after another one has replaced it. */
export const catalogKeptMs = catalogPromiseMs + deliveryMs
/** How long a device may be in contact before everything has arrived that it had captured until then. */
export const sendingMs = dayMs
/** Arrivals that lie closer together belong to one contact: a long queue comes in parts. */
export const contactGapMs = dayMs / 24

/**
 * Whether a sale is honoured that was made by a version of the catalog: while it is published, and afterwards where the
 * device had heard of it within the promise. The age is the difference of two readings of one clock, so that a clock
 * that is wrong changes nothing.
 */
export function isPriceHonoured({
  ageMs,
  replacedAtMs,
  nowMs,
}: {
  /** Since the server confirmed the version to the device, when the sale was made. */
  readonly ageMs: number
  /** Null while it is published. */
  readonly replacedAtMs: number | null
  readonly nowMs: number
}): boolean {
  if (replacedAtMs === null) return true
  return ageMs <= catalogPromiseMs && nowMs - replacedAtMs <= catalogKeptMs
}

/**
 * Whether a sale may be as old as a replaced version asks of it: no device sold by that one longer than the promise. The
 * age that the device claims is its own word; since when it may have kept the sale unsent, the server knows.
 */
export function maySellFromReplacedCatalog(replacedAtMs: number | null, unsentSinceMs: number | null): boolean {
  return replacedAtMs === null || unsentSinceMs === null || unsentSinceMs <= replacedAtMs + catalogPromiseMs
}
