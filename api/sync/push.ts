import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '#api/http/failure.ts'
import { refuse } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { MemoryRecords } from '#sync/memory-records.ts'
import { readyOperation, type FindOperation } from '#sync/operations/registry.ts'
import { settleRefusal } from '#sync/operations/attention/settle-refusal.ts'
import { outcomeOf, runOperation } from '#sync/run-operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { awaitedBy, type Operation, type Outcome } from '#sync/wire/operation.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import { inAccountSql, type AccountSql } from './account-sql.ts'
import { compareLedger, type ComparedBatch } from './compare-ledger.ts'
import { decideBatch, type Decision, type RunOperation } from './decide-batch.ts'
import { factsOf, isTransient, mayPass } from './database-failure.ts'
import { loadRows, needsOf } from './load-rows.ts'
import { lockRounds } from './lock-rounds.ts'
import { checkIdentity, readEnvelope, type PushIdentity, type ReceivedBatch } from './push-envelope.ts'
import {
  addActors,
  awaitOtherPushes,
  decidedCauses,
  readLedger,
  readOperations,
  type PushLedger,
} from './read-ledger.ts'
import type { SyncDeps } from './sync-deps.ts'
import { writeBatch } from './write-batch.ts'
import type { BatchToWrite } from './batch-to-write.ts'

/** The steps of a push, each replaceable where a push is built. */
export interface PushSteps {
  readonly checkIdentity: typeof checkIdentity
  readonly readLedger: typeof readLedger
  readonly compareLedger: typeof compareLedger
  readonly lockRounds: typeof lockRounds
  readonly loadRows: typeof loadRows
  readonly decideBatch: typeof decideBatch
  readonly writeBatch: typeof writeBatch
  readonly run: RunOperation
  readonly find: FindOperation
}

/** The steps as the server runs them. */
export const pushSteps: PushSteps = {
  checkIdentity,
  readLedger,
  compareLedger,
  lockRounds,
  loadRows,
  decideBatch,
  writeBatch,
  run: runOperation,
  find: readyOperation,
}

/** Takes a push: the raw body of a request under the identity of its grant. */
export type Push = (identity: PushIdentity, raw: unknown) => Promise<Result<PushAnswer, Failure>>

const attempts = 3

/**
 * Builds the push. One transaction a batch: it locks the queue, answers what the ledger knows, loads and locks what
 * the rest touches, folds it in memory and writes everything at once. A refusal of the whole batch acknowledges
 * nothing. When a batch fails for a reason of its own, it runs again one by one, and the culprit is held for a person.
 */
export function createPush(deps: SyncDeps, steps: PushSteps = pushSteps): Push {
  return async (identity, raw) => {
    const batch = readEnvelope(raw)
    if (!batch.ok) return batch
    const checked = steps.checkIdentity(identity, batch.value)
    if (!checked.ok) return checked
    const answer = await withRetries(deps, () => pushBatch(deps, steps, identity, batch.value))
    if (answer.ok) await releaseMissed(deps, steps, identity.accountId, answer.value.outcomes)
    else if (answer.error.code === 'SYNC_PAYLOAD_CHANGED') {
      deps.log.error({ code: answer.error.code, ...answer.error.details, userId: identity.userId }, 'changed payload')
    }
    return answer
  }
}

async function withRetries(
  deps: SyncDeps,
  run: () => Promise<Result<PushAnswer, Failure>>,
): Promise<Result<PushAnswer, Failure>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isTransient(error)) throw error
      deps.log.warn({ ...factsOf(error), attempt }, 'push failed for a passing reason')
      if (attempt >= attempts) return refuse('SERVER_UNAVAILABLE', { retryAfterSeconds: 2 })
      await sleep(15 * attempt + deps.jitterMs())
    }
  }
}

async function pushBatch(
  deps: SyncDeps,
  steps: PushSteps,
  identity: PushIdentity,
  batch: ReceivedBatch,
): Promise<Result<PushAnswer, Failure>> {
  try {
    return await inPush(deps, identity.accountId, (sql) => pushAtOnce(deps, steps, sql, identity, batch))
  } catch (error) {
    if (mayPass(error)) throw error
    deps.log.error({ ...factsOf(error), userId: identity.userId }, 'a batch failed; it runs again one by one')
    return inPush(deps, identity.accountId, (sql) => pushOneByOne(deps, steps, sql, identity, batch))
  }
}

function inPush<T>(deps: SyncDeps, accountId: string, run: (sql: AccountSql) => Promise<T>): Promise<T> {
  return inAccountSql(deps.pool, accountId, 'read committed', run)
}

interface PushState {
  readonly ledger: PushLedger
  readonly compared: ComparedBatch
  readonly hashes: ReadonlyMap<string, string>
}

