import type { PackageRow } from '#sync/records.ts'
import type { Sums } from '#sync/wire/sum-shares.ts'
import { scopeParameters, sumsSql, type ScopeSql } from './item-sql.ts'
import type { AccountSql, Statement } from './account-sql.ts'

/** A package `k` as a JSON object. */
export const packageSql = `json_build_object('id', k.id, 'version', k.version,
    'origin', case when k.origin_store_id is not null
      then json_build_object('type', 'store', 'storeId', k.origin_store_id)
      else json_build_object('type', 'warehouse', 'warehouseId', k.origin_warehouse_id) end,
    'destinationWarehouseId', k.destination_warehouse_id, 'status', k.status, 'itemIds', k.item_ids,
    'number', k.number, 'openedBy', k.opened_by,
    'closedAtMs', floor(extract(epoch from k.closed_at) * 1000)::bigint, 'labelState', k.label_state,
    'isCarrierLabel', exists (select from parcel p where p.account_id = k.account_id and p.package_id = k.id
      and p.carrier_id is not null))`

/** Packages that leave a scope's places or are bound for them: open ones, and those closed in the last thirty days. */
function packageSource({ account, warehouses, stores }: ScopeSql): string {
  return `package k where k.account_id = ${account}
    and (k.status = 'open' or k.closed_at > now() - interval '30 days')
    and (k.origin_store_id = any (${stores}) or k.origin_warehouse_id = any (${warehouses})
      or k.destination_warehouse_id = any (${warehouses}))`
}

interface Scoped {
  readonly accountId: string
  readonly warehouseIds: readonly string[]
  readonly storeIds: readonly string[]
}

const readAll: Statement = {
  name: 'sync-read-packages',
  text: `select ${packageSql} as package from ${packageSource(scopeParameters)} order by k.id`,
}
const readSome: Statement = {
  name: 'sync-read-packages-of',
  text: `select ${packageSql} as package from ${packageSource(scopeParameters)} and k.id = any ($4::uuid[])`,
}

/** The packages of a scope, or those of them that are named. */
export async function readPackages(
  sql: AccountSql,
  { accountId, warehouseIds, storeIds }: Scoped,
  ids?: readonly string[],
): Promise<PackageRow[]> {
  if (ids?.length === 0 || warehouseIds.length + storeIds.length === 0) return []
  const values = [accountId, warehouseIds, storeIds]
  const rows = await (ids === undefined
    ? sql.rows<{ package: PackageRow }>(readAll, values)
    : sql.rows<{ package: PackageRow }>(readSome, [...values, ids]))
  return rows.map((row) => row.package)
}

const openSums: Statement = {
  name: 'sync-sum-open-packages',
  text: `select ${sumsSql('k', 'true')} from ${packageSource(scopeParameters)} and k.status = 'open'`,
}

/** Counts and hashes the open packages of a scope. */
export async function readOpenPackageSums(
  sql: AccountSql,
  { accountId, warehouseIds, storeIds }: Scoped,
): Promise<Sums> {
  const [row] = await sql.rows<Sums>(openSums, [accountId, warehouseIds, storeIds])
  if (row === undefined) throw new Error('the sums are one row')
  return { count: row.count, hash: row.hash }
}
