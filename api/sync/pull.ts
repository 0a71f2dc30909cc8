import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import type { PackedItem } from '#sync/wire/item-row.ts'
import type { PullAnswer, PullRequest } from '#sync/wire/pull.ts'
import { inAccountSql, type AccountSql, type Statement } from './account-sql.ts'
import { readCursor, writeCursor, type Cursor, type Paging } from './cursor.ts'
import { itemSource, packedItem, scopeParameters } from './item-sql.ts'
import { readPackages } from './package-sql.ts'
import { readConfig } from './read-config.ts'
import { readCoverage } from './read-coverage.ts'
import { refuseChoice, resolveScope, type PullIdentity, type ResolvedScope } from './scope.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Changes of each bucket in one page. */
export const pageSize = 1000

/** Answers a pull under a session. */
export type Pull = (identity: PullIdentity, request: PullRequest) => Promise<Result<PullAnswer, Failure>>

/** A change of the log, as far as a pull looks at it. */
export interface ChangeRow {
  readonly bucket: string
  readonly xid: string
  readonly n: number
  readonly entity: string
  readonly entityId: string
}

/** The steps of a pull, each replaceable where a pull is built. */
export interface PullSteps {
  readonly readFeed: typeof readFeed
  readonly readChanges: typeof readChanges
  readonly readItems: typeof readItems
  readonly readCoverage: typeof readCoverage
  readonly isCursorLive: typeof isCursorLive
}

/** The steps as the server runs them. */
export const pullSteps: PullSteps = { readFeed, readChanges, readItems, readCoverage, isCursorLive }

/**
 * Builds the pull: one repeatable-read transaction answers what changed after the cursor. Changes say only which rows
 * to look at; the rows are read as they are now, and membership in the scope is judged on them. Pages go up to one
 * pinned snapshot, so that a busy account cannot keep a device paging for ever.
 */
export function createPull(deps: SyncDeps, steps: PullSteps = pullSteps): Pull {
  return async (identity, request) => {
    if (request.protocol !== protocolVersion) {
      return refuse('SYNC_PROTOCOL_UNSUPPORTED', { details: { protocol: protocolVersion } })
    }
    return inAccountSql(deps.pool, identity.accountId, 'repeatable read read only', async (sql) => {
      const resolved = await resolveScope(sql, identity, request)
      if (resolved === null) return refuseChoice(request)
      const feed = await steps.readFeed(sql)
      const cursor = readCursor(request.cursor)
      if (cursor === null || !steps.isCursorLive(cursor, feed, resolved)) return refuse('SYNC_CURSOR_EXPIRED')
      return succeed(await readPage(steps, sql, request, resolved, feed, cursor))
    })
  }
}

async function readPage(
  steps: PullSteps,
  sql: AccountSql,
  request: PullRequest,
  { scope, buckets }: ResolvedScope,
  feed: Feed,
  cursor: Cursor,
): Promise<PullAnswer> {
  const upper = cursor.paging?.upper ?? feed.snapshot
  const changes = await steps.readChanges(sql, scope.accountId, buckets, cursor, upper)
  const after = unfinished(changes)
  const complete = Object.keys(after).length === 0
  const ids = [...new Set(changes.filter(({ entity }) => entity === 'item').map(({ entityId }) => entityId))]
  const items = ids.length === 0 ? [] : await steps.readItems(sql, scope, ids)
  const present = new Set(items.map(([id]) => id))
  const packageIds = [...new Set(changes.filter(({ entity }) => entity === 'package').map(({ entityId }) => entityId))]
  const packages = await readPackages(sql, scope, packageIds)
  const presentPackages = new Set(packages.map(({ id }) => id))
  const isConfigChanged = changes.some(({ bucket }) => bucket === `config:${scope.accountId}`)
  const coverage = complete
    ? await steps.readCoverage(sql, scope.accountId, request.deviceId, request.uncovered, upper)
    : { outcomes: [], acked: [] }
  const position: Pick<Cursor, 'snapshot' | 'paging'> = complete
    ? { snapshot: upper, paging: null }
    : { snapshot: cursor.snapshot, paging: { upper, after } }
  return {
    epoch: feed.epoch,
    cursor: writeCursor({ epoch: feed.epoch, scopeKey: scope.key, ...position }),
    complete,
    scope,
    items: items.map((item) => [...item]),
    gone: ids.filter((id) => !present.has(id)),
    packages: [...packages],
    packagesGone: packageIds.filter((id) => !presentPackages.has(id)),
    config: isConfigChanged ? await readConfig(sql, scope) : null,
    ...coverage,
  }
}

