import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { checkInKinds } from '#domain/check-in/check-in.ts'
import { itemErrors } from '#domain/item/item-errors.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import { anyOf, collection, day, listQuery } from './list.ts'

/** Admin types say which warehouse they work for; others work for their own. */
const warehouseId = z.guid().toLowerCase().optional()

const itemShape = {
  id: z.string(),
  code: textOf('code'),
  buybackCode: z.string(),
  imei: z.string().nullable(),
  status: z.enum(itemStatuses),
  buybackStatus: z.enum(buybackStatuses),
  stockId: z.string().nullable(),
  warehouseId: z.string().nullable(),
  destinationWarehouseId: z.string(),
  brand: z.string().nullable(),
  productLabel: z.string().nullable(),
  serialNumber: z.string().nullable(),
  createdAt: z.iso.datetime(),
  latestMoveAt: z.iso.datetime().nullable(),
}

/** An item in a list of a warehouse. */
export const warehouseItemAnswer = z.object(itemShape)
export type WarehouseItemAnswer = z.output<typeof warehouseItemAnswer>

/** An item that a code may mean, with what a check-in of it would be. */
export const lookupCandidate = z.object({
  ...itemShape,
  /** Whether this warehouse is the one that is to test it (WH-10). */
  isAssignedHere: z.boolean(),
  /** Whether it is inside this warehouse already (WH-11). */
  isRegisteredHere: z.boolean(),
  /** What its check-in here would mean; null where it is refused. */
  checkIn: z.enum(checkInKinds).nullable(),
  /** Why its check-in here is refused (WH-12); null where it is not. */
  refusal: z.enum(itemErrors).nullable(),
})
/** An item that a code may mean. */
export type LookupCandidate = z.output<typeof lookupCandidate>

/** `GET /api/warehouse/lookup`: items of the account whose item code, buyback code or IMEI is exactly this. */
export const lookupCall = {
  method: 'get',
  path: '/api/warehouse/lookup',
  query: z.strictObject({ code: textOf('code').min(1).max(64), warehouseId }),
  answer: z.object({
    code: textOf('code'),
    /** Why the code names no single item; null where it names one. */
    refusal: z.enum(['ITEM_UNKNOWN', 'ITEM_CODE_AMBIGUOUS']).nullable(),
    candidates: z.array(lookupCandidate),
  }),
} as const

/** An ended check-in round. */
export const roundAnswer = z.object({
  id: z.string(),
  warehouseId: z.string(),
  userId: z.string(),
  userName: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  typedCount: z.int().nullable(),
  distinctCount: z.int().nullable(),
  /** Distinct products that the server knows of the round's check-ins, where it is another number than `distinctCount`. */
  knownCount: z.int().nullable(),
  comment: z.string().nullable(),
  /** Check-ins of the round by their outcome. */
  applied: z.int(),
  refused: z.int(),
  held: z.int(),
})
export type RoundAnswer = z.output<typeof roundAnswer>

/** `GET /api/warehouse/rounds`: the check-in rounds of a warehouse. */
export const listRoundsCall = {
  method: 'get',
  path: '/api/warehouse/rounds',
  query: listQuery(['startedAt'], { warehouseId, userId: anyOf(z.guid().toLowerCase()) }),
  answer: collection(roundAnswer),
} as const

/** An item in the list of items, with what it cost so far; amounts are integer cents, days `YYYY-MM-DD`. */
export const listedItemAnswer = z.object({
  ...itemShape,
  declaredGrade: z.string().nullable(),
  declaredPriceCents: z.int().nullable(),
  /** What the customer is paid; null until the price is final, and where a cancelled buyback leaves nothing paid. */
  paidCents: z.int().nullable(),
  plannedCostCents: z.int(),
  completedCostCents: z.int(),
  promisedOn: z.string().nullable(),
  /** When a stock count did not find it. */
  isMissing: z.boolean(),
})
export type ListedItemAnswer = z.output<typeof listedItemAnswer>

