import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { decideDiagnosisEnd, withCurrentWording } from '#domain/refurb/diagnosis.ts'
import { refurbCosts } from '#domain/refurb/refurb-step.ts'
import { questionsAsked } from '#domain/refurb/questions-asked.ts'
import { questionsOfProduct } from '#domain/refurb/questions-of-product.ts'
import { stepsOfDiagnosis } from '#domain/refurb/steps-of-diagnosis.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { itemFacts } from '../../wire/item-row.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'
import { nativeStocksOf, saveUpdate } from '../item-write.ts'

const uuid = z.uuid()

/** A question as it was asked, of its answers those alone that were given. */
const askedSchema = z.strictObject({
  id: uuid,
  label: capturedText(textLimits.name, 'line'),
  type: z.enum(['unique', 'multiple']),
  answers: z
    .array(z.strictObject({ id: uuid, label: capturedText(textLimits.name, 'line'), stepIds: z.array(uuid).max(50) }))
    .max(50),
})

/**
 * Arguments of the end of a diagnosis; the stock counts where a step is due. `asked` are the questions as the device
 * knew them; without it, as from an earlier version of the app, those of today are meant.
 */
export const finalizeRefurbDiagnosisArgs = z.strictObject({
  itemId: uuid,
  answers: z.array(z.strictObject({ questionId: uuid, answerIds: z.array(uuid).max(50) })).max(200),
  asked: z.array(askedSchema).max(200).optional(),
  stockId: uuid,
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of the end of a diagnosis. */
export type FinalizeRefurbDiagnosisArgs = z.output<typeof finalizeRefurbDiagnosisArgs>

/** Ends a refurb diagnosis: its answers make steps due, with the costs of the warehouse (REFURB-16). */
export const finalizeRefurbDiagnosis = defineOperation<FinalizeRefurbDiagnosisArgs>({
  type: 'finalizeRefurbDiagnosis',
  v: 2,
  permission: 'refurb_diagnostic.write',
  schema: finalizeRefurbDiagnosisArgs,
  // The first version had no `asked`: a server that knows that one alone leaves the second to one that knows it.
  upcast: { 1: (args) => args },
  confirmedFields: ['status', 'stockId'],
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [], refurb: true }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const { warehouseId } = item
    if (warehouseId === null) return fail({ code: 'REFURB_NOT_STARTED' })
    if (!worksIn(context.actor, warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const stock = records.stock(args.stockId)
    if (stock?.warehouseId !== warehouseId) return fail({ code: 'STOCK_UNKNOWN' })
    if (!mayBeSet(stock.native, 'item_refurb_in_progress')) return fail({ code: 'STOCK_NOT_ALLOWED' })
    const native = nativeStocksOf(records, warehouseId)
    if (!native.ok) return native
    const { refurbQuestions = [], productRefurbQuestions = [], refurbSteps = [] } = records.config
    const { diagnosis, productId } = itemFacts(item)
    const today = questionsOfProduct(refurbQuestions, productRefurbQuestions, productId)
    // An app that says nothing of what it asked knows no questions of single products.
    const questions =
      args.asked === undefined ? refurbQuestions : questionsAsked({ questions: today, steps: refurbSteps }, args.asked)
    const steps = stepsOfDiagnosis({ questions, steps: refurbSteps }, args.answers, {
      warehouseId,
      usualStockId: native.value('to_refurbish'),
      stock: (id) => records.stock(id),
    })
    if (!steps.ok) return fail({ code: steps.error })
    const decided = decideDiagnosisEnd(item, {
      chosenStockId: stock.id,
      completedStockId: native.value('refurbishment_completed'),
      hasSteps: steps.value.length > 0,
    })
    if (!decided.ok) return fail({ code: decided.error })
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'refurb_diagnosis_end',
      next: decided.value,
      facts: {
        diagnosis: {
          startedAtMs: diagnosis?.startedAtMs ?? doneAtMs(op, context),
          startedBy: diagnosis?.startedBy ?? context.actor.userId,
          answers: withCurrentWording(questions, args.answers),
          finalizedAtMs: doneAtMs(op, context),
        },
        steps: steps.value,
      },
      isUndoable: false,
      comment: args.comment,
      details: { answers: args.answers, plannedCents: refurbCosts(steps.value).plannedCents },
    })
    const { status, stockId } = decided.value
    return succeed({ itemId: item.id, stepIds: steps.value.map(({ stepId }) => stepId), status, stockId })
  },
})
