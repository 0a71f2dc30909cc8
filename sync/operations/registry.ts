import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { EngineOutcomeCode } from '../wire/errors.ts'
import type { Operation } from '../wire/operation.ts'
import type { OperationDefinition } from './definition.ts'
import { finalizeInStore } from './counter/finalize-in-store.ts'
import { sellInStore } from './counter/sell-in-store.ts'
import { settleRefusal } from './exchange/settle-refusal.ts'
import { confirmRefurbSteps } from './refurb/confirm-refurb-steps.ts'
import { finalizeRefurbDiagnosis } from './refurb/finalize-refurb-diagnosis.ts'
import { startRefurbDiagnosis, undoRefurbDiagnosisStart } from './refurb/start-refurb-diagnosis.ts'
import { undoRefurbStep, workOnRefurbStep } from './refurb/work-on-refurb-step.ts'
import { checkInItem } from './warehouse/check-in-item.ts'
import { endCheckInRound } from './warehouse/end-check-in-round.ts'
import { endStockCount } from './warehouse/end-stock-count.ts'
import { closePackage } from './warehouse/close-package.ts'
import { handOverItem } from './warehouse/hand-over-item.ts'
import { moveItem } from './warehouse/move-item.ts'
import { openPackage } from './warehouse/open-package.ts'
import { putInPackage, takeOutOfPackage, undoPackageItem } from './warehouse/put-in-package.ts'
import { releaseFromQuarantine } from './warehouse/release-from-quarantine.ts'
import { resolveCountLine } from './warehouse/resolve-count-line.ts'
import { testItem } from './warehouse/test-item.ts'
import { undoCheckIn } from './warehouse/undo-check-in.ts'
import { undoMove } from './warehouse/undo-move.ts'

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

/** Finds the definition of an operation and raises its arguments to the newest version. */
export type FindOperation = (op: Operation) => Result<ReadyOperation, EngineOutcomeCode>

/** Finds operations among these definitions. */
export function createFindOperation(known: ReadonlyMap<string, OperationDefinition<never>>): FindOperation {
  return (op) => findOperation(known.get(op.type), op)
}

/**
 * Finds an operation of this program. An unknown type or a version of a newer app is `SYNC_UNKNOWN_OPERATION`, which
 * is held and never dropped.
 */
export const readyOperation: FindOperation = createFindOperation(operations)

function findOperation(
  definition: OperationDefinition<never> | undefined,
  op: Operation,
): Result<ReadyOperation, EngineOutcomeCode> {
  if (definition === undefined || op.v > definition.v) return fail('SYNC_UNKNOWN_OPERATION')
  let args = op.args
  for (let v = op.v; v < definition.v; v++) {
    const step = definition.upcast[v]
    if (step === undefined) return fail('SYNC_UNKNOWN_OPERATION')
    args = step(args)
  }
  const parsed = definition.schema.safeParse(args)
  return parsed.success ? succeed({ definition, op, args: parsed.data }) : fail('SYNC_ARGS_INVALID')
}
