import { typeHolds } from '#domain/access/permission.ts'
import { authorOf, type Actor, type RunContext } from '#sync/operations/define-operation.ts'
import { readyOperation, type FindOperation } from '#sync/operations/registry.ts'
import { roundFactOf } from '#sync/operations/round-check-in.ts'
import { heldUpBy } from '#sync/operations/round-of.ts'
import type { MemoryRecords, Writes } from '#sync/memory-records.ts'
import type { Records, RefusalResolution } from '#sync/records.ts'
import { blockedBy, refusePermission } from '#sync/run-operation.ts'
import { awaitedBy, type Operation, type Outcome } from '#sync/wire/operation.ts'

/** A user in a module as the server's own tables say. */
export interface ActorRow {
  readonly actor: Actor
  readonly name: string
}

/** Actors by user and module. */
export type Actors = ReadonlyMap<string, ActorRow>

/** Key of a user in a module. */
export function actorKey(userId: string, module: string): string {
  return `${userId} ${module}`
}

/** An operation that the ledger holds until another one is decided. */
export interface WaitingOperation {
  readonly op: Operation
  readonly causeOp: string | null
}

/** A decided operation with what it writes. `isNew` tells a first decision from one that replaces a held one. */
export interface Decision {
  readonly op: Operation
  readonly outcome: Outcome
  readonly writes: Writes
  readonly isNew: boolean
  readonly actorName: string
}

/** Runs one operation over loaded records. */
export type RunOperation = (records: Records, op: Operation, context: RunContext, find?: FindOperation) => Outcome

/** What a batch is decided from. */
export interface BatchToDecide {
  readonly records: MemoryRecords
  /** New operations in order of their queue. */
  readonly fresh: readonly Operation[]
  /** Operations of the ledger that wait for others, in the order in which they were received. */
  readonly waiting: readonly WaitingOperation[]
  /** Held operations of the ledger that the batch names: what settles one of them decides it. */
  readonly held?: ReadonlyMap<string, Operation> | undefined
  readonly actors: Actors
  /** The server's time in Unix milliseconds. */
  readonly atMs: number
  readonly run: RunOperation
  /** Finds the operations that the server knows; those of this program unless told. */
  readonly find?: FindOperation
}

/**
 * Folds a batch in memory, in order. After each decision the operations that waited for it run, as their own actors,
 * before the next one of the batch, so that an item's actions stay in the order in which they were captured.
 */
export function decideBatch(batch: BatchToDecide): readonly Decision[] {
  const { records, actors, find } = batch
  const decisions = new Map<string, Decision>()
  const settled = new Set<string>()
  let pool: readonly (WaitingOperation & { readonly isNew: boolean })[] = batch.waiting.map((waiting) => ({
    ...waiting,
    isNew: false,
  }))

  function decide(op: Operation, isNew: boolean): Outcome {
    const row = actors.get(actorKey(op.actor, op.module))
    const outcome = row === undefined ? refusePermission(op) : evaluate(batch, op, row.actor)
    note(op, outcome, isNew)
    return outcome
  }

  function note(op: Operation, outcome: Outcome, isNew: boolean): void {
    const row = actors.get(actorKey(op.actor, op.module))
    const author = row === undefined ? { userId: op.actor, warehouseId: null } : authorOf(row.actor)
    records.decide(outcome, heldUpBy(op, find), author, roundFactOf(op, outcome, find))
    const actorName = row?.name ?? ''
    const writes = records.takeWrites()
    decisions.set(op.opId, { op, outcome, writes, isNew, actorName })
    for (const resolved of writes.resolutions) {
      settled.add(resolved.opId)
      refuseHeld(resolved)
    }
  }

  /** A held operation that a person resolves is refused by that: nothing waits for it any more. */
  function refuseHeld({ opId, resolution }: RefusalResolution): void {
    const known = records.outcome(opId)
    const before = decisions.get(opId)
    const op = before?.op ?? batch.held?.get(opId)
    if (known?.status !== 'held' || op === undefined) return
    const outcome: Outcome = { ...known, status: 'rejected', resolution }
    records.decide(outcome)
    const decision = before ?? { op, writes: { items: [], rounds: [], resolutions: [] }, isNew: false, actorName: '' }
    decisions.set(opId, { ...decision, outcome })
  }

  function release(): void {
    for (let before = -1; before !== pool.length;) {
      before = pool.length
      pool = pool.filter(({ op, isNew }) => {
        if (settled.has(op.opId)) return false
        if (!isReady(records, op)) return true
        return decide(op, isNew).status === 'held' && isWaiting(decisions.get(op.opId)?.outcome)
      })
    }
  }

  release()
  for (const op of batch.fresh) {
    const outcome = decide(op, true)
    if (isWaiting(outcome)) pool = [...pool, { op, causeOp: outcome.causeOp, isNew: true }]
    else if (pool.length > 0) release()
  }
  for (const { op, causeOp, isNew } of pool.filter((waiting) => !settled.has(waiting.op.opId))) {
    const now = blockedBy(records, op)
    if (now !== null && now.causeOp !== causeOp) note(op, now, isNew)
  }
  return [...decisions.values()]
}

function evaluate({ records, run, atMs, find = readyOperation }: BatchToDecide, op: Operation, actor: Actor): Outcome {
  const ready = find(op)
  if (ready.ok && !typeHolds(actor.userType, ready.value.definition.permission)) return refusePermission(op)
  return run(records, op, { actor, atMs }, find)
}

function isReady(records: Records, op: Operation): boolean {
  return awaitedBy(op).every((opId) => {
    const known = records.outcome(opId)
    return known !== undefined && known.status !== 'held'
  })
}

function isWaiting(outcome: Outcome | undefined): boolean {
  return outcome?.status === 'held' && outcome.code === 'SYNC_WAITS_FOR'
}
