import { fail, succeed, type Result } from '../kernel/result.ts'
import type { WarehouseError } from './errors.ts'

/** A check-in round as its operator closes it. Counts are numbers of distinct codes. */
export interface RoundEnd {
  readonly typedCount: number
  readonly distinctCount: number
  readonly comment: string
}

/** A round ends when the typed count equals its distinct codes, or the difference is commented (issue: check-in). */
export function checkRoundEnd(end: RoundEnd): Result<RoundEnd, WarehouseError> {
  if (end.typedCount !== end.distinctCount && end.comment.trim() === '') return fail('ROUND_COUNT_DIFFERS')
  return succeed(end)
}

/** A scan of a round as its count sees it. */
export interface RoundScan {
  readonly code: string
  /** The item that it means, where one is known. */
  readonly itemId: string | null
  readonly isUndone: boolean
  /** Its refusal was settled by a person. */
  readonly isSettled: boolean
  /** Why it is refused; null where it is not. */
  readonly refusal: string | null
}

/** Whether the product of a scan lies there: everything but what was undone, settled or no code of a product. */
export function liesThere({ isUndone, isSettled, refusal }: RoundScan): boolean {
  return !isUndone && !isSettled && !(refusal?.startsWith('CODE_') ?? false)
}

/** Distinct products that lie there: by item where it is known, else by code. */
export function distinctProducts(scans: readonly RoundScan[]): number {
  return new Set(scans.filter(liesThere).map(({ itemId, code }) => itemId ?? code)).size
}
