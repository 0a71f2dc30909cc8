import * as z from 'zod'
import { typeHolds } from '#domain/access/permission.ts'
import type { AttentionError } from '#domain/attention/attention-errors.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { OperationAuthor, Records } from '../../records.ts'
import { resolutions } from '../../wire/operation.ts'
import { defineOperation, worksIn, type Actor } from '../define-operation.ts'

const uuid = z.uuid()

/** Arguments: the refused operation, whether it is dropped or replaced by a new one, and why. */
export const settleRefusalArgs = z.strictObject({
  targetOpId: uuid,
  resolution: z.enum(resolutions),
  reason: capturedText(textLimits.comment).min(1),
})
/** Arguments of a resolution. */
export type SettleRefusalArgs = z.output<typeof settleRefusalArgs>

/** Settles a refused operation of the needs-attention tray; the decision and its reason stay in the ledger. */
export const settleRefusal = defineOperation<SettleRefusalArgs>({
  type: 'settleRefusal',
  v: 1,
  permission: 'dashboard.read',
  schema: settleRefusalArgs,
  upcast: {},
  lanes: (args) => [`op:${args.targetOpId}`],
  needs: (args) => ({ itemIds: [], codes: [], roundIds: [], opIds: [args.targetOpId] }),
  apply(records, _op, args, { actor }) {
    const checked = checkTarget(records, args.targetOpId, actor)
    if (!checked.ok) return fail({ code: checked.error })
    records.settle({ opId: args.targetOpId, resolution: args.resolution, reason: args.reason })
    return succeed({ targetOpId: args.targetOpId })
  },
})

/**
 * Whether an actor may resolve an operation: its author may, and a user who looks after the stocks of the author's
 * warehouse.
 */
export function mayResolve(actor: Actor, author: OperationAuthor): boolean {
  if (actor.userId === author.userId) return true
  if (!typeHolds(actor.userType, 'stock.manage')) return false
  return author.warehouseId === null ? actor.warehouseIds === 'all' : worksIn(actor, author.warehouseId)
}

function checkTarget(records: Records, opId: string, actor: Actor): Result<null, AttentionError> {
  const outcome = records.outcome(opId)
  const author = records.authorOf(opId)
  if (outcome === undefined || author === undefined || outcome.status === 'applied') return fail('REFUSAL_UNKNOWN')
  return mayResolve(actor, author) ? succeed(null) : fail('REFUSAL_NOT_YOURS')
}
