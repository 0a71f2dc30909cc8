// Of one page's life: the way back from a confirmation leads to the steps before, whose cart is empty then.
let sold: readonly string[] = []

/** Ids of the buybacks that were confirmed last since the page was loaded. */
export function lastBuybackIds(): readonly string[] {
  return sold
}

/** Remembers what a confirmation shows. */
export function rememberOrder(ids: readonly string[]): void {
  sold = ids
}
