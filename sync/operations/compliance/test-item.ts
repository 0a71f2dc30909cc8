import * as z from 'zod'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { comparePrices, type PriceComparison } from '#domain/compliance/controlled-price.ts'
import {
  checkTestable,
  decideSetAside,
  decideTest,
  setAsideReasons,
  type ControlDecision,
  type ControlPlace,
} from '#domain/compliance/compliance.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import { defineOperation, worksIn, type Refusal } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'
import { nativeStocksOf, saveUpdate } from '../item-write.ts'
import { takeOutOfOpenPackage } from '../expedition/package-content.ts'

const uuid = z.uuid()

/**
 * Arguments of a compliance test. `productId` is absent where the product is the declared one; `setAside` replaces the
 * answers of a locked or stolen product. Photos are named here and uploaded on their own.
 */
export const testItemArgs = z.strictObject({
  itemId: uuid,
  warehouseId: uuid,
  answers: z.array(z.strictObject({ questionId: uuid, answerId: uuid })).max(100),
  productId: uuid.optional(),
  setAside: z.enum(setAsideReasons).optional(),
  imei: z
    .string()
    .regex(/^\d{15,17}$/)
    .optional(),
  serialNumber: capturedText(64, 'code').min(1).optional(),
  photos: z.array(z.strictObject({ photoId: uuid, questionId: uuid.optional() })).max(40),
  stockId: uuid.optional(),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of a compliance test. */
export type TestItemArgs = z.output<typeof testItemArgs>

/** Compares a product with its declaration and gives item and buyback their outcome (lifecycle rows «compliance test»). */
export const testItem = defineOperation<TestItemArgs>({
  type: 'testItem',
  v: 1,
  permission: 'item.control',
  schema: testItemArgs,
  upcast: {},
  confirmedFields: ['outcome', 'stockId'],
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({
    itemIds: [args.itemId],
    codes: [],
    roundIds: [],
    opIds: [],
    holders: true,
    productIds: args.productId === undefined ? [] : [args.productId],
  }),
  apply(records, op, args, context) {
    if (!worksIn(context.actor, args.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const place = placeOf(records, args)
    if (!place.ok) return place
    const evaluated = evaluate(records, item, args, place.value)
    if (!evaluated.ok) return evaluated
    const { decision, compared } = evaluated.value
    const comment = args.comment?.trim() ?? ''
    if (commentIsMissing(records, decision, comment)) return fail({ code: 'CONTROL_COMMENT_MISSING' })
    const facts = itemFacts(item)
    const photos = args.photos.map(({ photoId, questionId }) => ({ photoId, questionId: questionId ?? null }))
    const control = {
      outcome: decision.outcome,
      productId: args.productId ?? facts.declaration?.productId ?? facts.productId ?? '',
      answers: compared === null ? [] : args.answers,
      grade: compared?.controlled.grade ?? null,
      priceCents: compared?.controlledCents ?? null,
      absorbedCents: decision.outcome === 'with_absorption' ? (compared?.absorbedCents ?? 0) : 0,
      setAside: args.setAside ?? null,
      photos,
      atMs: context.atMs,
      doneAtMs: doneAtMs(op, context),
      opId: op.opId,
    }
    const leftPackageId = takeOutOfOpenPackage(records, item)
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'compliance_test',
      next: decision.next,
      facts: {
        control,
        ...(decision.validated === null ? {} : { validated: decision.validated }),
        ...(leftPackageId === null ? {} : { packageId: null }),
      },
      fields: {
        ...(args.imei === undefined ? {} : { imei: args.imei }),
        ...(args.serialNumber === undefined ? {} : { serialNumber: args.serialNumber }),
      },
      isUndoable: false,
      comment,
      details: {
        outcome: decision.outcome,
        lines: compared?.lines ?? [],
        photos,
        ...(leftPackageId === null ? {} : { leftPackageId }),
      },
    })
    return succeed({
      itemId: item.id,
      outcome: decision.outcome,
      stockId: decision.next.stockId,
      toldCents: compared?.toldCents ?? null,
      isProposal: decision.outcome === 'proposal',
    })
  },
})

interface Evaluated {
  readonly decision: ControlDecision
  readonly compared: PriceComparison | null
}

function evaluate(
  records: Records,
  item: ItemRow,
  args: TestItemArgs,
  place: ControlPlace,
): Result<Evaluated, Refusal> {
  const testable = checkTestable(item, place)
  if (!testable.ok) return fail({ code: testable.error })
  if (args.setAside !== undefined) {
    const decision = decideSetAside(item, place)
    return decision.ok ? succeed({ decision: decision.value, compared: null }) : fail({ code: decision.error })
  }
  const { declaration } = itemFacts(item)
  if (declaration === null) return fail({ code: 'CONTROL_QUESTIONS_UNKNOWN' })
  const declaredTerms = declaredTermsOf(records, declaration)
  if (!declaredTerms.ok) return declaredTerms
  const foundTerms = foundTermsOf(records, item, args, declaredTerms.value)
  if (!foundTerms.ok) return foundTerms
  const compared = comparePrices(declaration, { terms: foundTerms.value, answers: args.answers }, declaredTerms.value)
  if (!compared.ok) return fail({ code: compared.error })
  const decision = decideTest(item, declaration, compared.value, place)
  return decision.ok ? succeed({ decision: decision.value, compared: compared.value }) : fail({ code: decision.error })
}

function declaredTermsOf(records: Records, declaration: Declaration): Result<ProductTerms, Refusal> {
  const { productId, simple, prices, questionnaireId } = declaration
  const questionnaire = questionnaireOf(records, questionnaireId)
  if (questionnaire === undefined) return fail({ code: 'CONTROL_QUESTIONS_UNKNOWN' })
  return succeed({ productId, simple, prices, questionnaire })
}

/** Another product counts with its prices of the declaration's day, which is the day of the buyback. */
function foundTermsOf(
  records: Records,
  item: ItemRow,
  { productId }: TestItemArgs,
  declared: ProductTerms,
): Result<ProductTerms, Refusal> {
  if (productId === undefined || productId === declared.productId) return succeed(declared)
  const product = records.product(productId)
  if (product === undefined) return fail({ code: 'CONTROL_PRODUCT_UNKNOWN' })
  const questionnaire = questionnaireOf(records, product.questionnaireId)
  if (questionnaire === undefined) return fail({ code: 'CONTROL_QUESTIONS_UNKNOWN' })
  const prices = product.prices.findLast(({ sinceMs }) => sinceMs <= item.createdAtMs)?.prices ?? {}
  return succeed({ productId, simple: product.simple, prices, questionnaire })
}

function questionnaireOf(records: Records, id: string | null) {
  return id === null ? { id: '', questions: [] } : records.questionnaire(id)
}

function placeOf(records: Records, args: TestItemArgs): Result<ControlPlace, Refusal> {
  const native = nativeStocksOf(records, args.warehouseId)
  if (!native.ok) return native
  if (args.stockId !== undefined) {
    const stock = records.stock(args.stockId)
    if (stock?.warehouseId !== args.warehouseId) return fail({ code: 'STOCK_UNKNOWN' })
    if (!mayBeSet(stock.native, 'item_completed')) return fail({ code: 'STOCK_NOT_ALLOWED' })
  }
  return succeed({
    warehouseId: args.warehouseId,
    requirement: records.config.settings.warehouseCheckinRequirement,
    nativeStock: native.value,
    chosenStockId: args.stockId ?? null,
  })
}

/** Where the account asks for comments, every outcome but the declared one has its own. */
function commentIsMissing(records: Records, { outcome }: ControlDecision, comment: string): boolean {
  return records.config.settings.isWarehouseCommentMandatory && outcome !== 'conforming' && comment === ''
}
