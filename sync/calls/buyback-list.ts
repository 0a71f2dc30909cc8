import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { cancelReasons } from '#domain/buyback/cancel-reason.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { slotAnswer } from '#domain/circuit/pickup-slots.schema.ts'
import { relayPointAnswer } from '#domain/circuit/relay-points.schema.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import { anyOf, collection, day, listQuery } from './list.ts'

const guid = z.guid().toLowerCase()
const word = textOf('line').min(1).max(200).optional()

/** What a list of buybacks is narrowed by (BB-02). `store` and `buyer` need permissions of their own (BB-03). */
const buybackFilters = {
  category: anyOf(guid),
  circuit: anyOf(guid),
  /** Words of the client's name. */
  clientName: word,
  /** Beginning of the buyback's number, its external code, the item's code, IMEI or serial number. */
  code: textOf('code').min(1).max(64).optional(),
  /** First and last day of creation, in the account's time zone. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
  /** First and last day of the collection at the customer's. */
  pickupFrom: day.optional(),
  pickupTo: day.optional(),
  status: anyOf(z.enum(buybackStatuses)),
  deliveryStatus: anyOf(z.enum(deliveryStatuses)),
  store: anyOf(guid),
  /** Organizations of buyers. */
  buyer: anyOf(guid),
  /** Words of the product's name. */
  productName: word,
  brand: anyOf(z.string().min(1).max(255)),
}

/** Columns by which the server sorts buybacks; `price` is what the customer receives, promised until it is final. */
export const buybackOrders = [
  'createdAt',
  'identificationNumber',
  'status',
  'product',
  'client',
  'price',
  'promisedPaymentOn',
] as const

/** A buyback in a list (BB-07). Amounts are integer cents, days `YYYY-MM-DD`. */
export const listedBuybackAnswer = z.object({
  id: z.string(),
  identificationNumber: z.string(),
  externalCode: z.string().nullable(),
  status: z.enum(buybackStatuses),
  deliveryStatus: z.enum(deliveryStatuses).nullable(),
  paymentStatus: z.enum(paymentStatuses),
  itemId: z.string(),
  itemStatus: z.enum(itemStatuses),
  imei: z.string().nullable(),
  serialNumber: z.string().nullable(),
  circuitName: z.string(),
  circuitType: z.enum(circuitTypes),
  categoryName: z.string(),
  brand: z.string().nullable(),
  productId: z.string(),
  productLabel: z.string(),
  clientFirstName: z.string().nullable(),
  clientLastName: z.string().nullable(),
  storeName: z.string().nullable(),
  /** When it is collected; a server that is older than this app says nothing of it. */
  pickup: slotAnswer.nullable().optional(),
  /** Where its parcel is handed over; a server that is older than this app says nothing of it. */
  relayPoint: relayPointAnswer.nullable().optional(),
  buyerName: z.string().nullable(),
  warehouseName: z.string().nullable(),
  paymentModeName: z.string().nullable(),
  shippingMethodType: z.enum(circuitTypes).nullable(),
  predeclaredPriceCents: z.int().nullable(),
  declaredPriceCents: z.int().nullable(),
  controlledPriceCents: z.int().nullable(),
  validatedPriceCents: z.int().nullable(),
  /** Declared price with its modifiers: what the contract promises; null where nothing is declared. */
  totalPriceCents: z.int().nullable(),
  /** What the customer receives; null until the price is final. */
  paidPriceCents: z.int().nullable(),
  bonusCents: z.int(),
  cancelReason: z.enum(cancelReasons).nullable(),
  cancelComment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  promisedPaymentOn: z.string().nullable(),
})
export type ListedBuybackAnswer = z.output<typeof listedBuybackAnswer>

/** `GET /api/buybacks`: buybacks of the caller's scope, the latest first unless asked otherwise (BB-01, BB-02). */
export const listBuybacksCall = {
  method: 'get',
  path: '/api/buybacks',
  query: listQuery(buybackOrders, buybackFilters),
  answer: collection(listedBuybackAnswer),
} as const

/** `GET /api/buybacks.csv`: every buyback that passes the filters, the latest first (BB-04). */
export const exportBuybacksCall = {
  method: 'get',
  path: '/api/buybacks.csv',
  query: z.strictObject({
    ...buybackFilters,
    /** Language of head and statuses; the caller's where nothing is said. */
    language: z.enum(languages).optional(),
  }),
} as const

const choice = z.object({ id: z.string(), name: z.string() })

/** `GET /api/buybacks/filters`: what the filters of the caller may name; stores and buyers only by permission (BB-03). */
export const buybackFiltersCall = {
  method: 'get',
  path: '/api/buybacks/filters',
  answer: z.object({
    categories: z.array(choice),
    circuits: z.array(z.object({ ...choice.shape, type: z.enum(circuitTypes) })),
    stores: z.array(choice),
    buyers: z.array(choice),
    brands: z.array(z.string()),
  }),
} as const

/** A buyback declared on the web, which its store has not finalised yet. */
export const predeclaredBuybackAnswer = z.object({
  ...listedBuybackAnswer.shape,
  /** End of the days for which its price holds. */
  priceHoldsUntil: z.iso.datetime(),
  isPriceHeld: z.boolean(),
})
export type PredeclaredBuybackAnswer = z.output<typeof predeclaredBuybackAnswer>

/** `GET /api/buybacks/predeclared` (BB-13): what waits to be dropped in the stores of the caller. */
export const listPredeclaredCall = {
  method: 'get',
  path: '/api/buybacks/predeclared',
  query: listQuery(['createdAt', 'identificationNumber', 'product', 'client', 'price'], {
    code: buybackFilters.code,
    clientName: buybackFilters.clientName,
    /** Words of client or product, or the beginning of a code. */
    q: word,
    store: buybackFilters.store,
    isPriceHeld: z.enum(['true', 'false']).optional(),
  }),
  answer: collection(predeclaredBuybackAnswer),
} as const
