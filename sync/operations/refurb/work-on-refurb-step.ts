import * as z from 'zod'
import { typeHolds } from '#domain/access/permission.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { mayCancel, stepActions, workOnStep, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import { defineOperation, worksIn, type Refusal } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'
import { wasCapturedUnaware, saveRepeat, saveUpdate } from '../item-write.ts'
import { defineUndo } from '../define-undo.ts'

const uuid = z.uuid()

/**
 * Arguments of an action on a step. `seenRevision` is the step's as the operator saw it. `stockId` is the stock that a
 * start confirms, and the one into which a completion puts the item; both have one.
 */
export const workOnRefurbStepArgs = z.strictObject({
  itemId: uuid,
  stepId: uuid,
  action: z.enum(stepActions),
  seenRevision: z.int().min(0).max(1_000_000),
  stockId: uuid.optional(),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of an action on a step. */
export type WorkOnRefurbStepArgs = z.output<typeof workOnRefurbStepArgs>

/**
 * Starts, pauses, resumes, cancels or completes a refurb step of an item (REFURB-22 to REFURB-28). Where a colleague has
 * paused or ended it alike before, both have.
 */
export const workOnRefurbStep = defineOperation<WorkOnRefurbStepArgs>({
  type: 'workOnRefurbStep',
  v: 1,
  permission: 'refurb.write',
  schema: workOnRefurbStepArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [] }),
  retried({ stepId }, item) {
    const step = itemFacts(item).steps.find((each) => each.stepId === stepId)
    return step === undefined ? {} : { seenRevision: step.revision }
  },
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    if (item.status !== 'item_refurb_in_progress') return fail({ code: 'REFURB_NOT_STARTED' })
    if (item.warehouseId === null || !worksIn(context.actor, item.warehouseId))
      return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const { steps } = itemFacts(item)
    const step = steps.find(({ stepId }) => stepId === args.stepId)
    if (step === undefined) return fail({ code: 'REFURB_STEP_UNKNOWN' })
    const target = stockAfter(records, item, args)
    if (!target.ok) return target
    const isManager = typeHolds(context.actor.userType, 'stock.manage')
    const worked = workOnStep(step, {
      action: args.action,
      seenRevision: args.seenRevision,
      actorId: context.actor.userId,
      isManager,
      moment: { deviceId: op.deviceId, deviceMs: Date.parse(op.capturedAt), atMs: context.atMs },
      doneAtMs: doneAtMs(op, context),
      stockId: args.stockId ?? null,
      comment: args.comment ?? '',
    })
    if (!worked.ok) {
      const isRepeat = isAsWished(step, args) && target.value === item.stockId && wasCapturedUnaware(op, item)
      if (!isRepeat) return fail({ code: worked.error })
      if (args.action === 'cancel' && !mayCancel(step, { isManager }))
        return fail({ code: 'REFURB_CANCEL_NOT_ALLOWED' })
      const { stepId, name, status, revision } = step
      const action = `refurb_step_${args.action}`
      const repeat = { item, op, context, action, comment: args.comment, details: { stepId, name, status } }
      // The latest action on the item may be on another of its steps.
      saveRepeat(records, repeat, ({ beforeFacts }) =>
        (beforeFacts?.steps ?? []).some((before) => before.stepId === stepId && before.revision === revision - 1),
      )
      return succeed({ itemId: item.id, stepId: step.stepId, status: step.status, revision: step.revision })
    }
    const next = worked.value
    saveUpdate(records, {
      item,
      op,
      context,
      action: `refurb_step_${args.action}`,
      next: { ...item, stockId: target.value },
      facts: { steps: steps.map((each) => (each.stepId === next.stepId ? next : each)) },
      isUndoable: true,
      comment: args.comment,
      details: { stepId: next.stepId, name: next.name, status: next.status, workedMs: next.workedMs },
    })
    return succeed({ itemId: item.id, stepId: next.stepId, status: next.status, revision: next.revision })
  },
})

/** Puts back the latest action on a step. */
export const undoRefurbStep = defineUndo({
  type: 'undoRefurbStep',
  permission: 'refurb.write',
  undoes: ['workOnRefurbStep'],
  action: 'undo_refurb_step',
})

/**
 * Whether the step is paused or ended as this action would leave it, which names what an end has to name (REFURB-25,
 * REFURB-26). Two who begin a step work on it at the same time: neither has done what the other has.
 */
function isAsWished({ status }: ItemStep, { action, stockId, comment = '' }: WorkOnRefurbStepArgs): boolean {
  if (action === 'pause') return status === 'paused'
  if (action === 'complete') return status === 'completed' && stockId !== undefined
  return action === 'cancel' && status === 'cancelled' && comment.trim() !== ''
}

/** The stock of the item afterwards: a completion chooses it (REFURB-26), other actions leave it. */
function stockAfter(
  records: Records,
  item: ItemRow,
  { action, stockId }: WorkOnRefurbStepArgs,
): Result<string | null, Refusal> {
  if (action !== 'complete' || stockId === undefined) return succeed(item.stockId)
  const stock = records.stock(stockId)
  if (stock?.warehouseId !== item.warehouseId) return fail({ code: 'STOCK_UNKNOWN' })
  return mayBeSet(stock.native, item.status) ? succeed(stock.id) : fail({ code: 'STOCK_NOT_ALLOWED' })
}
