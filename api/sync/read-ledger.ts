import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Module } from '#domain/organization/module.ts'
import { ownWarehouses } from '#domain/organization/own-warehouses.ts'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import type { Actor } from '#sync/operations/define-operation.ts'
import { readyOperation, type FindOperation } from '#sync/operations/registry.ts'
import { awaitedBy, type Operation, type Outcome, type OutcomeStatus, type Resolution } from '#sync/wire/operation.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import type { LedgerEntry, QueueLedger } from './compare-ledger.ts'
import { actorKey, type ActorRow, type WaitingOperation } from './decide-batch.ts'
import { needsOf } from './load-rows.ts'
import type { PushIdentity } from './push-envelope.ts'

/** What a push reads before it decides: its locked queue, its actor, and what the ledger says of the operations. */
export interface PushLedger extends QueueLedger {
  readonly epoch: string
  readonly actors: ReadonlyMap<string, ActorRow>
  /** Operations held until one of the batch is decided, directly or through each other, in order of receipt. */
  readonly waiting: readonly WaitingOperation[]
  /** Those of the operations read that the ledger holds. */
  readonly held: ReadonlyMap<string, Operation>
  /** Items named by the operations that the ledger knows; a resolution's history line goes there. */
  readonly itemOf: ReadonlyMap<string, string>
}

interface QueueRow {
  readonly acked_seq: number
  readonly status: string
  readonly name: string
  readonly user_type: UserType
  readonly organization_id: string
  /** Stores of the branch of a user who manages one. */
  readonly branch_stores: readonly string[] | null
  readonly epoch: string
}

interface OperationRow {
  readonly op_id: string
  readonly device_id: string
  readonly user_id: string
  readonly module: Module
  readonly seq: number
  readonly type: string
  readonly v: number
  readonly args: Record<string, unknown>
  readonly lanes: string[]
  readonly depends_on: string[]
  readonly comes_after: string[]
  readonly refused_as: string | null
  readonly based_on: number
  readonly hash: string
  readonly status: OutcomeStatus
  readonly code: string | null
  readonly cause_op: string | null
  readonly result: Record<string, unknown> | null
  readonly captured_at: Date
  readonly received_at: Date
  readonly resolution: Resolution | null
}

/** Every push of an account holds this lock shared until it commits; a release holds it alone. */
function lockKey(account: string): string {
  return `hashtextextended('sync push ' || ${account}, 0)`
}

// Asked of managers alone: everybody else's place says it.
const branchStores = `case when m.user_type in ('management_unit_manager', 'root_management_unit_manager') then array(
      select s.id from organization s
      where s.account_id = m.account_id and s.type = 'store' and m.organization_id = any (s.path)) end`

/** What the user `u` is in a module: in the account itself, or at the platform, for whose administrator the row stands in. */
const roleIn = (module: string) => `lateral (
    select m.account_id, u.status, m.user_type, m.organization_id from user_module m
    where m.account_id = u.account_id and m.user_id = u.id and m.module = ${module}
    union all
    select u.account_id, 'active', p.user_type, p.organization_id from platform_role_here(u.id, ${module}) p
    where u.stands_in
  ) m on true`

const lockQueue: Statement = {
  name: 'sync-lock-queue',
  text: `select d.acked_seq::float8 as acked_seq, m.status, u.first_name || ' ' || u.last_name as name, m.user_type, m.organization_id,
    ${branchStores} as branch_stores, current_sync_epoch() as epoch, pg_advisory_xact_lock_shared(${lockKey('d.account_id')})
  from sync_device d
  join user_account u on u.account_id = d.account_id and u.id = d.user_id
  join ${roleIn('d.module')}
  where d.account_id = $1 and d.device_id = $2 and d.user_id = $3 and d.module = $4
  for update of d`,
}

const createQueue: Statement = {
  name: 'sync-create-queue',
  text: `insert into sync_device (account_id, device_id, user_id, module)
  select u.account_id, $2, u.id, $4::text from user_account u join ${roleIn('$4')}
  where u.account_id = $1 and u.id = $3
  on conflict do nothing`,
}

const operationColumns = `op_id, device_id, user_id, module, seq::float8 as seq, type, v, args, lanes, depends_on, comes_after,
  refused_as, based_on, encode(payload_hash, 'hex') as hash, status, code, cause_op, result, captured_at, received_at, resolution`