async function readPush(
  steps: PushSteps,
  sql: AccountSql,
  identity: PushIdentity,
  { ops }: ReceivedBatch,
): Promise<Result<PushState, Failure>> {
  const batchOps = ops.map(({ op }) => op)
  const opIds = batchOps.map(({ opId }) => opId)
  const named = [...opIds, ...batchOps.flatMap(awaitedBy), ...needsOf(batchOps, steps.find).opIds]
  const causes = [...opIds, ...settledBy(batchOps, steps.find)]
  const ledger = await steps.readLedger(sql, identity, causes, [...new Set(named)], steps.find)
  if (!ledger.ok) return ledger
  const compared = steps.compareLedger(ledger.value, ops)
  if (!compared.ok) return compared
  const hashes = new Map(compared.value.fresh.map(({ op, hash }) => [op.opId, hash]))
  return succeed({ ledger: ledger.value, compared: compared.value, hashes })
}

/** The operations that a batch settles: what waits for one of them is decided with it. */
function settledBy(ops: readonly Operation[], find: FindOperation): readonly string[] {
  const resolutions = ops.filter(({ type }) => type === settleRefusal.type)
  return needsOf(resolutions, find).opIds
}

async function pushAtOnce(
  deps: SyncDeps,
  steps: PushSteps,
  sql: AccountSql,
  identity: PushIdentity,
  batch: ReceivedBatch,
): Promise<Result<PushAnswer, Failure>> {
  const read = await readPush(steps, sql, identity, batch)
  if (!read.ok) return read
  const { ledger, compared, hashes } = read.value
  const fresh = compared.fresh.map(({ op }) => op)
  const decided = await decide(deps, steps, sql, identity.accountId, ledger, fresh, ledger.waiting)
  const queue = { ...identity, ackedSeq: compared.ackedSeq }
  const { accountId } = identity
  const { newId, counter } = deps
  await steps.writeBatch(sql, { accountId, queue, ...decided, hashes, newId, counter })
  return succeed(answerOf(batch, read.value, decided.decisions))
}

async function pushOneByOne(
  deps: SyncDeps,
  steps: PushSteps,
  sql: AccountSql,
  identity: PushIdentity,
  batch: ReceivedBatch,
): Promise<Result<PushAnswer, Failure>> {
  const read = await readPush(steps, sql, identity, batch)
  if (!read.ok) return read
  const { ledger, compared, hashes } = read.value
  const known = new Map(ledger.known)
  const held = new Map(ledger.held)
  const all: Decision[] = []
  const queue = { ...identity, ackedSeq: compared.ackedSeq }
  const steady = {
    accountId: identity.accountId,
    queue,
    hashes,
    atMs: deps.nowMs(),
    newId: deps.newId,
    counter: deps.counter,
  }

  async function step(op: Operation, isNew: boolean): Promise<void> {
    const now: PushLedger = { ...ledger, known, held }
    const decided = await orHold(deps, sql, op, isNew, async () => {
      const waiting = isNew ? [] : [{ op, causeOp: null }]
      const alone = await decide(deps, steps, sql, identity.accountId, now, isNew ? [op] : [], waiting)
      await steps.writeBatch(sql, { ...steady, ...alone })
      await sql.run('set constraints all immediate')
      return alone.decisions
    })
    if (decided.failed) await steps.writeBatch(sql, { ...steady, decisions: decided.decisions, itemOf: new Map() })
    for (const decision of decided.decisions) {
      all.push(decision)
      known.set(decision.op.opId, { hash: hashes.get(decision.op.opId) ?? '', outcome: decision.outcome })
      if (decision.outcome.status === 'held') held.set(decision.op.opId, decision.op)
    }
  }

  for (const { op } of compared.fresh) await step(op, true)
  for (const { op } of ledger.waiting) if (known.get(op.opId)?.outcome.status === 'held') await step(op, false)
  if (compared.fresh.length === 0) await steps.writeBatch(sql, { ...steady, decisions: [], itemOf: new Map() })
  return succeed(answerOf(batch, read.value, all))
}

async function orHold(
  deps: SyncDeps,
  sql: AccountSql,
  op: Operation,
  isNew: boolean,
  run: () => Promise<readonly Decision[]>,
): Promise<{ readonly failed: boolean; readonly decisions: readonly Decision[] }> {
  await sql.run('savepoint one_operation')
  try {
    const decisions = await run()
    await sql.run('release savepoint one_operation')
    return { failed: false, decisions }
  } catch (error) {
    if (mayPass(error)) throw error
    deps.log.error({ ...factsOf(error), opId: op.opId, type: op.type }, 'an operation is held for a person')
    await sql.run('rollback to savepoint one_operation')
    const writes = { items: [], rounds: [], resolutions: [] }
    const outcome = outcomeOf(op, 'held', 'SYNC_NEEDS_A_PERSON')
    return { failed: true, decisions: [{ op, outcome, writes, isNew, actorName: '' }] }
  }
}

