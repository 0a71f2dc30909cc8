import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import { inheritedMeasures } from '#api/db/product-measures.ts'
import { loadProducts, type CatalogScope } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import { effectiveMeasures, type InheritedMeasures } from '#domain/catalog/product-measures.ts'
import type { StoredProduct } from '#domain/catalog/product.schema.ts'
import { pictureIdOf, picturePath } from '#sync/calls/picture.ts'
import type { listPriceChangesCall, PriceChangeAnswer, ProductAnswer } from '#sync/calls/product.ts'

type Tx = Transaction<Tables>

/** A product that is about to change; nobody else changes it until the transaction ends. */
export interface PresentProduct {
  readonly version: number
  readonly product: StoredProduct
  readonly image: string | null
  readonly imageHd: string | null
}

/** Locks and reads a product; null for an id that names none. */
export async function lockProduct(tx: Tx, scope: CatalogScope, id: string): Promise<PresentProduct | null> {
  const [product] = await loadProducts(tx, scope, { ids: [id], references: [], gtins: [] })
  if (product === undefined) return null
  const row = await tx
    .selectFrom('product')
    .select(['version', 'image', 'image_hd as imageHd'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, product }
}

/** Whether the account has a product of an id. */
export async function hasProduct(tx: Tx, { accountId }: CatalogScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('product')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of some categories the account has, and whether each is active; an archiving of one of them waits. */
export async function readPlaces(
  tx: Tx,
  { accountId }: CatalogScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    select id, status = 'active' as "isActive" from category
    where account_id = ${accountId} and id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return new Map(rows.map(({ id, isActive }) => [id, isActive]))
}

/** The addresses of a product's pictures; undefined leaves one as it is. */
export interface PictureAddresses {
  readonly image?: string | null | undefined
  readonly imageHd?: string | null | undefined
}

/** Writes the addresses of a product's pictures. */
export async function writePictures(
  tx: Tx,
  { accountId }: CatalogScope,
  id: string,
  { image, imageHd }: PictureAddresses,
): Promise<void> {
  if (image === undefined && imageHd === undefined) return
  await tx
    .updateTable('product')
    .set({ ...(image !== undefined && { image }), ...(imageHd !== undefined && { image_hd: imageHd }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** The address of a picture's copy; an address elsewhere on the web is the same for the copy. */
export async function copyPicture(tx: Tx, { accountId }: CatalogScope, path: string | null): Promise<string | null> {
  const from = pictureIdOf(path)
  if (from === null) return path
  const id = newId()
  const { rows } = await sql`
    insert into picture (account_id, id, type, bytes) select account_id, ${id}::uuid, type, bytes from picture
    where account_id = ${accountId} and id = ${from} returning id`.execute(tx)
  return rows.length === 0 ? null : picturePath(id)
}

type Row = Omit<ProductAnswer, 'effective' | 'createdAt'> & {
  readonly createdAt: Date
  readonly inherited: InheritedMeasures
}

/** One product whole; null for an id that names none. */
export async function readProduct(tx: Tx, { accountId }: CatalogScope, id: string): Promise<ProductAnswer | null> {
  const { rows } = await sql<Row>`
    select p.id, p.version, p.label, p.translations, p.brand, p.manufacturer_model as "manufacturerModel",
      p.buyer_reference as "buyerReference", p.gtin, p.main_category_id as "mainCategoryId", p.status, p.simple,
      p.imei_collect as "imeiCollect", p.buyback_zero_not_allowed as "buybackZeroNotAllowed", p.comment,
      p.height_cm as "heightCm", p.length_cm as "lengthCm", p.width_cm as "widthCm", p.weight_grams as "weightGrams",
      p.image, p.image_hd as "imageHd", p.created_at as "createdAt",
      array(select t.tac from product_tac t where t.account_id = p.account_id and t.product_id = p.id order by t.tac)
        as "tacCodes",
      array(select y.category_id from product_category y where y.account_id = p.account_id and y.product_id = p.id
        and y.category_id <> p.main_category_id order by y.category_id) as "secondaryCategoryIds",
      coalesce((select json_object_agg(x.grade, x.price_cents) from product_price x
        where x.account_id = p.account_id and x.product_id = p.id), '{}') as prices,
      ${inheritedMeasures} as inherited
    from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
    where p.account_id = ${accountId} and p.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { inherited, createdAt, ...product } = row
  return { ...product, createdAt: createdAt.toISOString(), effective: effectiveMeasures(product, inherited) }
}

interface ChangeRow extends Omit<PriceChangeAnswer, 'changedAt'> {
  readonly changedAt: Date
}

/** The history of prices, each in a row of its own: of a statement, at its place among those of the product. */
const priceSteps = sql`product_price_change h
  cross join unnest(h.grades, h.before_cents, h.after_cents) with ordinality s (grade, before_cents, after_cents, at)`

/** A page of the history of a product's prices, the latest first unless asked otherwise. */
export async function listPriceChanges(
  tx: Tx,
  scope: CatalogScope,
  id: string,
  query: z.output<typeof listPriceChangesCall.query>,
): Promise<{ readonly members: readonly PriceChangeAnswer[]; readonly total: number | null } | null> {
  const { accountId } = scope
  if (!(await hasProduct(tx, scope, id))) return null
  const { limit, offset } = windowOf(query)
  const direction = query.order.changedAt === 'asc' ? sql`asc` : sql`desc`
  const ofProduct = sql`from ${priceSteps} where h.account_id = ${accountId} and h.product_id = ${id}`
  const { rows } = await sql<ChangeRow>`
    select h.id || '-' || s.at as id, s.grade, s.before_cents as "beforeCents", s.after_cents as "afterCents",
      h.changed_at as "changedAt", h.origin,
      (select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) from user_account u
        where u.account_id = h.account_id and u.id = h.changed_by) as "changedBy"
    ${ofProduct} order by h.id ${direction}, s.at ${direction} limit ${limit} offset ${offset}`.execute(tx)
  const members = rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
  if (query.partial) return { members, total: null }
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${ofProduct}`.execute(tx)
  return { members, total: counted[0]?.total ?? 0 }
}

/** The prices of a product at the end of a day, and since when they are known; null for an id that names no product. */
export async function readPricesOn(tx: Tx, scope: CatalogScope, id: string, on: string) {
  const { accountId } = scope
  if (!(await hasProduct(tx, scope, id))) return null
  const { rows } = await sql<{ prices: ProductAnswer['prices']; knownFrom: Date | null }>`
    select coalesce((select json_object_agg(l.grade, l.after_cents) from (
        select distinct on (s.grade) s.grade, s.after_cents from ${priceSteps}
        where h.account_id = a.id and h.product_id = ${id}
          and h.changed_at < (${on}::date + 1)::timestamp at time zone a.time_zone
        order by s.grade, h.id desc) l where l.after_cents is not null), '{}') as prices,
      (select min(h.changed_at) from product_price_change h where h.account_id = a.id and h.product_id = ${id})
        as "knownFrom"
    from account a where a.id = ${accountId}`.execute(tx)
  const { prices, knownFrom } = rows[0] ?? { prices: {}, knownFrom: null }
  return { on, prices, knownFrom: knownFrom?.toISOString() ?? null }
}
