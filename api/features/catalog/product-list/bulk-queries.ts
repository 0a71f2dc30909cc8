import { sql, type Transaction } from 'kysely'
import { readProductEntries } from '#api/db/product-entries.ts'
import type { CatalogScope } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Prices } from '#domain/catalog/price-change.ts'
import type { ProductStatus } from '#domain/catalog/product-status.ts'
import type { ProductEntry } from '#domain/catalog-files/catalog-lines.ts'

type Tx = Transaction<Tables>

/** A product with what it costs. */
export interface PricedProduct {
  readonly id: string
  readonly label: string
  readonly prices: Prices
}

/** A product as a change of many finds it. */
export interface PresentProduct {
  readonly id: string
  readonly label: string
  readonly version: number
}

/** Which of some ids are products of the account; with `locks`, no other transaction changes them until this one ends. */
export async function readPresent(
  tx: Tx,
  { accountId }: CatalogScope,
  ids: readonly string[],
  locks: boolean,
): Promise<readonly PresentProduct[]> {
  const { rows } = await sql<PresentProduct>`
    select id, label, version from product where account_id = ${accountId} and id = any (${ids}::uuid[])
    order by id ${locks ? sql`for no key update` : sql``}`.execute(tx)
  return rows
}

/** Products with their prices, by id. */
export async function readPriced(
  tx: Tx,
  { accountId }: CatalogScope,
  ids: readonly string[],
): Promise<readonly PricedProduct[]> {
  const { rows } = await sql<PricedProduct>`
    select p.id, p.label, coalesce((select json_object_agg(x.grade, x.price_cents) from product_price x
      where x.account_id = p.account_id and x.product_id = p.id), '{}') as prices
    from product p where p.account_id = ${accountId} and p.id = any (${ids}::uuid[]) order by p.id`.execute(tx)
  return rows
}

/** How many of some products are archived while their category, or one beside it, is archived too. */
export async function countStranded(tx: Tx, { accountId }: CatalogScope, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from product p
    where p.account_id = ${accountId} and p.id = any (${ids}::uuid[]) and p.status = 'archived' and exists (
      select from category c where c.account_id = p.account_id and c.status = 'archived'
        and (c.id = p.main_category_id or c.id in (select y.category_id from product_category y
          where y.account_id = p.account_id and y.product_id = p.id)))`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Gives products a status; answers how many had another one. */
export async function setStatus(
  tx: Tx,
  { accountId }: CatalogScope,
  ids: readonly string[],
  status: ProductStatus,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('product')
    .set({ status })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('status', '<>', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Products as the lines of a file say them. */
export async function readEntries(
  tx: Tx,
  { accountId }: CatalogScope,
  ids: readonly string[],
): Promise<readonly ProductEntry[]> {
  return readProductEntries(tx, accountId, sql`select unnest(${ids}::uuid[]) as id`)
}
