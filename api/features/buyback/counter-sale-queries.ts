import { CompiledQuery, sql, type Transaction } from 'kysely'
import { coordinatesSql, dispatchSql } from '#api/db/dispatch-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { NumberBlock } from '#domain/expedition/package-number.ts'
import type { SalePlaces } from '#domain/check-in/sale-destination.ts'
import type { CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'

type Tx = Transaction<Tables>

/** A version of the catalog as a sale is judged by it. */
export interface CatalogRow {
  readonly version: string
  readonly rules: CounterRules
  readonly parts: readonly string[]
  readonly replacedAt: Date | null
}

/** The versions that sales name, those that are still remembered. */
export async function readCatalogs(
  tx: Tx,
  accountId: string,
  versions: readonly string[],
): Promise<readonly CatalogRow[]> {
  const rows = await tx
    .selectFrom('counter_catalog')
    .select(['version', 'rules', 'parts', 'replaced_at as replacedAt'])
    .where('account_id', '=', accountId)
    .where('version', 'in', [...versions])
    .execute()
  return rows.map((row) => ({ ...row, rules: row.rules as CounterRules }))
}

/** A product in a part of the catalog. */
export interface PartProduct {
  readonly part: string
  readonly productId: string
}

/** Products out of the parts that hold them; those that are not there are left out. */
export async function readPartProducts(
  tx: Tx,
  accountId: string,
  wanted: readonly PartProduct[],
): Promise<readonly (PartProduct & { readonly product: CounterProduct })[]> {
  const { rows } = await sql<PartProduct & { readonly product: CounterProduct | null }>`
    select w.part, w.product_id as "productId", p.products -> w.product_id as product
    from unnest(${wanted.map(({ part }) => part)}::text[], ${wanted.map(({ productId }) => productId)}::text[])
      w (part, product_id)
    join counter_catalog_part p on p.account_id = ${accountId} and p.id = w.part`.execute(tx)
  return rows.flatMap(({ product, ...at }) => (product === null ? [] : [{ ...at, product }]))
}

/** Where what is sold may go today. */
export interface PlacesToday extends SalePlaces {
  readonly storeIds: readonly string[]
}

const placesText = `select json_build_object('dispatch', ${dispatchSql},
  'places', coalesce((select json_agg(json_build_object('id', o.id, 'coordinates', ${coordinatesSql}) order by o.id)
    from organization o where o.account_id = $1 and (o.type = 'warehouse' or o.id = any ($2::uuid[]))), '[]'),
  'storeIds', coalesce((select json_agg(o.id) from organization o where o.account_id = $1 and o.id = any ($2::uuid[])
    and o.type = 'store' and o.status = 'active'), '[]')) as places`

/** Dispatch rules, warehouses and those of the stores that work. */
export async function readPlaces(tx: Tx, accountId: string, storeIds: readonly string[]): Promise<PlacesToday> {
  const query = CompiledQuery.raw(placesText, [accountId, [...storeIds]])
  const { rows } = await tx.executeQuery<{ places: PlacesToday }>(query)
  if (rows[0] === undefined) throw new Error('the places answer one row')
  return rows[0].places
}

/** Which of these ids and numbers buybacks and items of the account have already. */
export async function readTaken(
  tx: Tx,
  accountId: string,
  { ids, numbers }: { readonly ids: readonly string[]; readonly numbers: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select b.id::text as name from buyback b where b.account_id = ${accountId} and b.id = any (${[...ids]}::uuid[])
    union all select i.id::text from item i where i.account_id = ${accountId} and i.id = any (${[...ids]}::uuid[])
    union all select b.identification_number from buyback b
      where b.account_id = ${accountId} and b.identification_number = any (${[...numbers]}::text[])`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** A block of numbers with the device that drew it; without one, numbers whose drawing a restore has forgotten. */
export interface DeviceBlock extends NumberBlock {
  readonly deviceId: string | null
  /** Users who have pushed from that device. */
  readonly userIds: readonly string[]
}

/** Blocks that hold these serials. */
export async function readDeviceBlocks(
  tx: Tx,
  accountId: string,
  serials: readonly number[],
): Promise<readonly DeviceBlock[]> {
  if (serials.length === 0) return []
  const { rows } = await sql<DeviceBlock>`
    select distinct b.first_serial as "firstSerial", b.last_serial as "lastSerial", b.device_id as "deviceId",
      array(select d.user_id from sync_device d where d.account_id = b.account_id and d.device_id = b.device_id
        union select b.user_id where b.user_id is not null) as "userIds"
    from unnest(${[...serials]}::bigint[]) s (serial)
    join counter_number_block b on b.account_id = ${accountId} and s.serial between b.first_serial and b.last_serial`.execute(
    tx,
  )
  return rows
}

/** Wrapped private keys by id. */
export async function readSealKeys(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await tx
    .selectFrom('counter_seal_key')
    .select(['id', 'wrapped_key as wrapped'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, wrapped }) => [id, wrapped]))
}

/** The buyback and customer of items. */
export async function readSold(
  tx: Tx,
  accountId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly buybackId: string; readonly customerId: string | null }>> {
  const rows = await tx
    .selectFrom('item as i')
    .innerJoin('buyback as b', (on) => on.onRef('b.account_id', '=', 'i.account_id').onRef('b.id', '=', 'i.buyback_id'))
    .select(['i.id', 'b.id as buybackId', 'b.customer_id as customerId'])
    .where('i.account_id', '=', accountId)
    .where('i.id', 'in', [...itemIds])
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** The buyers of products of categories: for each, the one of its nearest category upwards that names a buyer. */
export async function readBuyers(
  tx: Tx,
  accountId: string,
  categoryIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly organizationId: string | null; readonly accountId: string | null }>> {
  const { rows } = await sql<{ id: string; organizationId: string | null; accountId: string | null }>`
    select distinct on (c.id) c.id, k.buyer_organization_id as "organizationId", k.buyer_account_id as "accountId"
    from category c join category k on k.account_id = c.account_id and k.id = any (c.path)
    where c.account_id = ${accountId} and c.id = any (${[...categoryIds]}::uuid[])
      and (k.buyer_account_id is not null or k.buyer_organization_id is not null)
    order by c.id, cardinality(k.path) desc`.execute(tx)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
