import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import type { AuditAnswer, AuditRequest, SnapshotHead, SnapshotRequest, SnapshotTail } from '#sync/wire/pull.ts'
import { frameKinds } from '#sync/wire/snapshot-pages.ts'
import { beginAccountSql, inAccountSql, type AccountSql, type OpenAccountSql, type Statement } from './account-sql.ts'
import { copyJsonRows } from './copy-json-rows.ts'
import { writeCursor } from './cursor.ts'
import { copyItems, itemSource, scopeParameters, sumsSql } from './item-sql.ts'
import { createSnapshotCache, type Base, type BaseSource, type SnapshotCache } from './snapshot-cache.ts'
import { packPages, packValue } from './pack-pages.ts'
import { readOpenPackageSums, readPackages } from './package-sql.ts'
import { isCursorLive, readFeed } from './pull.ts'
import { readConfig } from './read-config.ts'
import { hasDecidedOperationSince, readCoverage } from './read-coverage.ts'
import { refuseChoice, resolveScope, type PullIdentity, type ResolvedScope } from './scope.ts'
import type { SyncDeps } from './sync-deps.ts'

/**
 * Answers the whole base of a scope: a head, the packed items, a tail. As NDJSON an item is a line; in pages they are
 * frames of many (`snapshotPagesType`).
 */
export type Snapshot = (
  identity: PullIdentity,
  request: SnapshotRequest,
  form?: SnapshotForm,
) => Promise<Result<ReadableStream<Uint8Array>, Failure>>

/** How a base travels. */
export type SnapshotForm = 'lines' | 'pages'

/**
 * Answers how many items and open packages a scope has, the sums of their hash shares and the configuration, as one
 * snapshot shows them.
 */
export type Audit = (identity: PullIdentity, request: AuditRequest) => Promise<Result<AuditAnswer, Failure>>

const minute = 60_000

/** Bases that a server shares: as long as a shift begins, and as much memory as a few large places take. */
export const sharedBases = { maxAgeMs: 5 * minute, maxBytes: 64 * 1024 * 1024 }

/**
 * Builds the snapshot. Head, items and tail come from one repeatable-read transaction, so that the cursor of the head
 * goes on exactly where the items end. The items go from the database to the wire as bytes, never through objects.
 *
 * A device that has done nothing yet, and takes pages, may begin with the base that another one was given a moment
 * ago: its feed goes on from there. A device with operations of its own gets one that is made after its question,
 * for it takes what was decided before as part of its base.
 */
export function createSnapshot(
  deps: SyncDeps,
  bases: SnapshotCache = createSnapshotCache({ nowMs: deps.nowMs, ...sharedBases }),
): Snapshot {
  return async (identity, request, form = 'lines') => {
    if (request.protocol !== protocolVersion) return unsupported()
    if (form === 'pages' && request.uncovered.length === 0) return sharedSnapshot(deps, bases, identity, request)
    const open = await beginAccountSql(deps.pool, identity.accountId, 'repeatable read read only')
    try {
      const resolved = await resolveScope(open.sql, identity, request)
      if (resolved === null) {
        await open.end('rollback')
        return refuseChoice(request)
      }
      const head = await readHead(open.sql, resolved, request, await readFeed(open.sql))
      return succeed(streamOf(snapshotBytes(open, resolved, head, form)))
    } catch (error) {
      await open.end('destroy')
      throw error
    }
  }
}

/** Builds the audit call. */
export function createAudit(deps: SyncDeps): Audit {
  return async (identity, request) => {
    if (request.protocol !== protocolVersion) return unsupported()
    return inAccountSql(deps.pool, identity.accountId, 'repeatable read read only', async (sql) => {
      const resolved = await resolveScope(sql, identity, request)
      if (resolved === null) return refuseChoice(request)
      const packages = await readOpenPackageSums(sql, resolved.scope)
      const config = await readConfig(sql, resolved.scope)
      return succeed({ ...(await readTail(sql, resolved)), packages, config })
    })
  }
}

function unsupported(): ReturnType<typeof refuse> {
  return refuse('SYNC_PROTOCOL_UNSUPPORTED', { details: { protocol: protocolVersion } })
}

