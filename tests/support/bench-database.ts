import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDatabase, type Database } from '#api/db/database.ts'
import { migrateToLatest } from '#api/db/migrate.ts'
import { createSyncDeps, type SyncDeps } from '#api/sync/sync-deps.ts'
import { startPostgres } from '../../scripts/embedded-postgres.mjs'
import { prepareDatabase, prepareRoles, roles, withClient } from '../../scripts/prepare-database.mjs'
import { createWorld, type SyncWorld } from './sync-world.ts'

/** A durable server of a bench's own with one account of the size asked. */
export interface BenchDatabase {
  readonly database: Database
  readonly deps: SyncDeps
  readonly world: SyncWorld
  /** Processor time used so far by the database and by this process, in milliseconds. */
  cpuMs(): { readonly postgres: number; readonly node: number }
  /** Process id of the database server. */
  readonly postmaster: number
  /** Reaches everything, for preparing. */
  readonly superuser: pg.Client
  /** Where each login reaches the database. */
  readonly urls: { readonly ownerUrl: string; readonly appUrl: string; readonly adminUrl: string }
  close(): Promise<void>
}

/** Starts the server, migrates it and fills the account with items in every place; more settings for profiles. */
export async function createBenchDatabase(
  items: number,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-bench-postgres-'))
  // PostgreSQL never runs as root: its account has to pass this folder.
  chmodSync(folder, 0o755)
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: 100, ...more }
  const server = await startPostgres({ folder, durable: true, settings })
  const name = 'bench'
  const url = (database: string) => server.superuserUrl(database)
  await withClient(url('postgres'), (client) => prepareRoles(client, (role) => server.password(role)))
  await prepareDatabase(url, name)
  const urls = {
    ownerUrl: server.roleUrl(roles.owner, name),
    appUrl: server.roleUrl(roles.app, name),
    adminUrl: server.roleUrl(roles.admin, name),
  }
  await migrateToLatest(urls)
  const superuser = new pg.Client({ connectionString: url(name) })
  await superuser.connect()
  const world = await createWorld(superuser)
  await fill(superuser, world, items)
  const database = createDatabase({ appUrl: urls.appUrl, maxConnections: 30 })
  const log = { warn: console.error, error: console.error }
  return {
    database,
    deps: createSyncDeps({ database, now: () => new Date(), log }),
    world,
    superuser,
    urls,
    postmaster: server.pid,
    cpuMs: () => ({
      postgres: cpuMsOfChildren(server.pid),
      node: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
    }),
    async close() {
      await database.close()
      await superuser.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Items of one account: half bound for warehouse A, half for B; of ten, four are in transit, the others in a stock. As
 * a replica, so that neither the change log nor the foreign keys take their time; statistics are taken after.
 */
async function fill(client: pg.Client, world: SyncWorld, count: number): Promise<void> {
  const values = [world.accountId, world.circuitId, world.storeId, world.categoryId, world.productId]
  await client.query(`set session_replication_role = replica`)
  for (let from = 0; from < count; from += 100_000) {
    const to = Math.min(count, from + 100_000) - 1
    await client.query(
      `insert into buyback (account_id, id, identification_number, status, circuit_id, store_id, category_id,
         product_id, declared_grade, declared_price_cents, created_at)
       select $1, uuid_v7(t.at), '2' || lpad(n::text, 12, '0'),
         case when n % 10 < 4 then 'bb_in_transit' else 'bb_in_processing' end, $2, $3, $4, $5, 'grade_a', 12000, t.at
       from generate_series($6::int, $7::int) n
       cross join lateral (select now() - interval '1 second' * (30000000 - n * 20) as at) t`,
      [...values, from, to],
    )
  }
  await client.query(
    `insert into item (account_id, id, buyback_id, identification_number, product_id, imei, status, stock_id,
       warehouse_id, destination_warehouse_id, store_id, created_at)
     select b.account_id, uuid_v7(b.created_at), b.id, b.identification_number, b.product_id,
       lpad((b.n + 350000000000000)::text, 15, '0'),
       case when b.n % 10 < 4 then 'item_in_transit' else 'item_awaiting_compliancy_tests' end, s.id, s.warehouse_id,
       b.destination, b.store_id, b.created_at
     from (select *, identification_number::bigint - 2000000000000 as n,
         case when (identification_number::bigint / 10) % 2 = 0 then $2::uuid else $3::uuid end as destination
       from buyback where account_id = $1) b
     left join stock s on s.account_id = b.account_id and s.warehouse_id = b.destination
       and s.native = 'awaiting_control' and b.n % 10 >= 4`,
    [world.accountId, world.warehouseA, world.warehouseB],
  )
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze')
}

/** Processor time that a process's children have used so far, in milliseconds; Linux counts a hundred ticks a second. */
export function cpuMsOfChildren(pid: number): number {
  return cpuMsWhere(({ parent }) => parent === pid) + cpuMsOfEndedChildren(pid)
}

function cpuMsOfEndedChildren(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * msATick
}

/** Processor time that a process has used so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  return cpuMsWhere(({ own }) => own === pid)
}

function cpuMsWhere(counts: (process: { readonly own: number; readonly parent: number }) => boolean): number {
  let ticks = 0
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = statOf(entry)
      if (counts({ own: Number(entry), parent: Number(fields[1]) })) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended while we looked.
    }
  }
  return ticks * msATick
}

const msATick = 10

function statOf(pid: number | string): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Items in transit for warehouse A, to be checked in. */
export async function itemsInTransit(
  { superuser, world }: BenchDatabase,
  count: number,
): Promise<readonly { readonly id: string; readonly code: string; readonly buybackId: string }[]> {
  const { rows } = await superuser.query<{ id: string; code: string; buybackId: string }>(
    `select id, identification_number as code, buyback_id as "buybackId" from item
     where account_id = $1 and destination_warehouse_id = $2 and status = 'item_in_transit' order by id limit $3`,
    [world.accountId, world.warehouseA, count],
  )
  return rows
}

/** A value of a sorted list by its share. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints one line of a bench: median, 95th and 99th of a hundred, and the goal beside them. */
export function report(name: string, values: readonly number[], unit: string, goal: string): void {
  const sorted = values.toSorted((a, b) => a - b)
  const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) => shown(percentile(sorted, share)))
  console.log(`${name}: median ${median} ${unit}, p95 ${p95}, p99 ${p99} (${values.length} runs; goal ${goal})`)
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}
