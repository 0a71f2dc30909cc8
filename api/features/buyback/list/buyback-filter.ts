import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import { hasCodePrefix } from '#api/db/code-prefix.ts'
import { ofCustomerNamed } from '#api/db/customer-named.ts'
import type { exportBuybacksCall } from '#sync/calls/buyback-list.ts'

/** What buybacks are narrowed by. */
export type BuybackFilters = Omit<z.output<typeof exportBuybacksCall.query>, 'language'>

/** The filters as a condition on buybacks `b` alone, so that counting needs no other table. */
export function filterBuybacks(accountId: string, filters: BuybackFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  const anyOf = (column: string, type: 'text' | 'uuid', values: readonly string[] | undefined) => {
    if (values !== undefined) conditions.push(sql`${sql.raw(column)} = any (${values}::${sql.raw(type)}[])`)
  }
  anyOf('b.category_id', 'uuid', filters.category)
  anyOf('b.circuit_id', 'uuid', filters.circuit)
  anyOf('b.status', 'text', filters.status)
  anyOf('b.delivery_status', 'text', filters.deliveryStatus)
  anyOf('b.store_id', 'uuid', filters.store)
  anyOf('b.buyer_organization_id', 'uuid', filters.buyer)
  const { createdFrom, createdTo, pickupFrom, pickupTo, clientName, code, productName, brand } = filters
  // Days are the account's, so that midnight is where its people see it.
  if (createdFrom !== undefined) conditions.push(sql`b.created_at >= ${midnight(accountId, sql`${createdFrom}::date`)}`)
  if (createdTo !== undefined) conditions.push(sql`b.created_at < ${midnight(accountId, sql`${createdTo}::date + 1`)}`)
  if (pickupFrom !== undefined || pickupTo !== undefined)
    conditions.push(sql`b.id in (select t.buyback_id from pickup_booking t where t.account_id = ${accountId}
      and t.day between coalesce(${pickupFrom ?? null}::date, '-infinity') and coalesce(${pickupTo ?? null}::date, 'infinity'))`)
  if (clientName !== undefined) conditions.push(ofCustomerNamed(clientName))
  if (productName !== undefined) conditions.push(ofProduct(accountId, productName))
  if (brand !== undefined)
    conditions.push(sql`b.product_id in (select p.id from product p where p.account_id = ${accountId}
      and p.brand = any (${brand}::text[]))`)
  if (code !== undefined) conditions.push(withCode(accountId, code))
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The condition that each word of a text begins a code, or is in the name of the client or the product. */
export function matchWords(accountId: string, text: string): RawBuilder<unknown> {
  const words = wordsOf(text).map(
    (word) =>
      sql`(${ofCustomerNamed(word)} or ${ofProduct(accountId, word)} or ${withCode(accountId, word.toUpperCase())})`,
  )
  return words.length === 0 ? sql`true` : sql.join(words, sql` and `)
}

function midnight(accountId: string, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${day})::timestamp at time zone (select a.time_zone from account a where a.id = ${accountId})`
}

function ofProduct(accountId: string, text: string): RawBuilder<unknown> {
  const named = wordsOf(text).map((word) => sql`p.document like (select told_pattern(search_text(${word})))`)
  return sql`b.product_id in (select p.id from product p where p.account_id = ${accountId} and ${all(named)})`
}

/** Lengths of codes and IMEI as they are scanned: whole ones are looked up, others are beginnings. */
const wholeCode = /^(?:\d{8}|\d{13}|\d{15,17})$/
const wholeImei = /^\d{15,17}$/

// The columns of codes of the buyback and of its item. Each is found through its index, a beginning too. Serial numbers
// have no length of their own, and eight digits may be how an IMEI begins.
function withCode(accountId: string, typed: string): RawBuilder<unknown> {
  const code = typed.replaceAll(/\s/g, '')
  const matches = (column: string, whole = wholeCode) =>
    whole.test(code) ? sql`${sql.raw(column)} = ${code}` : hasCodePrefix(column, code)
  const ofBuyback = [matches('c.identification_number'), matches('c.external_code')]
  const ofItem = [
    matches('i.identification_number'),
    matches('i.imei', wholeImei),
    sql`i.serial_key ^@ upper(${code}::text)`,
  ]
  const found = [
    ...ofBuyback.map((found) => sql`select c.id from buyback c where c.account_id = ${accountId} and ${found}`),
    ...ofItem.map((found) => sql`select i.buyback_id from item i where i.account_id = ${accountId} and ${found}`),
  ]
  return sql`b.id = any (array(${sql.join(found, sql` union `)}))`
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