const lockOperations: Statement = {
  name: 'sync-lock-operations',
  text: `with recursive waiting (op_id) as (
    select w.op_id from sync_op w where w.account_id = $1 and w.status = 'held' and w.cause_op = any ($3::uuid[])
    union
    select w.op_id from waiting p
    join sync_op w on w.account_id = $1 and w.status = 'held' and w.cause_op = p.op_id
  )
  select ${operationColumns} from sync_op
  where account_id = $1 and op_id = any ($2::uuid[] || array(select op_id from waiting))
  order by op_id for update`,
}

const findActors: Statement = {
  name: 'sync-find-actors',
  text: `select u.id as user_id, q.module, m.status, u.first_name || ' ' || u.last_name as name, m.user_type,
    m.organization_id, ${branchStores} as branch_stores
  from unnest($2::uuid[], $3::text[]) q (user_id, module)
  join user_account u on u.account_id = $1 and u.id = q.user_id
  join ${roleIn('q.module')}`,
}

const awaitPushes: Statement = {
  name: 'sync-await-pushes',
  text: `select pg_advisory_xact_lock(${lockKey('$1::uuid')})`,
}

const findReleasable: Statement = {
  name: 'sync-find-releasable',
  text: `select distinct c.op_id as "opId" from sync_op w
  join sync_op c on c.account_id = w.account_id and c.op_id = w.cause_op and c.status <> 'held'
  where w.account_id = $1 and w.op_id = any ($2::uuid[]) and w.status = 'held' and w.code = 'SYNC_WAITS_FOR'`,
}

/** Waits until every push of the account that runs now has committed, and keeps new ones waiting. */
export async function awaitOtherPushes(sql: AccountSql, accountId: string): Promise<void> {
  await sql.rows(awaitPushes, [accountId])
}

/** Decided operations for which the given held ones still wait. */
export async function decidedCauses(
  sql: AccountSql,
  accountId: string,
  held: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql.rows<{ opId: string }>(findReleasable, [accountId, held])
  return rows.map(({ opId }) => opId)
}

/** Locks the queue of a push; refused where its user is not active in the module (any more). */
export async function lockQueueOf(
  sql: AccountSql,
  identity: PushIdentity,
): Promise<Result<{ ackedSeq: number; epoch: string; actor: ActorRow }, Failure>> {
  const key = [identity.accountId, identity.deviceId, identity.userId, identity.module]
  let [row] = await sql.rows<QueueRow>(lockQueue, key)
  if (row === undefined) {
    await sql.rows(createQueue, key)
    ;[row] = await sql.rows<QueueRow>(lockQueue, key)
  }
  if (row === undefined || row.status !== 'active') return refuse('SYNC_GRANT_INVALID')
  const actor = actorOf(identity.userId, identity.module, row)
  return succeed({ ackedSeq: row.acked_seq, epoch: row.epoch, actor: { actor, name: row.name } })
}

/** Reads a push's ledger: locks its queue and every operation that the batch names or may release. */
export async function readLedger(
  sql: AccountSql,
  identity: PushIdentity,
  batchOpIds: readonly string[],
  namedOpIds: readonly string[],
  find: FindOperation = readyOperation,
): Promise<Result<PushLedger, Failure>> {
  const queue = await lockQueueOf(sql, identity)
  if (!queue.ok) return queue
  const { ackedSeq, epoch, actor } = queue.value
  const read = await readOperations(sql, identity.accountId, namedOpIds, batchOpIds, find)
  const actors = await addActors(sql, identity.accountId, read.waiting, [
    [actorKey(identity.userId, identity.module), actor],
  ])
  return succeed({ ackedSeq, epoch, actors, ...read })
}

/**
 * What the ledger knows of operations, and which held ones wait for the given causes. `ready` names held ones that may
 * run now although they wait for nothing.
 */
export async function readOperations(
  sql: AccountSql,
  accountId: string,
  opIds: readonly string[],
  causes: readonly string[],
  find: FindOperation = readyOperation,
  ready: readonly string[] = [],
): Promise<Pick<PushLedger, 'known' | 'waiting' | 'held' | 'itemOf'>> {
  const rows = await sql.rows<OperationRow>(lockOperations, [accountId, opIds, causes])
  const waiting = waitingOf(rows, causes, ready)
  const ops = waiting.map(({ op }) => op)
  const asked = new Set([...ops.flatMap(awaitedBy), ...needsOf(ops, find).opIds])
  const missing = [...asked].filter((opId) => !rows.some((row) => row.op_id === opId))
  const others = missing.length === 0 ? [] : await sql.rows<OperationRow>(lockOperations, [accountId, missing, []])
  const all = [...rows, ...others]
  return {
    known: new Map(all.map((row) => [row.op_id, entryOf(row)])),
    waiting,
    held: new Map(all.filter(({ status }) => status === 'held').map((row) => [row.op_id, operationOf(row)])),
    itemOf: new Map(all.flatMap((row) => itemNamedBy(row, find))),
  }
}

