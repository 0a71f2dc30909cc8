/**
 * The device half of the offline engine. One engine a tab; everything outside comes as ports, so that the same code
 * runs in a page, in a worker and in Node.
 *
 * Use:
 * - `await engine.start()` opens the outbox, writes the canary and starts the timers; `engine.stop()` ends it.
 * - `await engine.signIn(author)`, `storeGrant`, `dropGrants(userId)` (sealing), `signOut()`.
 * - `await engine.dispatch(checkInItem, args, { line, dependsOn })` captures an action; it is durable when it resolves.
 * - `await engine.view(ids, codes)`: items with the device's own operations on top; `config()` what the copy knows.
 * - `engine.status()` and `engine.subscribe(listener)` for the badge; `tray()`, `retry`, `discard` for refusals.
 * - `engine.lines(listId, limit)`, `lineCounts(listId)`, `openRound(warehouseId)`, `addRefusedLine(...)`.
 * - `engine.wake(cause)` on online, visible, pageshow and the service worker's sync; `sync()` drains and pulls now.
 * - `audit()` compares with the server, `exportUnsent()` gives a JSON text, `accounting()` counts every operation once.
 */
import { opStates, type OpState } from '#sync/replica/outbox-state.ts'
import { retryWaitMs } from '#sync/replica/retry.ts'
import type { OperationDefinition } from '#sync/operations/definition.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { readWithSiblings, viewItems, type ItemView } from './base-view.ts'
import { capture, putLine, type Captured, type LineInput } from './capture.ts'
import type { CopyInfo } from './copy-rows.ts'
import type { CopyRead, CopyStore } from './copy-store.ts'
import { chance, createDrain, type DrainEnd } from './drain.ts'
import { countLinesOf, readLinesOf, type LineCounts, type LineView } from './lines.ts'
import { queueOf, type Author, type OpRow, type RoundLocalRow } from './outbox-database.ts'
import { createOutbox } from './outbox.ts'
import { copyOf, createPull, type PullEnd } from './pull.ts'
import type { EnginePorts } from './ports.ts'
import { readRound } from './rounds.ts'
import { classifyStorageError, isStorageError, type StorageProblem } from './storage-problem.ts'
import { readStatus, type SyncStatus } from './sync-status.ts'
import { discardRefused, readTray, retryRefused, type SettleResult, type TrayGroup } from './tray.ts'

/** Pause between two rounds of drain and pull while the page is visible, in milliseconds. */
export const roundMs = 15_000
/** The same after something was decided: what came of it is on the way to this device too. */
export const soonMs = 1_500
/** How long settled operations stay on the device. */
export const retentionMs = 30 * 86_400_000

/** What listeners hear. `itemIds` are the items whose view may have changed. */
export type EngineEvent =
  | { readonly kind: 'status' }
  | { readonly kind: 'ops'; readonly itemIds: readonly string[] | 'all' }
  | { readonly kind: 'copy'; readonly itemIds: readonly string[] | 'all' }

/** Why the engine is woken. */
export type WakeCause = 'online' | 'visible' | 'pageshow' | 'sync' | 'timer' | 'hidden'

/** What goes with a captured action. */
export interface DispatchOptions {
  readonly line?: LineInput
  /** Id of the line; one that is there already follows this action from now on. */
  readonly lineId?: string
  /** Undecided operations that this one rests on, beside those of its lanes. */
  readonly dependsOn?: readonly string[]
}

/** A token as a sign-in hands it over. */
export interface IssuedGrant {
  readonly userId: string
  readonly module: string
  readonly token: string
  readonly expiresAt: string
}

/** The engine. */
export type Engine = ReturnType<typeof createEngine>

/** What a tab tells the others. */
type Message = { readonly from: string; readonly kind: 'ops' | 'copy' | 'grants' }

