import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import { snapshotFrames } from './snapshot-frames.ts'
import { typeHolds } from '#domain/access/permission.ts'
import { numberBlockSize } from '#domain/expedition/package-number.ts'
import { createMemoryRecords, type MemoryRecords } from '#sync/memory-records.ts'
import { authorOf, type Actor } from '#sync/operations/define-operation.ts'
import { readyOperation } from '#sync/operations/registry.ts'
import { roundFactOf, type NamedCheckIn } from '#sync/operations/round-check-in.ts'
import { itemOf, roundOf } from '#sync/operations/round-of.ts'
import type { PackageRow, RoundRow } from '#sync/records.ts'
import { refusePermission, runOperation } from '#sync/run-operation.ts'
import { packItem, type ItemRow } from '#sync/wire/item-row.ts'
import { syncErrors, type SyncError } from '#sync/wire/sync-errors.ts'
import {
  awaitedBy,
  hashedText,
  operationSchema,
  protocolVersion,
  type Operation,
  type Outcome,
} from '#sync/wire/operation.ts'
import { pushLimit } from '#sync/wire/push.ts'
import type { Config, Scope } from '#sync/wire/pull.ts'
import { sumOpenPackages, sumShares, type Sums } from '#sync/wire/sum-shares.ts'

/** What the server double starts with. */
export interface MemoryServerSetup {
  readonly config: Config
  readonly scope: Scope
  readonly items: readonly ItemRow[]
  readonly actors: readonly Actor[]
}

interface LedgerEntry {
  readonly op: Operation
  readonly text: string
  outcome: Outcome
  resolved: boolean
}

interface State {
  readonly items: Map<string, ItemRow>
  readonly rounds: Map<string, RoundRow>
  readonly packages: Map<string, PackageRow>
  readonly ledger: Map<string, LedgerEntry>
  readonly acked: Map<string, number>
  /** Ids of changed items and packages by change number, which is the cursor. */
  readonly changes: string[]
  epoch: string
  /** Blocks of package numbers that devices have drawn. */
  blocks: number
}

/** A sync server in memory: the wire contract over the same shared operations, without SQL. */
export type MemorySyncServer = ReturnType<typeof createMemorySyncServer>

