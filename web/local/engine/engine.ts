/**
 * The device half of the offline engine. One engine a tab; everything outside comes as ports, so that the same code
 * runs in a page, in a worker and in Node.
 *
 * Use:
 * - `await engine.start(accountId)` opens the outbox, writes the canary and starts the timers; `engine.stop()` ends it.
 * - `await engine.signIn(author)`, `storeGrant`, `dropGrants(userId)` (sealing), `signOut()`.
 * - `await engine.dispatch(checkInItem, args, { line, dependsOn })` captures an action; it is durable when it resolves.
 * - `await engine.listItems(query)`: items of the copy's own place by filter, sorted and counted, a part at a time.
 * - `await engine.listIds(filter)`: the ids of all that a filter finds.
 * - `await engine.packages()`, `package(id)`: packages of the copy's places; `packageNumber(id)` to close one with.
 * - `await engine.view(ids, codes)`: items with the device's own operations on top; `viewed(id)` the one just viewed.
 * - `engine.status()` and `engine.subscribe(listener)` for the badge; `tray()`, `retry`, `discard` for refusals.
 * - `engine.lines(listId, limit)`, `lineCounts`, `openRound(warehouseId)`, `addRefusedLine(...)`.
 * - `engine.wake(cause)` on online, visible, pageshow and the service worker's sync; `sync()` pushes and pulls now.
 * - `audit()` compares with the server, `exportUnsent()` gives a JSON text, `accounting()` counts every operation once.
 */
import { earlierKeys } from '#sync/replica/lanes.ts'
import type { Config } from '#sync/wire/pull.ts'
import { createAccounts } from '#web/local/device/accounts.ts'
import { viewItems } from '#web/local/copy/base-view.ts'
import { createCaptures } from '#web/local/outbox/captures.ts'
import type { CopyInfo } from '#web/local/copy/copy-rows.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import { chance, createPushLoop } from '#web/local/sync/push-loop.ts'
import { createEngineState, keepStorage } from './engine-state.ts'
import { itemsOf } from '#web/local/copy/replay-input.ts'
import { createLeaving } from '#web/local/device/leave-device.ts'
import type { GivenKeys } from '#web/local/device/work-encryption.ts'
import { createListCorrecting } from '#web/local/list/list-correcting.ts'
import type { ListCorrections } from '#web/local/list/list-index.ts'
import type { ItemFilter, ItemListPage, ItemListQuery } from '#web/local/list/list-query.ts'
import { countLinesOf, readLinesOf, type LineCounts, type LineView } from '#web/local/outbox/lines.ts'
import { queueOf, type Author, type OpRow } from '#web/local/outbox/outbox-database.ts'
import { createOutbox } from '#web/local/outbox/outbox.ts'
import type { Counter } from '#web/local/counter/counter.ts'
import { createCounter, type EngineCounter } from '#web/local/counter/create-counter.ts'
import { createNumberRefill } from '#web/local/outbox/number-refill.ts'
import { blocksOf, numberFor, numbersKey } from '#web/local/outbox/number-blocks.ts'
import { viewPackage, viewPackages, type PackageContent, type PackageView } from '#web/local/copy/package-view.ts'
import { createOpenCopy } from '#web/local/copy/open-copy.ts'
import { createPull } from '#web/local/sync/pull.ts'
import type { EnginePorts } from './ports.ts'
import { withRecentRead } from '#web/local/copy/recent-read.ts'
import { createRecentView } from '#web/local/copy/recent-view.ts'
import type { StorageProblem } from '#web/local/device/storage-problem.ts'
import { createStatusMonitor } from './status-monitor.ts'
import { createSyncCycle } from '#web/local/sync/sync-cycle.ts'
import type { SyncStatus } from './sync-status.ts'
import { readTray, type TrayGroup } from '#web/local/outbox/tray.ts'
import type { EngineEvent } from './engine-event.ts'

/** Why the engine is woken. */
export type WakeCause = 'online' | 'visible' | 'pageshow' | 'sync' | 'timer' | 'hidden'

/** A token as a sign-in hands it over. */
export interface IssuedGrant extends GivenKeys {
  readonly userId: string
  readonly module: string
  /** The client that it is of, where its user is one of the platform's. */
  readonly clientId?: string | undefined
  readonly token: string
  readonly expiresAt: string
}

