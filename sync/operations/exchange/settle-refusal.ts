import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { defineOperation } from '../definition.ts'

const uuid = z.uuid()

/** Arguments: the refused operation, whether it is dropped or replaced by a new one, and why. */
export const settleRefusalArgs = z.strictObject({
  targetOpId: uuid,
  resolution: z.enum(['discarded', 'replaced']),
  reason: z.string().trim().min(1).max(textLimits.comment),
})
/** Arguments of a settlement. */
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
  apply(records, _op, args) {
    const outcome = records.outcome(args.targetOpId)
    if (outcome === undefined) return fail({ code: 'REFUSAL_UNKNOWN' })
    if (outcome.status === 'applied') return fail({ code: 'REFUSAL_UNKNOWN' })
    records.settle({ opId: args.targetOpId, resolution: args.resolution, reason: args.reason })
    return succeed({ targetOpId: args.targetOpId })
  },
})
