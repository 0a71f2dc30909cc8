import type { Outcome } from '../wire/operation.ts'

/** A decided operation as a pull asks for it. */
export interface AskedOp {
  readonly opId: string
  readonly decidedNo: number
  readonly applied: boolean
  /** Decided under this device's present id, so that the server can answer for it. */
  readonly answerable: boolean
  readonly queue: string
  readonly seq: number
  readonly wasHeld: boolean
}

/** Which operations a base covers, as a copy keeps it: all up to `mark`, and those named beyond it. */
export interface Coverage {
  readonly mark: number
  readonly covered: readonly string[]
}

/** What a pull's answer says of the operations of this device. */
export interface Answered {
  readonly outcomes: readonly Outcome[]
  /** Where the server's queues of the device's present id end. */
  readonly acked: ReadonlyMap<string, number>
}

/**
 * Whether the end of its queue tells of an operation: decided at once and under the device's present id, it is in the
 * server's ledger as long as that end lies behind it.
 */
export function isCoveredByQueueEnd({ answerable, wasHeld }: AskedOp): boolean {
  return answerable && !wasHeld
}

/**
 * What a newly installed base covers. `asked` are the applied operations whose coverage was unknown when the pull
 * began, with those that `before` names; `isWhole` says that none was left out; `highest` the last decision number given
 * then. The server answers for operations that its snapshot contains; for one that it cannot answer any more, the order
 * of events speaks: its outcome was known before the pull began. So it does for one that its queue tells of.
 */
export function coverageAfter(
  before: Coverage,
  asked: readonly AskedOp[],
  { outcomes, acked }: Answered,
  askedBefore: ReadonlySet<string>,
  isWhole: boolean,
  highest: number,
): Coverage {
  const answered = new Set(outcomes.filter(({ status }) => status === 'applied').map(({ opId }) => opId))
  const covered = new Set(before.covered)
  for (const opId of answered) covered.add(opId)
  const open: number[] = []
  for (const op of asked) {
    if (!op.applied || covered.has(op.opId)) continue
    const isKept = isCoveredByQueueEnd(op) && op.seq <= (acked.get(op.queue) ?? 0)
    if (!op.answerable || isKept || askedBefore.has(op.opId)) covered.add(op.opId)
    else open.push(op.decidedNo)
  }
  // Operations beyond the page of those asked for are still open.
  const known = new Set(before.covered)
  const inQuestion = asked.filter(({ opId }) => !known.has(opId)).map(({ decidedNo }) => decidedNo)
  const end = isWhole ? highest : Math.max(before.mark, ...inQuestion)
  const mark = Math.max(before.mark, Math.min(end, ...open.map((decidedNo) => decidedNo - 1)))
  const below = new Set(asked.filter(({ decidedNo }) => decidedNo <= mark).map(({ opId }) => opId))
  return { mark, covered: [...covered].filter((opId) => !below.has(opId)) }
}

/** A retained operation as a restore of the server looks at it. */
export interface RetainedOp {
  readonly queue: string
  readonly seq: number
  readonly decidedNo: number
  readonly wasHeld: boolean
}

/**
 * Whether a decided operation must be sent again: the server's queue ends before it, which a restore from a backup
 * does. After a change of epoch a once held one goes again too, because its release may have been lost. `since` is
 * the last decision number given before the question, so that newer decisions stand.
 */
export function mustResend(
  op: RetainedOp,
  acked: ReadonlyMap<string, number>,
  since: number,
  epochChanged: boolean,
): boolean {
  if (op.decidedNo > since && !op.wasHeld) return false
  return op.seq > (acked.get(op.queue) ?? 0) || (epochChanged && op.wasHeld)
}