/** Where the feed stands in this transaction. */
export interface Feed {
  readonly epoch: string
  /** Text of the transaction's own snapshot. */
  readonly snapshot: string
  /** Transactions below it have been pruned from the log; null where none has. */
  readonly prunedBelow: string | null
}

const feedStatement: Statement = {
  name: 'sync-read-feed',
  text: `select current_sync_epoch() as epoch, pg_current_snapshot()::text as snapshot,
    (select max(xid) from sync_horizon where pruned)::text as pruned`,
}

/** Reads epoch, present snapshot and pruned horizon. */
export async function readFeed(sql: AccountSql): Promise<Feed> {
  const [row] = await sql.rows<{ epoch: string; snapshot: string; pruned: string | null }>(feedStatement, [])
  if (row === undefined) throw new Error('the feed answers one row')
  return { epoch: row.epoch, snapshot: row.snapshot, prunedBelow: row.pruned }
}

/** Whether a cursor can go on: of this epoch and scope, not from the future, nothing after it pruned. */
export function isCursorLive(cursor: Cursor, feed: Feed, { scope }: ResolvedScope): boolean {
  if (cursor.epoch !== feed.epoch || cursor.scopeKey !== scope.key) return false
  const [low = 0n] = bounds(cursor.snapshot)
  const [, high = 0n] = bounds(cursor.paging?.upper ?? cursor.snapshot)
  if (high > (bounds(feed.snapshot)[1] ?? 0n)) return false
  return feed.prunedBelow === null || low >= BigInt(feed.prunedBelow)
}

function bounds(snapshot: string): readonly bigint[] {
  return snapshot.split(':', 2).map(BigInt)
}

const changesStatement: Statement = {
  name: 'sync-read-changes',
  text: `select q.bucket, c.xid::text as xid, c.n::float8 as n, c.entity, c.entity_id as "entityId"
  from unnest($2::text[], $3::text[], $4::bigint[]) q (bucket, after_xid, after_n)
  cross join lateral (
    select c.xid, c.n, c.entity, c.entity_id from sync_change c
    where c.account_id = $1 and c.bucket = q.bucket
      and c.xid >= q.after_xid::xid8 and (c.xid > q.after_xid::xid8 or c.n > q.after_n)
      and not pg_visible_in_snapshot(c.xid, $5::pg_snapshot) and pg_visible_in_snapshot(c.xid, $6::pg_snapshot)
    order by c.xid, c.n limit ${pageSize}
  ) c`,
}

/**
 * Changes that the upper snapshot shows and the cursor's does not, a page of each bucket in the order of transactions.
 * By transactions and not by numbers or times, because those of a transaction that commits late lie in the past.
 */
export async function readChanges(
  sql: AccountSql,
  accountId: string,
  buckets: readonly string[],
  cursor: Cursor,
  upper: string,
): Promise<readonly ChangeRow[]> {
  const { snapshot, paging } = cursor
  if (snapshot === upper) return []
  const asked = paging === null ? buckets : buckets.filter((bucket) => paging.after[bucket] !== undefined)
  const starts = asked.map((bucket) => paging?.after[bucket] ?? [bounds(snapshot)[0]?.toString() ?? '0', -1])
  // A bitmap scan would read and sort everything behind the cursor for each page, and planning the read of the rows
  // costs more than reading them.
  await sql.run(
    'set local enable_bitmapscan = off; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan',
  )
  const values = [accountId, asked, starts.map(([xid]) => xid), starts.map(([, n]) => n), snapshot, upper]
  return sql.rows<ChangeRow>(changesStatement, values)
}

function unfinished(changes: readonly ChangeRow[]): Paging['after'] {
  const after: Record<string, readonly [string, number]> = {}
  for (const [bucket, page] of Map.groupBy(changes, (change) => change.bucket)) {
    const last = page.at(-1)
    if (page.length === pageSize && last !== undefined) after[bucket] = [last.xid, last.n]
  }
  return after
}

const itemsStatement: Statement = {
  name: 'sync-read-items',
  text: `select ${packedItem} as item from ${itemSource(scopeParameters, 'packed')}
    and i.id = any ($4::uuid[])`,
}

/** The rows of a scope among the given ids, packed. */
export async function readItems(
  sql: AccountSql,
  scope: { readonly accountId: string; readonly warehouseIds: readonly string[]; readonly storeIds: readonly string[] },
  ids: readonly string[],
): Promise<readonly PackedItem[]> {
  const values = [scope.accountId, scope.warehouseIds, scope.storeIds, ids]
  const rows = await sql.rows<{ item: PackedItem }>(itemsStatement, values)
  return rows.map(({ item }) => item)
}
