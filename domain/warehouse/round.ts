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
