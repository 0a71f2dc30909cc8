import * as z from 'zod'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { checkRoundEnd } from '#domain/check-in/check-in-round.ts'
import { fail, succeed } from '#domain/kernel/result.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { noNeeds } from '../../records.ts'
import { defineOperation, worksIn } from '../define-operation.ts'

const uuid = z.uuid()

/** Arguments of the end of a round: the count typed by the operator and the distinct codes that were scanned. */
export const endCheckInRoundArgs = z.strictObject({
  roundId: uuid,
  warehouseId: uuid,
  typedCount: z.int().min(0).max(100_000),
  distinctCount: z.int().min(0).max(100_000),
  comment: capturedText(textLimits.comment),
})
/** Arguments of the end of a round. */
export type EndCheckInRoundArgs = z.output<typeof endCheckInRoundArgs>

/**
 * Ends a check-in round; refused while one of its check-ins is refused and unresolved, and names it. The round of others,
 * and one whose check-ins went into another warehouse, is unknown.
 */
export const endCheckInRound = defineOperation<EndCheckInRoundArgs>({
  type: 'endCheckInRound',
  v: 1,
  permission: 'warehouse.check_in',
  schema: endCheckInRoundArgs,
  upcast: {},
  lanes: (args) => [`round:${args.roundId}`],
  needs: (args) => ({ ...noNeeds, roundIds: [args.roundId], checkInRoundIds: [args.roundId] }),
  apply(records, _op, args, context) {
    if (!worksIn(context.actor, args.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const known = records.round(args.roundId)
    if (known !== undefined && known.userId !== context.actor.userId) return fail({ code: 'ROUND_UNKNOWN' })
    if (known !== undefined && known.endedAtMs !== null) return fail({ code: 'ROUND_ALREADY_ENDED' })
    const checkIns = records
      .checkInsOfRound(args.roundId)
      ?.filter(({ userId, refusal }) => userId === context.actor.userId && refusal === null)
    const isElsewhere = checkIns?.some(({ warehouseId }) => (warehouseId ?? args.warehouseId) !== args.warehouseId)
    if (isElsewhere) return fail({ code: 'ROUND_UNKNOWN' })
    const refused = records.refusedInRound(args.roundId)[0]
    if (refused !== undefined) return fail({ code: 'ROUND_HAS_REFUSED', causeOp: refused, status: 'blocked_by' })
    const checked = checkRoundEnd(args, checkIns)
    if (!checked.ok) return fail({ code: checked.error })
    records.saveRound({
      id: args.roundId,
      warehouseId: args.warehouseId,
      userId: context.actor.userId,
      endedAtMs: context.atMs,
      typedCount: args.typedCount,
      distinctCount: args.distinctCount,
      knownCount: checked.value.knownCount,
      comment: args.comment === '' ? null : args.comment,
    })
    return succeed({ roundId: args.roundId })
  },
})
