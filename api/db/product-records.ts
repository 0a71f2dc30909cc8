import { sql, type Transaction } from 'kysely'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import type { PriceOrigin } from '#domain/catalog/price-change.ts'
import type { StoredProduct } from '#domain/catalog/product.schema.ts'
import { mergedTranslationsOfRows, translationsOfNewRows } from './merged-translations.ts'
import { productFields, tacCodesOf } from './product-parts.ts'
import type { Tables } from './tables.ts'

type Tx = Transaction<Tables>

/** Whose catalog is meant. */
export interface CatalogScope {
  readonly accountId: string
}

/** By what prices are changed, and by whom; the history of prices tells. */
export interface PriceAuthor {
  readonly origin: PriceOrigin
  readonly userId: string | null
}

/** Products as they are to be. */
export interface ProductChanges {
  readonly inserted: readonly StoredProduct[]
  readonly updated: readonly StoredProduct[]
}

/** By what products are found. */
export interface ProductKeys {
  readonly ids: readonly string[]
  /** Those that are nearly the same find too, so that nobody takes one for something new. */
  readonly references: readonly string[]
  readonly gtins: readonly string[]
}

/** The products of some keys; nobody else changes them until the transaction ends, unless they are only read. */
export async function loadProducts(
  tx: Tx,
  { accountId }: CatalogScope,
  { ids, references, gtins }: ProductKeys,
  { isOnlyRead = false }: { readonly isOnlyRead?: boolean } = {},
): Promise<readonly StoredProduct[]> {
  // A statement of its own: where it waits for another transaction, the next one sees what that has written. One that
  // locked and gathered would read the products again, and their prices, codes and places as they were before.
  const { rows: found } = await sql<{ id: string }>`
    select p.id from product p where p.account_id = ${accountId}
      and p.id = any (array(select products_found(${ids}::uuid[], ${references}::text[], ${gtins}::text[])))
    order by p.id ${isOnlyRead ? sql`` : sql`for no key update of p`}`.execute(tx)
  const known = found.map(({ id }) => id)
  if (known.length === 0) return []
  // What belongs to the products is gathered once for all of them, not for each.
  const { rows } = await sql<StoredProduct>`
    select ${productFields}, p.main_category_id as "mainCategoryId",
      coalesce(t.codes, '{}') as "tacCodes", array_remove(coalesce(y.ids, '{}'), p.main_category_id) as "secondaryCategoryIds",
      coalesce(x.prices, '{}') as prices
    from product p
    left join ${tacCodesOf(accountId, known)} t on t.product_id = p.id
    left join (select y.product_id, array_agg(y.category_id order by y.category_id) as ids from product_category y
      where y.account_id = ${accountId} and y.product_id = any (${known}::uuid[]) group by 1) y on y.product_id = p.id
    left join (select x.product_id, jsonb_object_agg(x.grade, x.price_cents) as prices from product_price x
      where x.account_id = ${accountId} and x.product_id = any (${known}::uuid[]) group by 1) x on x.product_id = p.id
    where p.account_id = ${accountId} and p.id = any (${known}::uuid[])
    order by p.id`.execute(tx)
  return rows
}

const values = sql`n.label, n.brand, n."manufacturerModel", n."buyerReference", n.gtin, n."mainCategoryId", n.status,
  n.simple, n."imeiCollect", n."buybackZeroNotAllowed", n.comment, n."heightCm", n."lengthCm", n."widthCm",
  n."weightGrams"`
const columns = sql`label, brand, manufacturer_model, buyer_reference, gtin, main_category_id, status, simple,
  imei_collect, buyback_zero_not_allowed, comment, height_cm, length_cm, width_cm, weight_grams`