export function createMemorySyncServer(setup: MemoryServerSetup) {
  const grants = new Map<string, { deviceId: string; userId: string; module: string }>()
  const actors = new Map(setup.actors.map((actor) => [actor.userId, actor]))
  let { config } = setup
  let state = emptyState()
  for (const item of setup.items) state.items.set(item.id, item)
  let grantCount = 0
  let nowMs = Date.UTC(2026, 0, 1)
  const counts = { push: 0, pull: 0, snapshot: 0 }
  let sessionLive = true
  let pageSize = 1000
  let knowsPackages = true
  let knowsPages = true

  function put(item: ItemRow): void {
    state.items.set(item.id, item)
    state.changes.push(item.id)
  }

  function putPackage(row: PackageRow): void {
    state.packages.set(row.id, { ...row, labelState: row.status === 'closed' ? 'ready' : 'none' })
    state.changes.push(row.id)
  }

  function push(token: string, body: { protocol: number; deviceId: string; module: string; ops: unknown[] }): Response {
    const grant = grants.get(token)
    if (grant === undefined) return refuse('SYNC_GRANT_INVALID')
    if (body.protocol !== protocolVersion) return refuse('SYNC_PROTOCOL_UNSUPPORTED')
    if (body.ops.length > pushLimit) return refuse('SYNC_BATCH_TOO_LARGE')
    const parsed = body.ops.map((op) => operationSchema.safeParse(op))
    const bad = parsed.findIndex(({ success }) => !success)
    if (bad >= 0) return refuse('SYNC_OPERATION_MALFORMED', {}, `ops.${bad}.args`)
    const ops = parsed.map(({ data }) => data!)
    const isOwn = (op: Operation) =>
      op.deviceId === grant.deviceId && op.actor === grant.userId && op.module === grant.module
    if (body.deviceId !== grant.deviceId || !ops.every(isOwn)) return refuse('SYNC_WRONG_ACTOR')
    const queue = `${grant.deviceId}|${grant.userId}|${grant.module}`
    let acked = state.acked.get(queue) ?? 0
    const fresh: Operation[] = []
    for (const op of ops) {
      const known = state.ledger.get(op.opId)
      if (known !== undefined && known.text !== hashedText(op)) {
        return refuse('SYNC_PAYLOAD_CHANGED', { opId: op.opId })
      }
      if (op.seq > acked + 1) return refuse('SYNC_SEQUENCE_GAP', { ackedSeq: state.acked.get(queue) ?? 0 })
      if (known === undefined && op.seq <= acked) return refuse('DEVICE_FORKED')
      if (known === undefined) fresh.push(op)
      acked = Math.max(acked, op.seq)
    }
    for (const op of fresh) decide(op)
    releaseHeld()
    state.acked.set(queue, acked)
    return json(200, {
      epoch: state.epoch,
      ackedSeq: acked,
      outcomes: ops.map((op) => state.ledger.get(op.opId)!.outcome),
    })
  }

  function records(op: Operation): MemoryRecords {
    const ready = readyOperation(op)
    const needs = ready.ok
      ? ready.value.definition.needs(ready.value.args)
      : { itemIds: [], codes: [], roundIds: [], opIds: [] }
    const items = new Map(needs.itemIds.flatMap((id) => state.items.get(id) ?? []).map((item) => [item.id, item]))
    if (needs.codes.length > 0) {
      for (const item of state.items.values()) {
        if (needs.codes.some((code) => [item.code, item.buybackCode, item.imei].includes(code)))
          items.set(item.id, item)
      }
    }
    const entries = [...awaitedBy(op), ...needs.opIds].flatMap((opId) => state.ledger.get(opId) ?? [])
    const refused = [...state.ledger.values()].filter(
      ({ op: other, outcome, resolved }) =>
        !resolved &&
        ['rejected', 'blocked_by'].includes(outcome.status) &&
        needs.roundIds.includes(roundOf(other) ?? ''),
    )
    const refusedByItem = Map.groupBy(
      [...state.ledger.values()].filter(
        ({ outcome, resolved }) => !resolved && ['rejected', 'blocked_by'].includes(outcome.status),
      ),
      ({ op: other }) => itemOf(other) ?? '',
    )
    return createMemoryRecords({
      config,
      packages: state.packages.values(),
      packageBlocks: state.blocks === 0 ? [] : [{ firstSerial: 0, lastSerial: state.blocks * numberBlockSize - 1 }],
      items: items.values(),
      checkIns: checkIns(),
      rounds: needs.roundIds.flatMap((id) => state.rounds.get(id) ?? []),
      outcomes: entries.map(({ outcome }) => outcome),
      authors: entries.flatMap(({ op: { opId, actor } }) => {
        const author = actors.get(actor)
        return author === undefined ? [] : [[opId, authorOf(author)] as const]
      }),
      refusedByItem: new Map([...refusedByItem].map(([id, ops]) => [id, ops.map(({ op: { opId } }) => opId)])),
      refusedByRound: new Map(needs.roundIds.map((id) => [id, refused.map(({ op: { opId } }) => opId)])),
    })
  }

  function checkIns(): NamedCheckIn[] {
    const words = [...state.ledger.values()].flatMap((entry) => roundFactOf(entry.op, entry.outcome) ?? [])
    const undone = new Set(words.flatMap((word) => (word.kind === 'undo' ? word.targetOpId : [])))
    return words
      .flatMap((word) => (word.kind === 'check_in' ? word.checkIn : []))
      .map((each) => ({
        ...each,
        isUndone: undone.has(each.opId),
        isSettled: state.ledger.get(each.opId)?.resolved === true,
      }))
  }

  function decide(op: Operation): void {
    const actor = actors.get(op.actor)
    const loaded = records(op)
    const ready = readyOperation(op)
    const lacks = ready.ok && (actor === undefined || !typeHolds(actor.userType, ready.value.definition.permission))
    const outcome =
      lacks || actor === undefined ? refusePermission(op) : runOperation(loaded, op, { actor, atMs: nowMs++ })
    const writes = loaded.takeWrites()
    for (const { row } of writes.items) put(row)
    for (const round of writes.rounds) state.rounds.set(round.id, round)
    for (const row of writes.packages ?? []) putPackage(row)
    for (const { opId, resolution } of writes.resolutions) {
      const target = state.ledger.get(opId)
      if (target === undefined) continue
      target.resolved = true
      const status = target.outcome.status === 'held' ? 'rejected' : target.outcome.status
      target.outcome = { ...target.outcome, status, resolution: target.outcome.resolution ?? resolution }
    }
    state.ledger.set(op.opId, { op, text: hashedText(op), outcome, resolved: false })
  }

  function releaseHeld(): void {
    for (let released = true; released;) {
      released = false
      for (const entry of Array.from(state.ledger.values())) {
        if (entry.outcome.status !== 'held' || entry.outcome.code !== 'SYNC_WAITS_FOR' || entry.resolved) continue
        const cause = state.ledger.get(entry.outcome.causeOp ?? '')
        if (cause === undefined || cause.outcome.status === 'held') continue
        decide(entry.op)
        released = true
      }
    }
  }

  function coverage(uncovered: readonly string[], deviceId: string) {
    const acked = [...state.acked].flatMap(([queue, seq]) => {
      const [device, actor = '', module = ''] = queue.split('|')
      return device === deviceId ? [{ actor, module, seq }] : []
    })
    const outcomes = uncovered.flatMap((opId) => {
      const entry = state.ledger.get(opId)
      return entry?.op.deviceId === deviceId ? [entry.outcome] : []
    })
    return { acked, outcomes }
  }

  function pull(body: { deviceId: string; cursor: string; uncovered: string[] }): Response {
    const [epoch, at] = [body.cursor.split('@')[0], Number(body.cursor.split('@')[1])]
    if (epoch !== state.epoch || !(at <= state.changes.length)) return refuse('SYNC_CURSOR_EXPIRED')
    const page = state.changes.slice(at, at + pageSize)
    const complete = at + page.length === state.changes.length
    const ids = [...new Set(page)]
    const items = ids.flatMap((id) => state.items.get(id) ?? [])
    return json(200, {
      epoch: state.epoch,
      cursor: `${state.epoch}@${at + page.length}`,
      complete,
      scope: setup.scope,
      items: items.map(packItem),
      gone: ids.filter((id) => !state.items.has(id) && !state.packages.has(id)),
      ...(knowsPackages ? { packages: ids.flatMap((id) => state.packages.get(id) ?? []), packagesGone: [] } : {}),
      config: null,
      ...(complete ? coverage(body.uncovered, body.deviceId) : { acked: [], outcomes: [] }),
    })
  }

  async function snapshot(body: { deviceId: string; uncovered: string[] }, accept: string): Promise<Response> {
    const head = {
      epoch: state.epoch,
      cursor: `${state.epoch}@${state.changes.length}`,
      scope: setup.scope,
      config,
      ...(knowsPackages ? { packages: [...state.packages.values()] } : {}),
      ...coverage(body.uncovered, body.deviceId),
    }
    const rows = [...state.items.values()].map((item) => JSON.stringify(packItem(item)))
    if (knowsPages && accept.includes(snapshotPagesType)) {
      const frames = await snapshotFrames(head, rows, sums())
      return new Response(Buffer.concat(frames), { headers: { 'content-type': snapshotPagesType } })
    }
    const lines = [JSON.stringify(head), ...rows, JSON.stringify(sums())]
    return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'application/x-ndjson' } })
  }

  const sums = (): Sums => sumShares(state.items.values())

  async function answer(path: string, init: RequestInit | undefined): Promise<Response> {
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : 'null') as never
    const token = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? ''
    if (path === '/api/sync/push') {
      counts.push++
      return push(token, body)
    }
    if (!sessionLive) return json(401, { code: 'ACCESS_SESSION_REQUIRED', message: '' })
    if (path === '/api/sync/pull') {
      counts.pull++
      return pull(body)
    }
    if (path === '/api/sync/snapshot') {
      counts.snapshot++
      return snapshot(body, new Headers(init?.headers).get('accept') ?? '')
    }
    if (path === '/api/sync/audit') {
      const packages = knowsPackages ? { packages: sumOpenPackages(state.packages.values()) } : {}
      return json(200, { ...sums(), ...packages, config })
    }
    if (path === '/api/sync/number-blocks') {
      const firstSerial = state.blocks++ * numberBlockSize
      return json(200, { firstSerial, lastSerial: firstSerial + numberBlockSize - 1 })
    }
    return json(404, { code: 'NOT_FOUND', message: '' })
  }

  return {
    counts,
    fetch: ((input: string, init?: RequestInit) => answer(input, init)) as unknown as typeof fetch,
    issueGrant(deviceId: string, userId: string, module: string): string {
      const token = `grant-${++grantCount}`
      grants.set(token, { deviceId, userId, module })
      return token
    },
    revokeGrant: (token: string) => grants.delete(token),
    setSession: (live: boolean) => (sessionLive = live),
    /** A server of before packages sends none. */
    /** Changes the configuration, of which no pull tells. */
    setConfig(changed: Config): void {
      config = changed
    },
    setKnowsPackages: (value: boolean) => (knowsPackages = value),
    /** A server of before pages sends lines alone. */
    setKnowsPages: (value: boolean) => (knowsPages = value),
    package: (id: string) => state.packages.get(id),
    setPageSize: (size: number) => (pageSize = size),
    item: (id: string) => state.items.get(id),
    put,
    remove(id: string): void {
      state.items.delete(id)
      state.changes.push(id)
    },
    ledger: () => [...state.ledger.values()],
    sums,
    backup: (): State => structuredClone(state),
    /** Puts an older state back under a new epoch, as a restore from a backup does. */
    restore(older: State): void {
      state = { ...structuredClone(older), epoch: `${older.epoch}r${state.changes.length}` }
    },
  }
}

function emptyState(): State {
  return {
    items: new Map(),
    rounds: new Map(),
    packages: new Map(),
    ledger: new Map(),
    acked: new Map(),
    changes: [],
    epoch: 'e1',
    blocks: 0,
  }
}

function refuse(code: SyncError, details: Record<string, unknown> = {}, field?: string): Response {
  return json(syncErrors[code], { code, message: code, details, ...(field === undefined ? {} : { field }) })
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
