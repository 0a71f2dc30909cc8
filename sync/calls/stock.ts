import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { nativeStocks } from '#domain/item/item-status.ts'
import { countResolutions } from '#domain/stock/stock-count.ts'
import { stockFieldsSchema } from '#domain/stock/stock.schema.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

/** A stock with what stands in it (STOCK-03). */
export const stockAnswer = z.object({
  id: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  name: z.string(),
  identifier: z.string().nullable(),
  location: z.string().nullable(),
  native: z.enum(nativeStocks).nullable(),
  /** Days since their latest move, over the products in it; null where it is empty. */
  averageAgeDays: z.number().nullable(),
  productCount: z.int(),
  /** Products by age class (`ageBoundsDays`), youngest first. */
  ageCounts: z.array(z.int()),
  /** Refurb steps that are worked on in it. */
  stepCount: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
/** A stock with what stands in it. */
export type StockAnswer = z.output<typeof stockAnswer>

/** Admin types may name any warehouse; warehouse managers have their own. */
const warehouseId = z.guid().toLowerCase().optional()

/** `GET /api/stocks` (STOCK-01). */
export const listStocksCall = {
  method: 'get',
  path: '/api/stocks',
  query: listQuery(['name', 'identifier', 'location', 'averageAge', 'productCount', 'warehouseName', 'createdAt'], {
    warehouseId,
    name: textOf('line').min(1).max(textLimits.name).optional(),
    kind: anyOf(z.enum(['native', 'own'])),
  }),
  answer: collection(stockAnswer),
} as const

/** `GET /api/stocks/{id}`. */
export const readStockCall = { method: 'get', path: '/api/stocks/{id}', params: idParams, answer: stockAnswer } as const

/** `POST /api/stocks` (STOCK-02). */
export const createStockCall = {
  method: 'post',
  path: '/api/stocks',
  body: stockFieldsSchema.extend({ warehouseId }).partial({ identifier: true, location: true }),
  answer: stockAnswer,
} as const

/**
 * `PATCH /api/stocks/{id}` as a merge patch (STOCK-02, STOCK-07). `If-Match: "<version>"` refuses the change where
 * another user was faster.
 */
export const patchStockCall = {
  method: 'patch',
  path: '/api/stocks/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: stockFieldsSchema.partial(),
  answer: stockAnswer,
} as const

/** `DELETE /api/stocks/{id}` (STOCK-08, STOCK-09). */
export const deleteStockCall = { method: 'delete', path: '/api/stocks/{id}', params: idParams } as const

const countShape = {
  id: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  stockId: z.string(),
  stockName: z.string(),
  userName: z.string(),
  endedAt: z.iso.datetime(),
  expectedCount: z.int(),
  presentCount: z.int(),
  missingCount: z.int(),
  unexpectedCount: z.int(),
  comment: z.string().nullable(),
}

/** An ended stock count. */
export const stockCountAnswer = z.object(countShape)
export type StockCountAnswer = z.output<typeof stockCountAnswer>

/** How an item that differed was resolved: by what the operator said, or by a move into the stock. */
export const countDifferenceAnswer = z.object({
  itemId: z.string(),
  code: z.string(),
  brand: z.string().nullable(),
  productLabel: z.string(),
  resolution: z.enum([...countResolutions, 'moved']),
  /** Where a moved one stood before. */
  fromStockName: z.string().nullable(),
  actorName: z.string().nullable(),
  at: z.iso.datetime(),
})
/** How an item that differed was resolved. */
export type CountDifferenceAnswer = z.output<typeof countDifferenceAnswer>

/** `GET /api/stock-counts`: ended counts, newest first unless asked otherwise. */
export const listStockCountsCall = {
  method: 'get',
  path: '/api/stock-counts',
  query: listQuery(['endedAt', 'stockName', 'missingCount', 'unexpectedCount'], {
    warehouseId,
    stockId: anyOf(z.guid().toLowerCase()),
    /** Part of the stock's name. */
    stockName: textOf('line').min(1).max(textLimits.name).optional(),
    differences: z.enum(['with', 'without']).optional(),
  }),
  answer: collection(stockCountAnswer),
} as const

/** `GET /api/stock-counts/{id}`: one count with its differences. */
export const readStockCountCall = {
  method: 'get',
  path: '/api/stock-counts/{id}',
  params: idParams,
  answer: z.object({ ...countShape, differences: z.array(countDifferenceAnswer) }),
} as const