/** Adds the actors of waiting operations to those already known; inactive users are no actors. */
export async function addActors(
  sql: AccountSql,
  accountId: string,
  waiting: readonly WaitingOperation[],
  known: readonly (readonly [string, ActorRow])[],
): Promise<ReadonlyMap<string, ActorRow>> {
  const actors = new Map(known)
  const pairs = new Map(waiting.map(({ op }) => [actorKey(op.actor, op.module), op]))
  for (const key of actors.keys()) pairs.delete(key)
  if (pairs.size === 0) return actors
  const ops = [...pairs.values()]
  const rows = await sql.rows<QueueRow & { user_id: string; module: Module }>(findActors, [
    accountId,
    ops.map((op) => op.actor),
    ops.map((op) => op.module),
  ])
  for (const row of rows.filter(({ status }) => status === 'active')) {
    actors.set(actorKey(row.user_id, row.module), { actor: actorOf(row.user_id, row.module, row), name: row.name })
  }
  return actors
}

function actorOf(
  userId: string,
  module: Module,
  row: Pick<QueueRow, 'user_type' | 'organization_id' | 'branch_stores'>,
): Actor {
  const { user_type: userType, organization_id: organizationId } = row
  const warehouseIds = ownWarehouses({ userType, module, organizationId })
  return { userId, userType, warehouseIds, storeIds: storesOf(row) }
}

type PlaceRow = Parameters<typeof actorOf>[2]

function storesOf({ user_type, organization_id, branch_stores }: PlaceRow): readonly string[] | 'all' {
  if (isAdminType(user_type)) return 'all'
  if (user_type === 'store_manager' || user_type === 'store_seller') return [organization_id]
  return branch_stores ?? []
}

function waitingOf(
  rows: readonly OperationRow[],
  causes: readonly string[],
  ready: readonly string[],
): readonly WaitingOperation[] {
  const reached = new Set(causes)
  const held = rows.filter((row) => row.status === 'held')
  const waits = held.filter((row) => row.code === 'SYNC_WAITS_FOR')
  const found = new Set(held.filter((row) => ready.includes(row.op_id)))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const row of waits) {
      if (row.cause_op === null || !reached.has(row.cause_op)) continue
      found.add(row)
      reached.add(row.op_id)
    }
  }
  return [...found].toSorted(byReceipt).map((row) => ({ op: operationOf(row), causeOp: row.cause_op }))
}

function byReceipt(a: OperationRow, b: OperationRow): number {
  const queueA = `${a.device_id} ${a.user_id} ${a.module}`
  const queueB = `${b.device_id} ${b.user_id} ${b.module}`
  if (queueA === queueB) return a.seq - b.seq
  return a.received_at.getTime() - b.received_at.getTime() || (queueA < queueB ? -1 : 1)
}

function operationOf(row: OperationRow): Operation {
  return {
    opId: row.op_id,
    deviceId: row.device_id,
    seq: row.seq,
    lanes: row.lanes,
    type: row.type,
    v: row.v,
    args: row.args,
    actor: row.user_id,
    module: row.module,
    basedOn: row.based_on,
    dependsOn: row.depends_on,
    ...(row.comes_after.length > 0 && { comesAfter: row.comes_after }),
    ...(row.refused_as !== null && { refusedAs: row.refused_as }),
    capturedAt: row.captured_at.toISOString(),
  }
}

function entryOf(row: OperationRow): LedgerEntry {
  return { hash: row.hash, outcome: outcomeOfRow(row) }
}

/** The decision that a row of the ledger holds. */
export function outcomeOfRow(row: OutcomeRow): Outcome {
  const { op_id: opId, status, code, cause_op: causeOp, result, resolution } = row
  return { opId, status, code, causeOp, result, ...(resolution === null ? {} : { resolution }) }
}

/** What a row of the ledger says of a decision. */
export type OutcomeRow = Pick<OperationRow, 'op_id' | 'status' | 'code' | 'cause_op' | 'result' | 'resolution'>

function itemNamedBy(row: OperationRow, find: FindOperation): readonly (readonly [string, string])[] {
  const named = row.result?.['itemId'] ?? find.argsOf(row)['itemId']
  return typeof named === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named)
    ? [[row.op_id, named]]
    : []
}
