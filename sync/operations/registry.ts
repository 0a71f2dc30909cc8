import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { EngineOutcomeCode } from '../wire/sync-errors.ts'
import type { Operation } from '../wire/operation.ts'
import { readArgs } from './read-args.ts'
import type { OperationDefinition } from './define-operation.ts'
import { finalizeInStore } from './counter/finalize-in-store.ts'
import { sellInStore } from './counter/sell-in-store.ts'
import { settleRefusal } from './attention/settle-refusal.ts'
import { confirmRefurbSteps } from './refurb/confirm-refurb-steps.ts'
import { finalizeRefurbDiagnosis } from './refurb/finalize-refurb-diagnosis.ts'
import { startRefurbDiagnosis, undoRefurbDiagnosisStart } from './refurb/start-refurb-diagnosis.ts'
import { undoRefurbStep, workOnRefurbStep } from './refurb/work-on-refurb-step.ts'
import { checkInItem } from './check-in/check-in-item.ts'
import { endCheckInRound } from './check-in/end-check-in-round.ts'
import { endStockCount } from './stock/end-stock-count.ts'
import { closePackage } from './expedition/close-package.ts'
import { handOverItem } from './expedition/hand-over-item.ts'
import { moveItem } from './stock/move-item.ts'
import { openPackage } from './expedition/open-package.ts'
import { putInPackage, takeOutOfPackage, undoPackageItem } from './expedition/put-in-package.ts'
import { releaseFromQuarantine } from './quarantine/release-from-quarantine.ts'
import { resolveCountLine } from './stock/resolve-count-line.ts'
import { testItem } from './compliance/test-item.ts'
import { undoCheckIn } from './check-in/undo-check-in.ts'
import { undoMove } from './stock/undo-move.ts'

const definitions = [
  checkInItem,
  undoCheckIn,
  endCheckInRound,
  testItem,
  releaseFromQuarantine,
  moveItem,
  undoMove,
  resolveCountLine,
  endStockCount,
  startRefurbDiagnosis,
  undoRefurbDiagnosisStart,
  finalizeRefurbDiagnosis,
  workOnRefurbStep,
  undoRefurbStep,
  confirmRefurbSteps,
  openPackage,
  putInPackage,
  takeOutOfPackage,
  undoPackageItem,
  closePackage,
  handOverItem,
  sellInStore,
  finalizeInStore,
  settleRefusal,
]

/** Every operation by type. */
export const operations: ReadonlyMap<string, OperationDefinition<never>> = new Map(
  definitions.map((definition) => [definition.type, definition as OperationDefinition<never>]),
)

/** An operation whose arguments are of the newest version and checked. */
export interface ReadyOperation {
  readonly definition: OperationDefinition<never>
  readonly op: Operation
  readonly args: never
}

/** What an operation asks for, and the version that its arguments are written in. */
export type AskedOperation = Pick<Operation, 'type' | 'v' | 'args'>

/** Finds the definition of an operation and raises its arguments to the newest version. */
export interface FindOperation {
  (op: Operation): Result<ReadyOperation, EngineOutcomeCode>
  /**
   * The arguments in the newest version's words, unchecked: code that needs a single one reads it here. Those of an
   * unknown type or a later version are unchanged.
   */
  argsOf(op: AskedOperation): Readonly<Record<string, unknown>>
}

/** Finds operations among these definitions. */
export function createFindOperation(known: ReadonlyMap<string, OperationDefinition<never>>): FindOperation {
  // Asked several times of each operation of a batch, which never changes: its arguments are checked once.
  const found = new WeakMap<Operation, ReturnType<FindOperation>>()
  function find(op: Operation): ReturnType<FindOperation> {
    const before = found.get(op)
    if (before !== undefined) return before
    const ready = findOperation(known.get(op.type), op)
    found.set(op, ready)
    return ready
  }
  return Object.assign(find, {
    argsOf(op: AskedOperation): Readonly<Record<string, unknown>> {
      const raised = raiseArgs(known.get(op.type), op)
      return raised.ok ? raised.value : op.args
    },
  })
}

/**
 * Finds an operation of this program. An unknown type or a version of a newer app is `SYNC_UNKNOWN_OPERATION`, which
 * is held and never dropped.
 */
export const readyOperation: FindOperation = createFindOperation(operations)

/** The arguments of an operation of this program, in the newest version's words. */
export const newestArgs: FindOperation['argsOf'] = readyOperation.argsOf

function findOperation(
  definition: OperationDefinition<never> | undefined,
  op: Operation,
): Result<ReadyOperation, EngineOutcomeCode> {
  const raised = raiseArgs(definition, op)
  if (!raised.ok) return raised
  if (definition === undefined) return fail('SYNC_UNKNOWN_OPERATION')
  const args = readArgs(definition, raised.value)
  return args.ok ? succeed({ definition, op, args: args.value }) : args
}

function raiseArgs(
  definition: OperationDefinition<never> | undefined,
  { v: from, args: said }: AskedOperation,
): Result<Record<string, unknown>, EngineOutcomeCode> {
  if (definition === undefined || from > definition.v) return fail('SYNC_UNKNOWN_OPERATION')
  let args = said
  for (let v = from; v < definition.v; v++) {
    const step = definition.upcast[v]
    if (step === undefined) return fail('SYNC_UNKNOWN_OPERATION')
    try {
      args = step(args)
    } catch {
      // Nothing has checked what an upcast reads: one that stumbles concerns its own operation alone.
      return fail('SYNC_NEEDS_A_PERSON')
    }
  }
  return succeed(args)
}