const guid = z.guid().toLowerCase()
const itemFilters = {
  warehouseId,
  status: anyOf(z.enum(itemStatuses)),
  stockId: anyOf(guid),
  brand: anyOf(z.string().min(1).max(255)),
  /** Words of the product, and beginnings or ends of codes. */
  q: textOf('line').max(200).optional(),
  /** Only items that stand in a stock. */
  inStock: z.enum(['true', 'false']).optional(),
  /** Days, both ends included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
  promisedFrom: day.optional(),
  promisedTo: day.optional(),
}

/** Columns by which the server sorts items. */
export const itemOrders = [
  'createdAt',
  'latestMoveAt',
  'promisedOn',
  'code',
  'product',
  'declaredPrice',
  'paid',
  'plannedCost',
  'completedCost',
] as const

/** `GET /api/warehouse/items`: items inside a warehouse or bound for it, newest first unless asked otherwise. */
export const listWarehouseItemsCall = {
  method: 'get',
  path: '/api/warehouse/items',
  query: listQuery(itemOrders, itemFilters),
  answer: collection(listedItemAnswer),
} as const

/** `GET /api/warehouse/items/facets`: how many items each status, stock and brand would give, the other filters standing. */
export const itemFacetsCall = {
  method: 'get',
  path: '/api/warehouse/items/facets',
  query: z.strictObject(itemFilters),
  answer: z.object({
    statuses: z.record(z.string(), z.int()),
    stocks: z.record(z.string(), z.int()),
    brands: z.record(z.string(), z.int()),
  }),
} as const

/** One line of an item's history. */
export const itemHistoryAnswer = z.object({
  id: z.string(),
  action: z.string(),
  /** The device's clock, which may be days off; null where no device captured it. */
  deviceAt: z.iso.datetime().nullable(),
  serverAt: z.iso.datetime(),
  actorName: z.string().nullable(),
  warehouseId: z.string().nullable(),
  fromStatus: z.enum(itemStatuses).nullable(),
  toStatus: z.enum(itemStatuses).nullable(),
  fromStockId: z.string().nullable(),
  toStockId: z.string().nullable(),
  opId: z.string().nullable(),
  comment: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
})
export type ItemHistoryAnswer = z.output<typeof itemHistoryAnswer>

/** What the server knows of an item beside its row on devices, with its history; amounts are integer cents. */
export const keptHistoryAnswer = z.object({
  id: z.string(),
  /** Of the item when this was read; what follows may be newer, never older. */
  version: z.int(),
  storeName: z.string().nullable(),
  circuitName: z.string().nullable(),
  comment: z.string().nullable(),
  validatedPriceCents: z.int().nullable(),
  controlledGrade: z.string().nullable(),
  controlledPriceCents: z.int().nullable(),
  /** Name of the product that the test found; null where it is the declared one. */
  foundProduct: z.string().nullable(),
  /** What happened to it, newest first, at most the latest 500. */
  lines: z.array(itemHistoryAnswer),
})
/** What the server knows of an item beside its row on devices. */
export type KeptHistoryAnswer = z.output<typeof keptHistoryAnswer>

/**
 * `GET /api/warehouse/items/{id}`: one item with its history and its facts (`sync/wire/item-facts.ts`) as far as it has
 * any.
 */
export const itemDetailCall = {
  method: 'get',
  path: '/api/warehouse/items/{id}',
  params: z.object({ id: guid }),
  answer: z.object({
    ...listedItemAnswer.shape,
    ...keptHistoryAnswer.shape,
    facts: z.record(z.string(), z.unknown()),
  }),
} as const
/** One item with its history and facts. */
export type ItemDetailAnswer = z.output<typeof itemDetailCall.answer>

/** Items whose histories one call reads at most. */
export const historiesLimit = 200

/**
 * `POST /api/warehouse/items/histories`: what devices keep of items beside their rows, so that it stands there without a
 * network. Ids outside of the caller's scope are left out.
 */
export const itemHistoriesCall = {
  method: 'post',
  path: '/api/warehouse/items/histories',
  body: z.strictObject({ ids: z.array(guid).min(1).max(historiesLimit) }),
  answer: z.object({ items: z.array(keptHistoryAnswer) }),
} as const
