import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { checkInKinds } from '#domain/warehouse/check-in.ts'
import { warehouseErrors } from '#domain/warehouse/errors.ts'
import { itemStatuses } from '#domain/warehouse/item-status.ts'
import { anyOf, collection, listQuery } from './list.ts'

/** Admin types say which warehouse they work for; others work for their own. */
const warehouseId = z.guid().toLowerCase().optional()

const itemShape = {
  id: z.string(),
  code: z.string(),
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
/** An item in a list of a warehouse. */
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
  refusal: z.enum(warehouseErrors).nullable(),
})
/** An item that a code may mean. */
export type LookupCandidate = z.output<typeof lookupCandidate>

/** `GET /api/warehouse/lookup`: items of the account whose item code, buyback code or IMEI is exactly this. */
export const lookupCall = {
  method: 'get',
  path: '/api/warehouse/lookup',
  query: z.strictObject({ code: z.string().min(1).max(64), warehouseId }),
  answer: z.object({
    code: z.string(),
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
  comment: z.string().nullable(),
  /** Check-ins of the round by what became of them. */
  applied: z.int(),
  refused: z.int(),
  held: z.int(),
})
/** An ended check-in round. */
export type RoundAnswer = z.output<typeof roundAnswer>

/** `GET /api/warehouse/rounds`: the check-in rounds of a warehouse. */
export const listRoundsCall = {
  method: 'get',
  path: '/api/warehouse/rounds',
  query: listQuery(['startedAt'], { warehouseId, userId: anyOf(z.guid().toLowerCase()) }),
  answer: collection(roundAnswer),
} as const

/** `GET /api/warehouse/items`: items inside a warehouse or bound for it, newest first unless asked otherwise. */
export const listWarehouseItemsCall = {
  method: 'get',
  path: '/api/warehouse/items',
  query: listQuery(['createdAt'], { warehouseId, status: anyOf(z.enum(itemStatuses)) }),
  answer: collection(warehouseItemAnswer),
} as const
