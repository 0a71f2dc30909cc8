import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemError } from '../item/item-errors.ts'

/** A check-in round as its operator closes it. Counts are numbers of distinct codes. */
export interface RoundEnd {
  readonly typedCount: number
  readonly distinctCount: number
  readonly comment: string
}

/** A check-in of a round as the server has decided it. */
export interface RoundCheckIn extends RoundScan {
  readonly userId: string
  /** Null where it is of a later version, whose words nobody here knows. */
  readonly warehouseId: string | null
}

/**
 * A round ends when the typed count equals its distinct codes, or the difference is commented (issue: check-in). Where
 * its check-ins are known, their number explains the typed one too. Answers that number where it is another one than
 * the distinct codes, else null. A device counts scans that the server never sees (products checked in before, codes
 * that nobody knows), so that a difference between the two is recorded and no reason to refuse.
 */
export function checkRoundEnd(
  { typedCount, distinctCount, comment }: RoundEnd,
  checkIns?: readonly RoundCheckIn[],
): Result<{ readonly knownCount: number | null }, ItemError> {
  const known = checkIns === undefined ? distinctCount : distinctProducts(checkIns)
  if (typedCount !== distinctCount && typedCount !== known && comment.trim() === '') return fail('ROUND_COUNT_DIFFERS')
  return succeed({ knownCount: known === distinctCount ? null : known })
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

/** Several products have the code of a scan, and nobody has said yet which one it is. */
export const sharedCode = 'ITEM_CODE_AMBIGUOUS' satisfies ItemError

/**
 * Whether the product of a scan lies there: everything but what was undone, settled or no code of a product, and what is
 * no product yet, because several share its code.
 */
export function isPresentInRound({ isUndone, isSettled, refusal }: RoundScan): boolean {
  return !isUndone && !isSettled && refusal !== sharedCode && !(refusal?.startsWith('CODE_') ?? false)
}

/** Distinct products that lie there: by item where it is known, else by code. */
export function distinctProducts(scans: readonly RoundScan[]): number {
  return new Set(scans.filter(isPresentInRound).map(({ itemId, code }) => itemId ?? code)).size
}
