import type { Result } from '#domain/kernel/result.ts'
import { isArgsProblem } from './operations/read-args.ts'
import type { OperationResult, Refusal, RunContext } from './operations/define-operation.ts'
import { readyOperation, type FindOperation } from './operations/registry.ts'
import type { Records } from './records.ts'
import type { Operation, Outcome } from './wire/operation.ts'

/**
 * Decides one operation over loaded records, the same way on device and server: first what it depends on, then its
 * own rules. A dependency that is missing or held itself holds the operation. One that comes again as settled after a
 * refusal keeps that.
 */
export function runOperation(
  records: Records,
  op: Operation,
  context: RunContext,
  find: FindOperation = readyOperation,
): Outcome {
  if (op.refusedAs !== undefined) return outcomeOf(op, 'rejected', op.refusedAs)
  const ready = find(op)
  if (!ready.ok) return outcomeOf(op, isArgsProblem(ready.error) ? 'rejected' : 'held', ready.error)
  const blocked = blockedBy(records, op)
  if (blocked !== null) return blocked
  const applied: Result<OperationResult, Refusal> = ready.value.definition.apply(records, op, ready.value.args, context)
  if (applied.ok) return { opId: op.opId, status: 'applied', code: null, causeOp: null, result: { ...applied.value } }
  const { code, causeOp, status, details } = applied.error
  return {
    ...outcomeOf(op, status ?? 'rejected', code, causeOp),
    result: details === undefined ? null : { ...details },
  }
}

/**
 * The outcome that dependencies alone decide: blocked by a refused one, held for a missing or held one, else none. What an
 * operation only comes after holds it as long as that is undecided, and blocks nothing.
 */
export function blockedBy(records: Records, op: Operation): Outcome | null {
  for (const dependency of op.dependsOn) {
    const known = records.outcome(dependency)
    if (known === undefined) return outcomeOf(op, 'held', 'SYNC_WAITS_FOR', dependency)
    if (known.status === 'held') return outcomeOf(op, 'held', 'SYNC_WAITS_FOR', dependency)
    if (known.status === 'rejected') return outcomeOf(op, 'blocked_by', 'SYNC_BLOCKED', dependency)
    if (known.status === 'blocked_by') return outcomeOf(op, 'blocked_by', 'SYNC_BLOCKED', known.causeOp ?? dependency)
  }
  for (const earlier of op.comesAfter ?? []) {
    const known = records.outcome(earlier)
    if (known === undefined || known.status === 'held') return outcomeOf(op, 'held', 'SYNC_WAITS_FOR', earlier)
  }
  return null
}

/** An outcome without a result. */
export function outcomeOf(op: Operation, status: Outcome['status'], code: string, causeOp?: string): Outcome {
  return { opId: op.opId, status, code, causeOp: causeOp ?? null, result: null }
}

/** A permission that the actor lacks refuses before anything is looked at. */
export function refusePermission(op: Operation): Outcome {
  return outcomeOf(op, 'rejected', 'SYNC_PERMISSION_MISSING')
}