export type Engine = ReturnType<typeof createEngine>

/** What a tab tells the others. */
type Message = { readonly from: string; readonly kind: 'ops' | 'copy' | 'grants' }

/** Creates an engine over its ports and the copy, which lives in a worker where there is one. */
export function createEngine(ports: EnginePorts, store: CopyStore) {
  const copy = withRecentRead(store, ports.nowMs)
  const listeners = new Set<(event: EngineEvent) => void>()
  const outbox = createOutbox({ ...ports, onStorageProblem: onProblem })
  const self = `${ports.nowMs()}-${chance(ports)}`
  const state = createEngineState(ports.isOnline())
  const monitor = createStatusMonitor(state, outbox, ports, () => emit({ kind: 'status' }))
  let isTelling = false
  let unlisten: (() => void) | null = null
  let listTail: Promise<unknown> = Promise.resolve()

  const correcting = createListCorrecting(copy, outbox)
  listeners.add(correcting.hear)
  const opened = createOpenCopy(state, { outbox, copy }, ports, () => {
    emit({ kind: 'copy', itemIds: 'all' })
    monitor.touch()
  })
  const recent = createRecentView((ids, codes) => viewItems(opened.strict, outbox, ids, codes), ports.nowMs)
  listeners.add(recent.hear)

  const push = createPushLoop(outbox, ports, {
    onSent: (rows) => emit({ kind: 'ops', itemIds: itemsOf(rows) }),
    onDecided(rows) {
      state.outdated ||= push.needsUpdate()
      changed('ops', itemsOf(rows))
      if (rows.length > 0) cycle.hurry()
    },
    onEpoch: (epoch) => {
      if (state.copyInfo !== null && epoch !== state.copyInfo.epoch) void cycle.pull()
    },
    onReach: onReach,
  })
  const pull = createPull(outbox, copy, ports, {
    onInstalled(info, itemIds) {
      state.copyInfo = state.author === null ? null : info
      changed('copy', itemIds)
    },
    onDecided: (rows) => changed('ops', itemsOf(rows)),
    onRestored: () => refill(),
    onProgress(rows) {
      state.loadingRows = state.copyInfo === null ? rows : null
      monitor.touch()
    },
    onReach: onReach,
  })
  const { guarded, ...captures } = createCaptures(
    {
      recordsFor: (sales, items) => counter.recordsFor(sales, items),
      state,
      outbox,
      copy,
      monitor,
      onCopyProblem: opened.problem,
      onChanged(itemIds, isCaptured) {
        changed('ops', itemIds)
        if (isCaptured) void cycle.push()
      },
    },
    ports,
  )
  const counter: EngineCounter = createCounter(
    { state, outbox, dispatch: captures.dispatch, listen: (listener) => listen(listener) },
    ports,
  )
  const leaving = createLeaving(outbox, copy, ports)
  const refill = createNumberRefill(state, outbox, ports, () => changed('ops', []))
  const cycle = createSyncCycle(
    state,
    {
      outbox,
      push,
      pull,
      monitor,
      checkStorage,
      onCopyProblem: opened.problem,
      onCurrent: () => void Promise.all([refill(), counter.keepUp()]),
    },
    ports,
  )

  function onProblem(problem: StorageProblem): void {
    if (problem.database === 'outbox') state.captureProblem = problem
    ports.onStorageProblem(problem)
    monitor.touch()
  }

  function onReach(value: boolean): void {
    if (state.reached === value) return
    state.reached = value
    monitor.touch()
  }

  function listen(listener: (event: EngineEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function emit(event: EngineEvent): void {
    // A listener may end itself while it hears.
    for (const listener of Array.from(listeners)) listener(event)
  }

  function changed(kind: 'ops' | 'copy', itemIds: readonly string[] | 'all'): void {
    emit({ kind, itemIds })
    if (kind === 'copy') ports.channel.post({ from: self, kind } satisfies Message)
    else tellOps()
    monitor.touch()
  }

  /** Other tabs read everything again, so that several captures in a row are one message to them. */
  function tellOps(): void {
    if (isTelling || state.stopped) return
    isTelling = true
    ports.setTimer(() => {
      isTelling = false
      ports.channel.post({ from: self, kind: 'ops' } satisfies Message)
    }, 50)
  }

  /** Corrections reach the worker in the order in which they were taken. */
  function afterListWork<T>(task: () => Promise<T>): Promise<T> {
    const next = listTail.then(task, task)
    listTail = next.catch(() => undefined)
    return next
  }

  function askList<T>(ask: (corrections: ListCorrections) => Promise<T | null>): Promise<T | null> {
    return afterListWork(async () => {
      const info = state.copyInfo
      if (info === null) return null
      const corrections = await correcting.take(info)
      // The error reaches the caller: without it, an absent list would look like one that is still loading.
      return ask(corrections).catch((error: unknown) => {
        correcting.forget()
        opened.problem(error)
        throw error
      })
    })
  }

  /** Tries a storage that has refused; captures may go on when it works again. */
  async function checkStorage(): Promise<boolean> {
    const works = await outbox.writeCanary().then(
      () => true,
      () => false,
    )
    if (works) state.captureProblem = null
    await monitor.refresh()
    return works
  }

  function hear(raw: unknown): void {
    const message = raw as Partial<Message> | null
    if (message === null || typeof message !== 'object' || message.from === self || state.stopped) return
    if (message.kind === 'ops') emit({ kind: 'ops', itemIds: 'all' })
    if (message.kind === 'copy') void opened.follow()
    if (message.kind === 'grants') {
      state.sessionOver = false
      void cycle.sync(true)
    }
    monitor.touch()
  }

  return {
    ...captures,

    /**
     * Opens everything and starts the timers. Storage that refuses is told by the status, not thrown. Who captured last
     * is the author until the page names its user, unless that was in another account than the page is drawn for.
     */
    async start(drawnFor?: string | Promise<string | undefined>): Promise<SyncStatus> {
      unlisten = ports.channel.listen(hear)
      await guarded(async () => {
        await outbox.writeCanary()
        const kept = ((await outbox.readMeta('author')) as Author | undefined) ?? null
        const accountId = await drawnFor
        // One that signed in while this was read stays.
        state.author ??= accountId === undefined || kept?.accountId === accountId ? kept : null
        await opened.open()
        return { captured: false, code: '', causeOp: null, items: [], lineId: null }
      })
      // Screens may be there before the copy is open, and have found none.
      if (state.copyInfo !== null) emit({ kind: 'copy', itemIds: 'all' })
      cycle.plan()
      const first = await monitor.refresh()
      void cycle.sync()
      return first
    },

    /** Ends timers and connections; what runs stops at its next step. */
    async stop(): Promise<void> {
      state.stopped = true
      cycle.stop()
      monitor.stop()
      unlisten?.()
      push.stop()
      await copy.close().catch(() => undefined)
      counter.close()
      outbox.close()
    },

    /** Hears every change; the returned function ends that. */
    subscribe: listen,

    /** What a store's counter sells by, and what it has sold on this device. */
    counter: counter as Counter,

    status: (): SyncStatus => state.status,
    refreshStatus: monitor.refresh,
    author: (): Author | null => state.author,
    deviceId: (): Promise<string> => outbox.deviceId(),
    config: (): Config | null => state.copyInfo?.config ?? null,
    copyInfo: (): CopyInfo | null => state.copyInfo,
    /** Whether there is no copy because the last try to fetch one failed. */
    isCopyMissed: (): boolean => state.copyInfo === null && state.pullFailed && state.loadingRows === null,

    /** Makes a signed-in user the author of what is captured from now on. */
    async signIn(next: Author): Promise<void> {
      state.author = next
      state.sessionOver = false
      await leaving.take(next)
      await opened.open()
      changed('copy', 'all')
      keepStorage(state, ports, monitor.touch)
      void cycle.sync(true)
    },

    /** Nobody captures until the next sign-in; `dropGrants` seals what waits, and nothing else stays readable. */
    async signOut(): Promise<void> {
      state.author = null
      state.copyInfo = null
      changed('copy', 'all')
      await leaving.leave()
    },

    /** Keeps the token of a sign-in; the author's waiting work may go. */
    async storeGrant({ token, expiresAt, lockKey, formerLockKeys, ...owner }: IssuedGrant): Promise<void> {
      const queue = queueOf(await outbox.deviceId(), owner)
      await outbox.storeGrant({ queue, userId: owner.userId, token, expiresAt, lockKey, formerLockKeys })
      state.sessionOver = false
      ports.channel.post({ from: self, kind: 'grants' } satisfies Message)
      void cycle.sync(true)
    },

    /** Forgets a user's tokens: what waits of theirs stays until they sign in again. */
    async dropGrants(userId: string): Promise<void> {
      await outbox.dropGrants(userId)
      changed('ops', [])
    },

    /** Items by id and code, confirmed rows with the device's own operations on top. */
    view: recent.view,
    /** What was viewed of an item a moment ago, for the screen that is about to draw it; null where it is to be read. */
    viewed: recent.viewed,

    /**
     * A part of the list of the copy's own items, with the device's own operations on top; null where the device has
     * no copy, and where it has failed.
     */
    listItems: (query: ItemListQuery): Promise<ItemListPage | null> =>
      askList((corrections) => copy.list(query, corrections)),
    /** The ids of the items that a filter finds in that list, in the order of the codes; null as there. */
    listIds: (filter: ItemFilter): Promise<readonly string[] | null> =>
      askList((corrections) => copy.listIds(filter, corrections)),

    /** Operations of this device that concern an item, oldest first. */
    async operationsOf(itemId: string): Promise<OpRow[]> {
      const [view] = await viewItems(opened.readable, outbox, [itemId], [])
      const keys = view === undefined ? [`item:${itemId}`] : earlierKeys([`item:${itemId}`], [view.item])
      const accountId = state.author?.accountId
      return (await outbox.byKeys(keys)).filter((row) => row.accountId === accountId)
    },

    /** What the author captured on this device since a moment of its clock, newest first. */
    async capturedSince(sinceMs: number): Promise<OpRow[]> {
      const by = state.author
      const rows = by === null ? [] : await outbox.capturedSince(sinceMs)
      return rows.filter(({ author, accountId }) => author.userId === by?.userId && accountId === by.accountId)
    },

    /** Packages of the copy's places with the device's own operations on top; null where the device has no copy. */
    packages: (): Promise<PackageView[] | null> => viewPackages(copy, outbox),

    /** A package with its items; null where the device does not know it. */
    package: (id: string): Promise<PackageContent | null> => viewPackage(copy, outbox, id),

    /** The number that a package is to close with; null where none is left to this device. */
    async packageNumber(packageId: string): Promise<string | null> {
      const accountId = state.author?.accountId
      if (accountId === undefined) return null
      const blocks = blocksOf(await outbox.readMeta(numbersKey(accountId)))
      return numberFor(packageId, blocks, await outbox.byKeys([`package:${packageId}`]))
    },

    tray: (): Promise<TrayGroup[]> => readTray(outbox, copy, state.author?.accountId),

    lines: (listId: string, limit = 200): Promise<LineView[]> => readLinesOf(outbox, listId, limit, push.isTravelling),
    lineCounts: (listId: string): Promise<LineCounts> => countLinesOf(outbox, listId),

    /** Something happened outside that makes a try worth it. */
    wake(cause: WakeCause): void {
      const isShown = cause === 'visible' || cause === 'pageshow'
      state.visible = cause !== 'hidden' && (state.visible || isShown)
      if (cause === 'hidden' || state.stopped) return
      void cycle.sync(cause !== 'timer')
    },

    /** Pushes and pulls now; resolves when both have ended. */
    sync: () => cycle.sync(true),
    push: () => cycle.push(true),
    pull: cycle.pull,

    audit: async (): Promise<'equal' | 'refetched' | 'failed'> =>
      state.author === null ? 'failed' : pull.audit(state.author),

    /** Tries the storage again after a refusal. */
    checkStorage,
    ...createAccounts(outbox, ports.nowMs, () => state.author),

    /** Forgets what was applied and confirmed more than thirty days ago. */
    prune: cycle.prune,
  }
}
