import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { decideDiagnosisStart } from '#domain/refurb/diagnosis.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'
import { saveUpdate } from '../item-write.ts'
import { defineUndo } from '../define-undo.ts'

/** Arguments of the start of a diagnosis. */
export const startRefurbDiagnosisArgs = z.strictObject({ itemId: z.uuid() })
export type StartRefurbDiagnosisArgs = z.output<typeof startRefurbDiagnosisArgs>

/** Starts the refurb diagnosis of an item (REFURB-11 to REFURB-13). */
export const startRefurbDiagnosis = defineOperation<StartRefurbDiagnosisArgs>({
  type: 'startRefurbDiagnosis',
  v: 1,
  permission: 'refurb_diagnostic.write',
  schema: startRefurbDiagnosisArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [] }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const decided = decideDiagnosisStart(item)
    if (!decided.ok) return fail({ code: decided.error })
    if (item.warehouseId === null || !worksIn(context.actor, item.warehouseId))
      return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'refurb_diagnosis_start',
      next: decided.value,
      facts: {
        diagnosis: {
          startedAtMs: doneAtMs(op, context),
          startedBy: context.actor.userId,
          answers: [],
          finalizedAtMs: null,
          startOpId: op.opId,
        },
        steps: [],
      },
      isUndoable: true,
    })
    return succeed({ itemId: item.id })
  },
})

/** Puts back an item whose diagnosis was started. */
export const undoRefurbDiagnosisStart = defineUndo({
  type: 'undoRefurbDiagnosisStart',
  permission: 'refurb_diagnostic.write',
  undoes: ['startRefurbDiagnosis'],
  action: 'undo_refurb_diagnosis_start',
})
