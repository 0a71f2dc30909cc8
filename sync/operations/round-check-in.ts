import type { RoundCheckIn } from '#domain/check-in/check-in-round.ts'
import type { Operation, Outcome } from '../wire/operation.ts'
import { readyOperation, type AskedOperation, type FindOperation } from './registry.ts'
import { roundOf } from './round-of.ts'

/** A check-in of a round under its operation. */
export interface NamedCheckIn extends RoundCheckIn {
  readonly opId: string
  readonly roundId: string
}

/** What an operation says about the check-ins of rounds: one more of them, or that one is undone. */
export type RoundFact =
  | { readonly kind: 'check_in'; readonly checkIn: NamedCheckIn }
  | { readonly kind: 'undo'; readonly targetOpId: string }

/** What a decided operation says about the check-ins of rounds; none where it says nothing. */
export function roundFactOf(
  op: AskedOperation & Pick<Operation, 'actor'>,
  outcome: Pick<Outcome, 'opId' | 'status' | 'code' | 'result'>,
  find: Pick<FindOperation, 'argsOf'> = readyOperation,
): RoundFact | undefined {
  if (op.type === 'undoCheckIn' && outcome.status === 'applied')
    return { kind: 'undo', targetOpId: String(find.argsOf(op)['targetOpId']) }
  const roundId = op.type === 'checkInItem' ? roundOf(op, find) : undefined
  if (roundId === undefined) return undefined
  const args = find.argsOf(op)
  const { warehouseId } = args
  const itemId = outcome.result?.['itemId'] ?? args['itemId']
  return {
    kind: 'check_in',
    checkIn: {
      opId: outcome.opId,
      roundId,
      userId: op.actor,
      warehouseId: typeof warehouseId === 'string' ? warehouseId : null,
      code: String(args['code']),
      itemId: typeof itemId === 'string' ? itemId : null,
      isUndone: false,
      isSettled: false,
      refusal: outcome.status === 'rejected' || outcome.status === 'blocked_by' ? outcome.code : null,
    },
  }
}
