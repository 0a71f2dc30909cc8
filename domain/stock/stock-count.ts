import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemError } from '../item/item-errors.ts'

/** What a stock count shows beside the items that are where they belong. Ids are of items. */
export interface StockCount {
  readonly present: readonly string[]
  /** Belong to the stock and were not scanned. */
  readonly missing: readonly string[]
  /** Were scanned and belong elsewhere. */
  readonly unexpected: readonly string[]
}

/**
 * How an item of a count is resolved without a move, which is an action of its own: a missing one was seen after all or
 * is not to be found, an unexpected one was put back where it belongs.
 */
export const countResolutions = ['found', 'not_found', 'put_back'] as const

/** Numbers with which an operator closes a count. */
export interface CountEnd {
  readonly expectedCount: number
  readonly presentCount: number
  readonly missingCount: number
  readonly unexpectedCount: number
  readonly resolvedCount: number
}

/** Compares the items of a stock with those scanned in it; each item counts once, however often it was scanned. */
export function compareCount(expected: readonly string[], scanned: readonly string[]): StockCount {
  const belongs = new Set(expected)
  const seen = new Set(scanned)
  return {
    present: [...belongs].filter((id) => seen.has(id)),
    missing: [...belongs].filter((id) => !seen.has(id)),
    unexpected: [...seen].filter((id) => !belongs.has(id)),
  }
}

/** A count ends when its numbers add up and each missing or unexpected item is resolved. */
export function checkCountEnd(end: CountEnd): Result<CountEnd, ItemError> {
  if (end.presentCount + end.missingCount !== end.expectedCount) return fail('COUNT_NUMBERS_DIFFER')
  if (end.resolvedCount !== end.missingCount + end.unexpectedCount) return fail('COUNT_NOT_RESOLVED')
  return succeed(end)
}

/** Number of items in each stock; a stock without items is absent. */
export function stockTotals(items: Iterable<{ readonly stockId: string | null }>): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const { stockId } of items) if (stockId !== null) totals.set(stockId, (totals.get(stockId) ?? 0) + 1)
  return totals
}