const columnTypes = {
  id: 'uuid',
  label: 'text',
  brand: 'text',
  manufacturerModel: 'text',
  buyerReference: 'text',
  gtin: 'text',
  translations: 'jsonb',
  mainCategoryId: 'uuid',
  status: 'text',
  simple: 'boolean',
  imeiCollect: 'boolean',
  buybackZeroNotAllowed: 'boolean',
  comment: 'text',
  heightCm: 'int',
  lengthCm: 'int',
  widthCm: 'int',
  weightGrams: 'int',
} as const satisfies Partial<Record<keyof StoredProduct, string>>
const typedColumns = Object.entries(columnTypes) as readonly [keyof typeof columnTypes, string][]

/** Rows `n` column by column: PostgreSQL reads arrays in a fraction of the time that it takes for rows of JSON. */
const rowsOf = (rows: readonly StoredProduct[]) => {
  const arrays = typedColumns.map(([name, type]) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`)
  return sql`unnest(${sql.join(arrays)}) as n (${sql.join(typedColumns.map(([name]) => sql.id(name)))})`
}

/** Writes what was decided of products, with their codes, places and prices. Rows that are as they were stay untouched. */
export async function writeProducts(
  tx: Tx,
  scope: CatalogScope,
  { inserted, updated }: ProductChanges,
  { before, author }: { readonly before: readonly StoredProduct[]; readonly author: PriceAuthor },
): Promise<void> {
  const { accountId } = scope
  const written = [...inserted, ...updated].map(({ id }) => id)
  if (written.length === 0) return
  await nameAuthor(tx, author)
  // The tables that are read in place of the catalog are written at the end, once for all.
  await sql`select set_config('app.read_tables', 'later', true)`.execute(tx)
  if (inserted.length > 0)
    await sql`insert into product (account_id, id, ${columns}, translations)
      select ${accountId}, n.id, ${values}, ${translationsOfNewRows(accountId)} from ${rowsOf(inserted)}`.execute(tx)
  if (updated.length > 0)
    await sql`update product p set (${columns}, translations) = row (${values}, ${mergedTranslationsOfRows(accountId, sql.ref('p.translations'))})
      from ${rowsOf(updated)}
      where p.account_id = ${accountId} and p.id = n.id`.execute(tx)
  const known = new Map(before.map((product) => [product.id, product]))
  await writeCodes(tx, scope, inserted, updated, known)
  await writePlaces(tx, scope, inserted, updated, known)
  await writePrices(tx, scope, inserted, updated, known)
  await sql`select refresh_read_tables(${written}::uuid[])`.execute(tx)
}

/** A price as it is to be, of a product that has one for the grade. */
export interface NewPrice {
  readonly productId: string
  readonly grade: Grade
  readonly cents: number
}

/** Writes prices of products that are locked, and raises the versions of these, so that no form overwrites them unseen. */
export async function writeNewPrices(
  tx: Tx,
  { accountId }: CatalogScope,
  prices: readonly NewPrice[],
  author: PriceAuthor,
): Promise<void> {
  await nameAuthor(tx, author)
  const ids = prices.map(({ productId }) => productId)
  await sql`
    update product_price x set price_cents = n.cents from ${priceRowsOf(prices)}
    where x.account_id = ${accountId} and x.product_id = n.id and x.grade = n.grade`.execute(tx)
  await sql`update product set id = id where account_id = ${accountId} and id = any (${ids}::uuid[])`.execute(tx)
}

/** Tells the triggers of the history of prices by what and by whom they are changed in this transaction. */
async function nameAuthor(tx: Tx, { origin, userId }: PriceAuthor): Promise<void> {
  await sql`select set_config('app.price_author', ${`${origin} ${userId ?? ''}`}, true)`.execute(tx)
}

type Known = ReadonlyMap<string, StoredProduct>
type Products = readonly StoredProduct[]

/** Values of a list that have gone and that have come, with the products that they belong to. */
function compare<Value>(
  inserted: Products,
  updated: Products,
  known: Known,
  valuesOf: (product: StoredProduct) => readonly Value[],
) {
  const gone: { readonly productId: string; readonly value: Value }[] = []
  const come: { readonly productId: string; readonly value: Value }[] = []
  for (const product of [...inserted, ...updated]) {
    const [now, old] = [valuesOf(product), known.get(product.id)]
    const then = old === undefined ? [] : valuesOf(old)
    gone.push(...then.filter((value) => !now.includes(value)).map((value) => ({ productId: product.id, value })))
    come.push(...now.filter((value) => !then.includes(value)).map((value) => ({ productId: product.id, value })))
  }
  return { gone, come }
}

async function writeCodes(tx: Tx, { accountId }: CatalogScope, ...all: readonly [Products, Products, Known]) {
  const { gone, come } = compare(...all, ({ tacCodes }) => tacCodes)
  if (gone.length > 0)
    await sql`delete from product_tac t using ${pairsOf(gone)}
      where t.account_id = ${accountId} and t.product_id = n.id and t.tac = n.value`.execute(tx)
  if (come.length > 0)
    await sql`insert into product_tac (account_id, product_id, tac)
      select ${accountId}, n.id, n.value from ${pairsOf(come)} on conflict do nothing`.execute(tx)
}

async function writePlaces(tx: Tx, { accountId }: CatalogScope, ...all: readonly [Products, Products, Known]) {
  const { gone, come } = compare(...all, ({ secondaryCategoryIds }) => secondaryCategoryIds)
  if (gone.length > 0)
    await sql`delete from product_category y using ${pairsOf(gone)}
      where y.account_id = ${accountId} and y.product_id = n.id and y.category_id = n.value::uuid`.execute(tx)
  if (come.length > 0)
    await sql`insert into product_category (account_id, product_id, category_id)
      select ${accountId}, n.id, n.value::uuid from ${pairsOf(come)} on conflict do nothing`.execute(tx)
}

async function writePrices(tx: Tx, { accountId }: CatalogScope, inserted: Products, updated: Products, known: Known) {
  const first = inserted.flatMap(pricesOf)
  if (first.length > 0)
    await sql`insert into product_price (account_id, product_id, grade, price_cents)
      select ${accountId}, n.id, n.grade, n.cents from ${priceRowsOf(first)}`.execute(tx)
  const gone: { readonly productId: string; readonly value: string }[] = []
  const come: NewPrice[] = []
  for (const product of updated) {
    const before = known.get(product.id)?.prices ?? {}
    come.push(...pricesOf(product).filter(({ grade, cents }) => before[grade] !== cents))
    for (const grade of grades)
      if (before[grade] !== undefined && product.prices[grade] === undefined)
        gone.push({ productId: product.id, value: grade })
  }
  if (gone.length > 0)
    await sql`delete from product_price x using ${pairsOf(gone)}
      where x.account_id = ${accountId} and x.product_id = n.id and x.grade = n.value`.execute(tx)
  if (come.length > 0)
    await sql`insert into product_price (account_id, product_id, grade, price_cents)
      select ${accountId}, n.id, n.grade, n.cents from ${priceRowsOf(come)}
      on conflict (account_id, product_id, grade) do update set price_cents = excluded.price_cents`.execute(tx)
}

function pricesOf({ id, prices }: StoredProduct): readonly NewPrice[] {
  return grades.flatMap((grade) => {
    const cents = prices[grade]
    return cents === undefined ? [] : [{ productId: id, grade, cents }]
  })
}

const priceRowsOf = (prices: readonly NewPrice[]) => sql`
  unnest(${prices.map(({ productId }) => productId)}::uuid[], ${prices.map(({ grade }) => grade)}::text[],
    ${prices.map(({ cents }) => cents)}::int[]) as n (id, grade, cents)`

const pairsOf = (pairs: readonly { readonly productId: string; readonly value: string }[]) => sql`
  unnest(${pairs.map(({ productId }) => productId)}::uuid[], ${pairs.map(({ value }) => value)}::text[])
    as n (id, value)`