async function decide(
  { counter, nowMs }: SyncDeps,
  steps: PushSteps,
  sql: AccountSql,
  accountId: string,
  ledger: Pick<PushLedger, 'actors' | 'known' | 'held' | 'itemOf'>,
  fresh: readonly Operation[],
  waiting: PushLedger['waiting'],
): Promise<Pick<BatchToWrite, 'decisions' | 'itemOf' | 'sold' | 'find' | 'atMs'>> {
  if (fresh.length + waiting.length === 0) return { decisions: [], itemOf: new Map(), atMs: nowMs() }
  const needs = needsOf([...fresh, ...waiting.map(({ op }) => op)], steps.find)
  const named = needs.opIds.flatMap((opId) => ledger.itemOf.get(opId) ?? [])
  const outcomes = [...ledger.known.values()].map(({ outcome }) => outcome)
  const all = { ...needs, itemIds: [...needs.itemIds, ...named] }
  await steps.lockRounds(sql, accountId, needs, waiting, steps.find)
  const records = await steps.loadRows(sql, accountId, all, ledger.actors, outcomes, counter, steps.find)
  const { run, find } = steps
  // Taken after the rows are locked, so that a push that waited for another one gets a later time than that.
  const atMs = nowMs()
  const { actors, held } = ledger
  const decisions = steps.decideBatch({ records, fresh, waiting, held, actors, atMs, run, find })
  const itemOf = needs.opIds.length === 0 ? new Map<string, ItemRow>() : itemsNamed(find, records, ledger, decisions)
  return { decisions, itemOf, sold: records.counter, find, atMs }
}

function itemsNamed(
  find: FindOperation,
  records: MemoryRecords,
  ledger: Pick<PushLedger, 'itemOf'>,
  decisions: readonly Decision[],
): ReadonlyMap<string, ItemRow> {
  const named = new Map<string, unknown>(ledger.itemOf)
  for (const { op, outcome } of decisions) named.set(op.opId, outcome.result?.['itemId'] ?? find.argsOf(op)['itemId'])
  const items = [...named].map(([opId, id]) => [opId, typeof id === 'string' ? records.item(id) : undefined] as const)
  return new Map(items.flatMap(([opId, item]) => (item === undefined ? [] : [[opId, item]])))
}

/**
 * Releases operations that raced: one began to wait while another push, which could not see it yet, was deciding the
 * operation that it waits for. Waiting for those pushes to commit finds them all; only a push that left something
 * waiting has to.
 */
async function releaseMissed(
  deps: SyncDeps,
  steps: PushSteps,
  accountId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const isWaiting = ({ status, code }: Outcome): boolean => status === 'held' && code === 'SYNC_WAITS_FOR'
  const held = outcomes.filter(isWaiting).map(({ opId }) => opId)
  if (held.length === 0) return
  try {
    await createRelease(deps, steps)(accountId, (sql) => decidedCauses(sql, accountId, held))
  } catch (error) {
    // The answer stands: the housekeeping finds what stays behind.
    deps.log.warn(factsOf(error), 'waiting operations could not be released')
  }
}

/**
 * Builds the release: it runs the operations that wait for the decided ones that `findCauses` names, and held ones that
 * are ready without a cause, as their own actors; it answers how many it decided.
 */
export function createRelease(
  deps: SyncDeps,
  steps: PushSteps = pushSteps,
): (
  accountId: string,
  findCauses: (sql: AccountSql) => Promise<readonly string[]>,
  ready?: readonly string[],
) => Promise<number> {
  return (accountId, findCauses, ready = []) =>
    inPush(deps, accountId, async (sql) => {
      await awaitOtherPushes(sql, accountId)
      const causes = await findCauses(sql)
      const all = [...causes, ...ready]
      if (all.length === 0) return 0
      const read = await readOperations(sql, accountId, all, all, steps.find, ready)
      const actors = await addActors(sql, accountId, read.waiting, [])
      const decided = await decide(deps, steps, sql, accountId, { actors, ...read }, [], read.waiting)
      const batch = {
        accountId,
        queue: null,
        ...decided,
        hashes: new Map(),
        newId: deps.newId,
        counter: deps.counter,
      }
      if (decided.decisions.length > 0) await steps.writeBatch(sql, batch)
      return decided.decisions.filter(({ outcome }) => outcome.status !== 'held').length
    })
}

function answerOf(batch: ReceivedBatch, { ledger, compared }: PushState, decisions: readonly Decision[]): PushAnswer {
  const decided = new Map(decisions.map(({ op, outcome }) => [op.opId, outcome]))
  const outcomes = new Map<string, Outcome>()
  for (const { op } of batch.ops) {
    const outcome = decided.get(op.opId) ?? ledger.known.get(op.opId)?.outcome
    if (outcome === undefined) throw new Error(`operation ${op.opId} is undecided`)
    outcomes.set(op.opId, outcome)
  }
  return { epoch: ledger.epoch, ackedSeq: compared.ackedSeq, outcomes: [...outcomes.values()] }
}
