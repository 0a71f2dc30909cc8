import { sql, type RawBuilder } from 'kysely'
import { assignedTo, buyerOf } from '#api/db/buyback-scope.ts'
import { foldedWord, matchesWord } from '#api/db/word-search.ts'
import { likeText } from '#api/db/like-pattern.ts'
import type * as z from 'zod'
import type { itemFacetsCall } from '#sync/calls/item.ts'
import type { FloorReader } from './place.ts'

/** What items are narrowed by. */
export type ItemFilters = z.output<typeof itemFacetsCall.query>

/** Items `i` with their buybacks `b` and products `p`. */
export const itemJoins = sql`item i
  join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
  join product p on p.account_id = i.account_id and p.id = i.product_id`

/**
 * The items that a caller sees (lifecycle, section 5): of a warehouse those inside it and those bound for it, of a buyer
 * what is assigned to it, else the whole account's.
 */
export function visibleItems(reader: FloorReader, warehouseId: string | undefined) {
  const { accountId, module } = reader
  const place =
    warehouseId === undefined
      ? sql``
      : sql`and (i.warehouse_id = ${warehouseId} or i.destination_warehouse_id = ${warehouseId})`
  const assigned = module === 'lcm' ? sql`and ${assignedTo(buyerOf(reader))}` : sql``
  return sql`i.account_id = ${accountId} and i.archived_at is null ${place} ${assigned}`
}

/** The filters as conditions on `itemJoins`; `but` leaves one of them out, whose values are counted. */
export function filterItems(filters: ItemFilters, but?: 'status' | 'stockId' | 'brand'): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  const { status, stockId, brand, createdFrom, createdTo, promisedFrom, promisedTo } = filters
  if (status !== undefined && but !== 'status') conditions.push(sql`i.status = any (${status}::text[])`)
  if (stockId !== undefined && but !== 'stockId') conditions.push(sql`i.stock_id = any (${stockId}::uuid[])`)
  if (brand !== undefined && but !== 'brand') conditions.push(sql`p.brand = any (${brand}::text[])`)
  if (filters.inStock === 'true') conditions.push(sql`i.stock_id is not null`)
  if (filters.inStock === 'false') conditions.push(sql`i.stock_id is null`)
  if (createdFrom !== undefined) conditions.push(sql`i.created_at >= ${createdFrom}::date`)
  if (createdTo !== undefined) conditions.push(sql`i.created_at < ${createdTo}::date + 1`)
  if (promisedFrom !== undefined) conditions.push(sql`b.promised_payment_on >= ${promisedFrom}::date`)
  if (promisedTo !== undefined) conditions.push(sql`b.promised_payment_on <= ${promisedTo}::date`)
  for (const word of (filters.q ?? '').split(/\s+/).filter(Boolean)) conditions.push(namesWord(word))
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function namesWord(word: string): RawBuilder<unknown> {
  const plain = likeText(word)
  const begins = `${plain.toUpperCase()}%`
  // Four characters and more may also be the end of a code, as people read it out.
  const ends = plain.length >= 4 ? `%${plain.toUpperCase()}` : begins
  const codes = ['i.identification_number', 'b.identification_number', 'i.imei', 'upper(i.serial_number)']
  const byCode = codes.map((code) => sql`${sql.raw(code)} like any (array[${begins}, ${ends}]::text[])`)
  return sql`(${matchesWord(sql`p.document`, foldedWord(word))} or ${sql.join(byCode, sql` or `)})`
}
