import { packageSerial, type NumberBlock } from '#domain/expedition/package-number.ts'
import { packableFrom } from '#domain/expedition/packing.ts'
import type { Needs, PackageRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import { packageSql } from './package-sql.ts'

/** What operations on packages ask for beside their items. */
export interface LoadedPackages {
  readonly packages: readonly PackageRow[]
  readonly packageBlocks: readonly NumberBlock[]
  readonly warehouses: Config['warehouses']
}

const loadStatement: Statement = {
  name: 'sync-load-packages',
  // Locked in the order of their ids, after the items, as every batch does it.
  text: `with picked as (
    select k.* from package k where k.account_id = $1 and k.id = any ($2::uuid[] || array(
      select n.id from package n where n.account_id = $1 and n.number = any ($3::text[])))
    order by k.id for update
  )
  select (select json_agg(${packageSql}) from picked k) as packages,
    (select json_agg(json_build_object('firstSerial', b.first_serial, 'lastSerial', b.last_serial))
      from unnest($4::bigint[]) s (serial) cross join lateral (
        select b.first_serial, b.last_serial from package_number_block b
        where b.account_id = $1 and b.first_serial <= s.serial order by b.first_serial desc limit 1) b
      where b.last_serial >= s.serial) as "packageBlocks",
    (select json_agg(json_build_object('id', o.id, 'name', '', 'city', null, 'isActive', o.status = 'active'))
      from organization o where o.account_id = $1 and o.type = 'warehouse') as warehouses`,
}

// A package that is opened has no row yet that another batch with its id could wait for. A statement of its own, so that
// the next one sees what the other batch has written; in the order of their ids, as the rows are locked.
const lockNew: Statement = {
  name: 'sync-lock-new-packages',
  text: `select pg_advisory_xact_lock(hashtextextended('package ' || $1 || id, 0))
  from (select distinct id from unnest($2::text[]) id order by id) k`,
}

const none: LoadedPackages = { packages: [], packageBlocks: [], warehouses: [] }

/**
 * Loads and locks the packages of a batch, and those that hold its items; batches without any cost nothing. What only
 * arrives is looked for where it may lie in an open package, or has just left one: most of it came in a closed one.
 */
export async function loadPackages(
  sql: AccountSql,
  accountId: string,
  { packageIds = [], newPackageIds = [], packageNumbers = [], holders = false }: Needs,
  items: readonly ItemRow[],
): Promise<LoadedPackages> {
  const packs = packageIds.length + packageNumbers.length > 0
  const held = items.filter(({ status }) => packs || (holders && packableFrom.includes(status)))
  const left = holders ? items.flatMap(({ last }) => last?.beforeFacts?.packageId ?? []) : []
  const ids = new Set([...packageIds, ...held.flatMap(({ facts }) => facts?.packageId ?? []), ...left])
  if (ids.size + packageNumbers.length === 0) return none
  if (newPackageIds.length > 0) await sql.rows(lockNew, [accountId, newPackageIds])
  const serials = packageNumbers.flatMap((number) => packageSerial(number) ?? [])
  const values = [accountId, [...ids], packageNumbers, serials]
  const [row] = await sql.rows<{ [K in keyof LoadedPackages]: LoadedPackages[K] | null }>(loadStatement, values)
  return {
    packages: row?.packages ?? [],
    packageBlocks: row?.packageBlocks ?? [],
    warehouses: row?.warehouses ?? [],
  }
}
