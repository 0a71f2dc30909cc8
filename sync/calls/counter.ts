import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { hashId } from '../wire/sealed.ts'
import { questionnaireSchema } from '../wire/pull.ts'
import { counterPartSchema, counterRulesSchema } from './counter-catalog.ts'

/** Most parts of one answer. */
export const partsAtOnce = 16

/** The public key to which a counter seals what customers confide. */
export const sealKeySchema = z.object({
  id: z.string(),
  /** Uncompressed point on P-256, base64url. */
  point: z.string(),
})
/** The public key to which a counter seals. */
export type SealKey = z.output<typeof sealKeySchema>

/**
 * `GET /api/counter/catalog`: the catalog as it is published now. Asking for it confirms its version: sales that name
 * it are honoured for `promiseMs` from then on, by the device's own clock, regardless of later changes of the catalog.
 */
export const counterCatalogCall = {
  method: 'get',
  path: '/api/counter/catalog',
  answer: z.object({
    version: hashId,
    promiseMs: z.int(),
    /** When the server confirmed it; absent from an earlier version of the server. */
    confirmedAt: z.iso.datetime().optional(),
    productCount: z.int(),
    /** Ids of the parts that hold the products. */
    parts: z.array(hashId),
    sealKey: sealKeySchema,
  }),
} as const
/** A catalog as it is published now. */
export type CounterCatalogAnswer = z.output<typeof counterCatalogCall.answer>

/** `GET /api/counter/catalog/{version}`: everything of a version but its products. */
export const counterRulesCall = {
  method: 'get',
  path: '/api/counter/catalog/{version}',
  params: z.strictObject({ version: hashId }),
  answer: counterRulesSchema,
} as const

/** `POST /api/counter/parts`: products by the ids of their parts; parts never change. */
export const counterPartsCall = {
  method: 'post',
  path: '/api/counter/parts',
  body: z.strictObject({ ids: z.array(hashId).min(1).max(partsAtOnce) }),
  answer: z.object({ parts: z.array(counterPartSchema) }),
} as const

/** What the web has predeclared, as a counter finalises it; nothing of its customer. */
const counterPredeclaredAnswer = z.object({
  itemId: z.string(),
  version: z.int(),
  /** Of the buyback. */
  number: z.string(),
  /** Of the item. */
  code: z.string(),
  imei: z.string().nullable(),
  serialNumber: z.string().nullable(),
  brand: z.string().nullable(),
  productLabel: z.string(),
  productId: z.string(),
  categoryId: z.string(),
  circuitId: z.string(),
  /** The store that the customer named; null for none. */
  storeId: z.string().nullable(),
  destinationWarehouseId: z.string(),
  declaredGrade: z.string().nullable(),
  declaredPriceCents: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /** As an item's facts hold it. */
  declaration: z.record(z.string(), z.unknown()).nullable(),
  chosen: z.object({ shippingMethodId: z.string().nullable(), paymentModeId: z.string().nullable() }),
  /** The questions of the declaration; null where nothing was asked. */
  questionnaire: questionnaireSchema.nullable(),
})
/** What the web has predeclared, as a counter finalises it. */
export type CounterPredeclaredAnswer = z.output<typeof counterPredeclaredAnswer>

/**
 * `GET /api/counter/predeclared/{code}`: a buyback that was predeclared on the web, by its number, the code of its item
 * or that item's id. Any store may take it in, regardless of the store that was chosen on the web.
 */
export const findPredeclaredCall = {
  method: 'get',
  path: '/api/counter/predeclared/{code}',
  params: z.strictObject({ code: textOf('code').min(1).max(64) }),
  answer: counterPredeclaredAnswer,
} as const

/** `POST /api/counter/number-blocks`: reserves numbers of buybacks for a device, so that it can sell offline. */
export const drawBuybackNumbersCall = {
  method: 'post',
  path: '/api/counter/number-blocks',
  body: z.strictObject({ deviceId: z.uuid() }),
  answer: z.object({ firstSerial: z.int().min(0), lastSerial: z.int().min(0) }),
} as const