/** Creates an engine over its ports and the copy, which lives in a worker where there is one. */
export function createEngine(ports: EnginePorts, copy: CopyStore) {
  const listeners = new Set<(event: EngineEvent) => void>()
  const outbox = createOutbox({ ...ports, onStorageProblem: onProblem })
  const self = `${ports.nowMs()}-${chance(ports)}`
  let author: Author | null = null
  let copyInfo: CopyInfo | null = null
  let stopped = false
  let visible = true
  let captureProblem: StorageProblem | null = null
  let reached: boolean | null = null
  let sessionOver = false
  let outdated = false
  let loadingRows: number | null = null
  let persisted: boolean | null = null
  let pulling: Promise<PullEnd> | null = null
  let followingPull: Promise<PullEnd> | null = null
  let pullFailures = 0
  let pruned = false
  let nextRound: (() => void) | null = null
  let nextStatus: (() => void) | null = null
  let isRoundSoon = false
  let isTelling = false
  let statusTookMs = 0
  let unlisten: (() => void) | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let status: SyncStatus = {
    online: ports.isOnline(),
    waiting: 0,
    oldestCapturedAtMs: null,
    oldestAgeMs: null,
    stalled: false,
    attention: 0,
    held: 0,
    sealed: [],
    signInNeeded: false,
    updateNeeded: false,
    capture: { ok: true },
    lastSyncAtMs: null,
    loading: null,
    copyReady: false,
    persisted: null,
  }

  const drain = createDrain(outbox, ports, {
    onSent: (rows) => emit({ kind: 'ops', itemIds: itemsOf(rows) }),
    onDecided(rows) {
      changed('ops', itemsOf(rows))
      if (!isRoundSoon) planRound(soonMs)
    },
    onEpoch: (epoch) => {
      if (copyInfo !== null && epoch !== copyInfo.epoch) void pullNow()
    },
    onReach: onReach,
  })
  const pull = createPull(outbox, copy, ports, {
    onInstalled(info, itemIds) {
      copyInfo = info
      changed('copy', itemIds)
    },
    onDecided: (rows) => changed('ops', itemsOf(rows)),
    onProgress(rows) {
      loadingRows = copyInfo === null ? rows : null
      touchStatus()
    },
    onReach: onReach,
  })

  function onProblem(problem: StorageProblem): void {
    if (problem.database === 'outbox') captureProblem = problem
    ports.onStorageProblem(problem)
    touchStatus()
  }

  function onReach(value: boolean): void {
    if (reached === value) return
    reached = value
    touchStatus()
  }

  function emit(event: EngineEvent): void {
    // A listener may end itself while it hears.
    for (const listener of Array.from(listeners)) listener(event)
  }

  function changed(kind: 'ops' | 'copy', itemIds: readonly string[] | 'all'): void {
    emit({ kind, itemIds })
    if (kind === 'copy') ports.channel.post({ from: self, kind } satisfies Message)
    else tellOps()
    touchStatus()
  }

  /** Other tabs read everything anew, so that several captures in a row are one message to them. */
  function tellOps(): void {
    if (isTelling || stopped) return
    isTelling = true
    ports.setTimer(() => {
      isTelling = false
      ports.channel.post({ from: self, kind: 'ops' } satisfies Message)
    }, 50)
  }

  /** Several changes in a row make one status; where much waits and counting takes long, it leaves time for captures. */
  function touchStatus(): void {
    if (nextStatus !== null || stopped) return
    const waitMs = Math.min(2_000, Math.max(100, 5 * statusTookMs))
    nextStatus = ports.setTimer(() => {
      nextStatus = null
      void refreshStatus()
    }, waitMs)
  }

  async function refreshStatus(): Promise<SyncStatus> {
    const facts = {
      online: ports.isOnline() && reached !== false,
      sessionOver,
      updateNeeded: outdated || drain.needsUpdate(),
      capture: captureProblem === null ? { ok: true as const } : { ok: false as const, reason: captureProblem.reason },
      lastSyncAtMs: copyInfo?.syncedAtMs ?? null,
      loading: loadingRows === null ? null : { rows: loadingRows },
      copyReady: copyInfo !== null,
      persisted,
    }
    try {
      const begunAtMs = ports.nowMs()
      status = await readStatus(outbox, author, facts, begunAtMs)
      statusTookMs = ports.nowMs() - begunAtMs
    } catch (error) {
      if (!isStorageError(error)) throw error
      status = { ...status, online: facts.online, capture: facts.capture }
    }
    emit({ kind: 'status' })
    return status
  }

  /** Opens the copy of the author; a broken one is as good as none. */
  async function openCopy(): Promise<void> {
    copyInfo = null
    if (author === null) return
    const key = await outbox.readMeta(copyOf(author))
    if (typeof key !== 'string') return
    copyInfo = await copy.open(key).catch(copyProblem)
  }

  function copyProblem(error: unknown): null {
    ports.onStorageProblem({ database: 'copy', ...classifyStorageError(error) })
    return null
  }

  /** Captures happen in the order of their calls. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const next = turn.then(task, task)
    turn = next.catch(() => undefined)
    return next
  }

  async function guarded(task: () => Promise<Captured>): Promise<Captured> {
    try {
      const captured = await task()
      captureProblem = null
      return captured
    } catch (error) {
      if (!isStorageError(error)) throw error
      captureProblem ??= { database: 'outbox', ...classifyStorageError(error) }
      touchStatus()
      return { captured: false, code: 'DEVICE_STORAGE_REFUSED', causeOp: null, items: [], lineId: null }
    }
  }

  function afterCapture(captured: { readonly captured: boolean; readonly items?: readonly ItemRow[] }): void {
    changed('ops', captured.items?.map(({ id }) => id) ?? [])
    if (captured.captured) void drainNow()
  }

  async function drainNow(resetWait = false): Promise<DrainEnd> {
    const end = await drain.run(resetWait)
    touchStatus()
    return end
  }

  function pullNow(): Promise<PullEnd> {
    if (pulling !== null) {
      // The pull under way may have begun before what is to be fetched: another one follows it.
      followingPull ??= pulling.then(() => {
        followingPull = null
        return pullNow()
      })
      return followingPull
    }
    const puller = author
    pulling = pull
      .run(puller)
      .catch((error: unknown): PullEnd => {
        if (!isStorageError(error)) throw error
        copyProblem(error)
        return 'failed'
      })
      .then((end) => {
        if (puller !== author) return end
        sessionOver = end === 'sign_in' || (sessionOver && end === 'failed')
        outdated = end === 'protocol'
        pullFailures = end === 'failed' ? pullFailures + 1 : 0
        if (end === 'current') void pruneOnce()
        touchStatus()
        return end
      })
      .finally(() => (pulling = null))
    return pulling
  }

  /** Once a start is enough: what may go is thirty days old. */
  async function pruneOnce(): Promise<void> {
    if (pruned || stopped) return
    pruned = true
    await prune().catch((error: unknown) => {
      if (!isStorageError(error)) throw error
    })
  }

  function prune(): Promise<number> {
    return outbox.prune(ports.nowMs() - retentionMs, copyInfo?.mark ?? 0)
  }

  /** Tries a storage that has refused; captures may go on when it works again. */
  async function checkStorage(): Promise<boolean> {
    const works = await outbox.writeCanary().then(
      () => true,
      () => false,
    )
    if (works) captureProblem = null
    await refreshStatus()
    return works
  }

  /** Drain, then pull, so that what was sent comes back confirmed; then what a restore has lost goes again. */
  async function syncNow(resetWait = false): Promise<{ drained: DrainEnd; pulled: PullEnd }> {
    if (resetWait) reached = null
    await drainNow(resetWait)
    const pulled = await pullNow()
    const drained = await drainNow()
    return { drained, pulled }
  }

  function planRound(soonerMs?: number): void {
    nextRound?.()
    if (stopped) return
    isRoundSoon = soonerMs !== undefined
    const usualMs = pullFailures === 0 ? roundMs : Math.max(roundMs, retryWaitMs(pullFailures, chance(ports)))
    nextRound = ports.setTimer(() => {
      isRoundSoon = false
      void round()
    }, soonerMs ?? usualMs)
  }

  async function round(): Promise<void> {
    if (captureProblem !== null) await checkStorage()
    // The watchdog: overdue work is tried again whatever the waits say.
    if (visible || status.waiting > 0) await syncNow(status.stalled)
    await refreshStatus()
    if (!isRoundSoon) planRound()
  }

  function hear(raw: unknown): void {
    const message = raw as Partial<Message> | null
    if (message === null || typeof message !== 'object' || message.from === self || stopped) return
    if (message.kind === 'ops') emit({ kind: 'ops', itemIds: 'all' })
    if (message.kind === 'copy') void follow()
    if (message.kind === 'grants') {
      sessionOver = false
      void syncNow(true)
    }
    touchStatus()
  }

  async function follow(): Promise<void> {
    const info = await copy.refresh().catch(copyProblem)
    if (info !== null) copyInfo = info
    emit({ kind: 'copy', itemIds: 'all' })
  }

  return {
    /** Opens everything and starts the timers. Storage that refuses is told by the status, not thrown. */
    async start(): Promise<SyncStatus> {
      unlisten = ports.channel.listen(hear)
      await guarded(async () => {
        await outbox.writeCanary()
        author = ((await outbox.readMeta('author')) as Author | undefined) ?? null
        await openCopy()
        return { captured: false, code: '', causeOp: null, items: [], lineId: null }
      })
      planRound()
      const first = await refreshStatus()
      void syncNow()
      return first
    },

    /** Ends timers and connections; what runs stops at its next step. */
    async stop(): Promise<void> {
      stopped = true
      nextRound?.()
      nextStatus?.()
      unlisten?.()
      drain.stop()
      await copy.close().catch(() => undefined)
      outbox.close()
    },

    /** Hears every change; the returned function ends that. */
    subscribe(listener: (event: EngineEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    status: (): SyncStatus => status,
    refreshStatus,
    author: (): Author | null => author,
    deviceId: (): Promise<string> => outbox.deviceId(),
    config: (): Config | null => copyInfo?.config ?? null,
    copyInfo: (): CopyInfo | null => copyInfo,

    /** Makes a signed-in user the author of what is captured from now on. */
    async signIn(next: Author): Promise<void> {
      author = next
      sessionOver = false
      await outbox.writeMeta('author', next)
      await openCopy()
      changed('copy', 'all')
      persisted = await ports.persist().catch(() => false)
      touchStatus()
      void syncNow(true)
    },

    /** Nobody captures until the next sign-in; waiting work is sealed by `dropGrants`. */
    async signOut(): Promise<void> {
      author = null
      copyInfo = null
      await outbox.writeMeta('author', undefined)
      changed('copy', 'all')
    },

    /** Keeps the token of a sign-in; the author's waiting work may go. */
    async storeGrant({ userId, module, token, expiresAt }: IssuedGrant): Promise<void> {
      const queue = queueOf(await outbox.deviceId(), userId, module)
      await outbox.storeGrant({ queue, userId, token, expiresAt })
      sessionOver = false
      ports.channel.post({ from: self, kind: 'grants' } satisfies Message)
      void syncNow(true)
    },

    /** Forgets a user's tokens: what waits of theirs is sealed until they sign in again. */
    async dropGrants(userId: string): Promise<void> {
      await outbox.dropGrants(userId)
      changed('ops', [])
    },

    /** Captures an action. Durable when it resolves; the network has no part in it. */
    dispatch<Args>(
      definition: OperationDefinition<Args>,
      args: Args,
      { line, lineId, dependsOn }: DispatchOptions = {},
    ): Promise<Captured> {
      return inTurn(async () => {
        const by = author
        const refusal = { captured: false as const, causeOp: null, items: [], lineId: null }
        if (by === null) return { ...refusal, code: 'SYNC_SIGN_IN_REQUIRED' }
        const parsed = definition.schema.safeParse(args)
        if (!parsed.success) return { ...refusal, code: 'SYNC_ARGS_INVALID' }
        const needs = definition.needs(parsed.data)
        const base = await readBase(needs.itemIds, needs.codes, by)
        const input = {
          definition,
          args: parsed.data,
          author: by,
          base,
          opId: outbox.newId(),
          lineId: lineId ?? outbox.newId(),
          isNewLine: lineId === undefined,
          nowMs: ports.nowMs(),
          ...(line === undefined ? {} : { line }),
          ...(dependsOn === undefined ? {} : { dependsOn }),
        }
        const captured = await guarded(() => outbox.writing((open) => capture(open, input, outbox.newId)))
        afterCapture(captured)
        return captured
      })
    },

    /** Keeps a scan that never became an action, because its code has no possible shape. */
    addRefusedLine: (line: LineInput, refusedCode: string, id = outbox.newId()): Promise<string> =>
      inTurn(async () => {
        const outcome = { opId: null, refusedCode, verdict: 'refused' as const }
        await outbox.writing((open) => putLine(open, line, id, author?.userId ?? '', ports.nowMs(), outcome))
        changed('ops', [])
        return id
      }),

    /** Items by id and code, confirmed rows with the device's own operations on top. */
    view: (ids: readonly string[], codes: readonly string[] = []): Promise<ItemView[]> =>
      viewItems(copy, outbox, ids, codes),

    tray: (): Promise<TrayGroup[]> => readTray(outbox, copy),

    /** Captures a refused action again, with other arguments where given; the refused one is settled as replaced. */
    retry: (opId: string, newArgs?: Readonly<Record<string, unknown>>) =>
      inTurn(async () => {
        if (author === null) return { captured: false as const, code: 'SYNC_SIGN_IN_REQUIRED' }
        const retried = await retryRefused(outbox, copy, author, opId, newArgs, ports.nowMs())
        afterCapture(retried)
        return retried
      }),

    /** Drops refused actions for a reason that stays in the server's history. */
    discard: (opIds: string | readonly string[], reason: string): Promise<SettleResult> =>
      inTurn(async () => {
        if (author === null) return { ok: false, code: 'SYNC_SIGN_IN_REQUIRED' }
        const ids = typeof opIds === 'string' ? [opIds] : opIds
        const settled = await discardRefused(outbox, author, ids, reason, ports.nowMs())
        afterCapture({ captured: settled.ok })
        return settled
      }),

    lines: (listId: string, limit = 200): Promise<LineView[]> => readLinesOf(outbox, listId, limit, drain.isTravelling),
    lineCounts: (listId: string): Promise<LineCounts> => countLinesOf(outbox, listId),

    /** The author's open round in a warehouse, started now where there is none. It survives a restart. */
    openRound: (warehouseId: string): Promise<RoundLocalRow | null> =>
      inTurn(async () => (author === null ? null : readRound(outbox, author, warehouseId, ports.nowMs()))),

    /** Something happened outside that makes a try worth it. */
    wake(cause: WakeCause): void {
      visible = cause !== 'hidden' && (visible || cause === 'visible' || cause === 'pageshow')
      if (cause === 'hidden' || stopped) return
      void syncNow(cause !== 'timer')
    },

    /** Drains and pulls now; resolves when both have ended. */
    sync: () => syncNow(true),
    drain: () => drainNow(true),
    pull: () => pullNow(),

    audit: async (): Promise<'equal' | 'refetched' | 'failed'> => (author === null ? 'failed' : pull.audit(author)),

    /** Tries the storage again after a refusal. */
    checkStorage,

    /** What the server has not applied, as a JSON text to keep elsewhere. */
    async exportUnsent(): Promise<string> {
      const rows = (await Promise.all((['pending', 'held', 'tray'] as const).map(outbox.inState))).flat()
      const ops = rows.map(({ op, state, outcome, author: by }) => ({ op, state, outcome, author: by.name }))
      return JSON.stringify({ deviceId: await outbox.deviceId(), exportedAtMs: ports.nowMs(), ops }, null, 2)
    },

    /** Every captured operation in exactly one state. */
    async accounting(): Promise<Record<OpState, number>> {
      const counts = await Promise.all(opStates.map(async (state) => [state, await outbox.countIn(state)] as const))
      return Object.fromEntries(counts) as Record<OpState, number>
    },

    /** Every operation of a state, in capture order; for exports and tests. */
    operations: (state: OpState): Promise<OpRow[]> => outbox.inState(state),

    /** Forgets what was applied and confirmed more than thirty days ago. */
    prune,
  }

  /** Confirmed rows for a capture; a copy that fails must not stop it. */
  async function readBase(ids: readonly string[], codes: readonly string[], by: Author): Promise<CopyRead | null> {
    const read = await readWithSiblings(copy, ids, codes).catch(copyProblem)
    return read !== null && read.info.scope.accountId === by.accountId ? read : null
  }
}

function itemsOf(rows: readonly OpRow[]): string[] {
  return rows.flatMap(({ lanes }) => lanes.flatMap((lane) => (lane.startsWith('item:') ? [lane.slice(5)] : [])))
}