async function sharedSnapshot(
  deps: SyncDeps,
  bases: SnapshotCache,
  identity: PullIdentity,
  request: SnapshotRequest,
): ReturnType<Snapshot> {
  const { accountId } = identity
  const read = <T>(run: (sql: AccountSql) => Promise<T>): Promise<T> =>
    inAccountSql(deps.pool, accountId, 'repeatable read read only', run)
  const resolved = await read((sql) => resolveScope(sql, identity, request))
  if (resolved === null) return refuseChoice(request)
  const { key } = resolved.scope
  // The feed as it stands now: a base that another device was given in the meantime is younger than the question.
  const isRight = ({ epoch, snapshot }: Base): Promise<boolean> =>
    read(async (sql) => {
      const cursor = { epoch, scopeKey: key, snapshot, paging: null }
      if (!isCursorLive(cursor, await readFeed(sql), resolved)) return false
      return !(await hasDecidedOperationSince(sql, accountId, request.deviceId, snapshot))
    })
  const base = await bases.share(key, isRight, () => makeBase(deps, resolved))
  // Read after the base, so that the feed from it on brings everything that this does not show yet.
  const head = await read((sql) => readHead(sql, resolved, request, base))
  return succeed(streamOf(sharedBytes(base, head)))
}

async function makeBase(deps: SyncDeps, resolved: ResolvedScope): Promise<BaseSource> {
  const open = await beginAccountSql(deps.pool, resolved.scope.accountId, 'repeatable read read only')
  try {
    const { epoch, snapshot } = await readFeed(open.sql)
    return { epoch, snapshot, frames: baseFrames(open, resolved) }
  } catch (error) {
    await open.end('destroy')
    throw error
  }
}

async function* baseFrames(open: OpenAccountSql, resolved: ResolvedScope): AsyncGenerator<Uint8Array, SnapshotTail> {
  let how: 'commit' | 'destroy' = 'destroy'
  try {
    yield* packPages(copyJsonRows(open.sql.client, copyText(resolved)))
    const tail = await readTail(open.sql, resolved)
    how = 'commit'
    return tail
  } finally {
    await open.end(how)
  }
}

async function* sharedBytes(base: Base, head: SnapshotHead): AsyncGenerator<Uint8Array, void, undefined> {
  yield packValue(frameKinds.head, head)
  yield* base.pages()
  yield packValue(frameKinds.tail, await base.tail())
}

/** The head of a base that stands at a snapshot of the feed, or shortly after it. */
async function readHead(
  sql: AccountSql,
  { scope }: ResolvedScope,
  request: SnapshotRequest,
  { epoch, snapshot }: Pick<Base, 'epoch' | 'snapshot'>,
): Promise<SnapshotHead> {
  const config = await readConfig(sql, scope)
  const coverage = await readCoverage(sql, scope.accountId, request.deviceId, request.uncovered, snapshot)
  const packages = await readPackages(sql, scope)
  const cursor = writeCursor({ epoch, scopeKey: scope.key, snapshot, paging: null })
  return { epoch, cursor, scope, config, packages, ...coverage }
}

async function* snapshotBytes(
  open: OpenAccountSql,
  resolved: ResolvedScope,
  head: SnapshotHead,
  form: SnapshotForm,
): AsyncGenerator<Uint8Array, void, undefined> {
  let how: 'commit' | 'destroy' = 'destroy'
  try {
    const rows = copyJsonRows(open.sql.client, copyText(resolved))
    const isPacked = form === 'pages'
    yield isPacked ? packValue(frameKinds.head, head) : line(head)
    yield* isPacked ? packPages(rows) : rows
    const tail = await readTail(open.sql, resolved)
    yield isPacked ? packValue(frameKinds.tail, tail) : line(tail)
    how = 'commit'
  } finally {
    await open.end(how)
  }
}

function line(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

/** A cancelled stream runs the generator's end even where it was never read. */
function streamOf(lines: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  const started = lines.next()
  let isFirst = true
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await (isFirst ? started : lines.next())
        isFirst = false
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await lines.return()
      },
    },
    { highWaterMark: 4 },
  )
}

/** COPY takes no parameters; only ids that were checked to be UUIDs are inlined. */
function copyText({ scope }: ResolvedScope): string {
  const list = (ids: readonly string[]): string => `array[${ids.map(literal).join(', ')}]::uuid[]`
  const account = `${literal(scope.accountId)}::uuid`
  const scopeSql = { account, warehouses: list(scope.warehouseIds), stores: list(scope.storeIds) }
  return copyItems(itemSource(scopeSql, 'packed'))
}

function literal(id: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Error('not a UUID')
  return `'${id}'`
}

const tailStatement: Statement = {
  name: 'sync-read-tail',
  text: `select ${sumsSql('i', 'l.own')} from ${itemSource(scopeParameters, 'bare')}`,
}

/** Counts and hashes a scope. */
export async function readTail(sql: AccountSql, { scope }: ResolvedScope): Promise<SnapshotTail> {
  const [row] = await sql.rows<SnapshotTail>(tailStatement, [scope.accountId, scope.warehouseIds, scope.storeIds])
  if (row === undefined) throw new Error('the tail answers one row')
  return { count: row.count, hash: row.hash }
}
