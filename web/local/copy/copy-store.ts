import type { Coverage } from '#sync/replica/reconcile.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import type { PackageRow } from '#sync/records.ts'
import type { SnapshotHead } from '#sync/wire/pull.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import { applyPull, compact, installBuild, sweepBuilds, type PulledChanges } from './copy-changes.ts'
import { fetchHistories, findOutdated, keepHistories, readHistory, type KeptHistory } from './copy-histories.ts'
import { reachCopyDatabase } from './copy-database.ts'
import {
  emptyCopy,
  follow,
  infoOf,
  load,
  missingPage,
  readItems,
  readPackages,
  type CopyInfo,
  type Opened,
} from './copy-rows.ts'
import { fetchStream } from '#web/local/sync/fetch-stream.ts'
import type { ListCorrections } from '#web/local/list/list-index.ts'
import type { ItemFilter, ItemListPage, ItemListQuery } from '#web/local/list/list-query.ts'
import { partsOfFrames, partsOfLines } from './snapshot-parts.ts'
import { stageSnapshot, type StagedSnapshot } from './snapshot-stream.ts'
import type { EnginePorts, StoragePorts } from '#web/local/engine/ports.ts'

/** Rows of the overlay beyond which they are merged into the pages. */
const overlayLimit = 4000

/** Confirmed rows together with the state of the copy that they were read from. */
export interface CopyRead {
  readonly info: CopyInfo
  readonly items: readonly ItemRow[]
  /** The packages asked for, and those that hold one of the items. */
  readonly packages?: readonly PackageRow[]
}

/** Where a part of the copy comes from. */
export interface CopySource {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly credentials?: RequestCredentials
  }
}

/** How a snapshot's arrival ended. A truncated or foreign stream installs nothing. */
export type SnapshotResult =
  | { readonly ok: true; readonly head: SnapshotHead }
  | {
      readonly ok: false
      readonly reason: 'network' | 'foreign' | 'truncated'
      readonly status: number
      /** The server's word for a refusal. */
      readonly code?: string | undefined
    }

/** The copy on this device: one open scope at a time, read and written by the owner of the store. */
export interface CopyStore {
  /** Opens the copy of a scope; null where it holds nothing. */
  open(scopeKey: string): Promise<CopyInfo | null>
  /** Items by id and by code with every item that shares a code with one of them; null where no copy is open. */
  read(
    ids: readonly string[],
    codes: readonly string[],
    packageIds?: readonly string[] | 'all',
  ): Promise<CopyRead | null>
  /** A part of the list of the copy's own items, corrected first; null where no copy is open. */
  list(query: ItemListQuery, corrections: ListCorrections): Promise<ItemListPage | null>
  /**
   * The ids of the items that a filter finds in the same list, in the order of the codes; null where no copy is open.
   */
  listIds(filter: ItemFilter, corrections: ListCorrections): Promise<readonly string[] | null>
  /** The history that is kept of an item; null where there is none, and while another scope's copy is open. */
  history(scopeKey: string, id: string): Promise<KeptHistory | null>
  /** Keeps a history that was read by hand, where its item is of the copy's own places. */
  keepHistory(scopeKey: string, history: KeptHistoryAnswer, readAtMs: number): Promise<void>
  /** Items whose histories are to be read, of the most wanted ones; forgets others. Null where no list is at hand. */
  outdatedHistories(scopeKey: string, limit: number): Promise<readonly string[] | null>
  /** Fetches histories and keeps them; the items answered for, or null where nothing was kept. */
  fetchHistories(scopeKey: string, source: CopySource, readAtMs: number): Promise<readonly string[] | null>
  /** Fetches a snapshot and writes its pages beside the present copy, which serves on. */
  stageSnapshot(source: CopySource, onProgress: (rows: number) => void): Promise<SnapshotResult>
  /** Makes the staged snapshot the open copy, durable when it resolves. */
  commitSnapshot(coverage: Coverage, syncedAtMs: number): Promise<CopyInfo | null>
  /** Installs a pull; false where another tab was faster. */
  applyPull(changes: PulledChanges): Promise<boolean>
  /** Reads again what another tab has changed. */
  refresh(): Promise<CopyInfo | null>
  close(): Promise<void>
}

/** Creates a store over IndexedDB. It runs in the page's worker, and in Node as it is. */
export function createCopyStore(ports: StoragePorts & Pick<EnginePorts, 'fetch' | 'setTimer'>): CopyStore {
  let opened: Opened | null = null
  let staged: StagedSnapshot | null = null
  let compacting = false
  // One task at a time: a read never sees half of a change.
  let turn: Promise<unknown> = Promise.resolve()
  const serially = <T>(task: () => Promise<T>): Promise<T> => {
    const next = turn.then(task, task)
    turn = next.catch(() => undefined)
    return next
  }

  async function openKey(key: string): Promise<Opened> {
    if (opened?.key === key) return opened
    opened?.database.close()
    opened = null
    const made = emptyCopy(key, await reachCopyDatabase(key, ports))
    await load(made)
    opened = made
    return made
  }

  /**
   * A page that another tab has deleted is looked for in the copy as it is now. A copy that still lacks it is broken:
   * it counts as lost, and the next pull fetches it again.
   */
  async function readAgain(
    copy: Opened,
    ids: readonly string[],
    codes: readonly string[],
  ): Promise<readonly ItemRow[]> {
    try {
      return await readItems(copy, ids, codes)
    } catch (error) {
      if (!isMissingPage(error)) throw error
      await load(copy)
      if (copy.head === null) return []
      return readItems(copy, ids, codes).catch(async (again: unknown) => {
        if (!isMissingPage(again)) throw again
        await copy.database.head.delete('head')
        copy.head = null
        return []
      })
    }
  }

  async function readWithSiblings(
    copy: Opened,
    ids: readonly string[],
    codes: readonly string[],
  ): Promise<readonly ItemRow[]> {
    const found = await readAgain(copy, ids, codes)
    const shared = new Set([...codes, ...found.flatMap(codesOf)])
    return shared.size === codes.length ? found : readAgain(copy, [...ids, ...found.map(({ id }) => id)], [...shared])
  }

  /** Asks the list of the open copy, corrected first. */
  async function askList<T>(corrections: ListCorrections, ask: (copy: Opened) => Promise<T | null>): Promise<T | null> {
    const copy = opened
    if (copy === null) return null
    copy.list.correct(corrections)
    const answer = await ask(copy)
    if (answer !== null || copy.head === null) return answer
    // Another tab has swept the pages away: they are looked for in the copy as it is now.
    await serially(() => load(copy))
    return ask(copy)
  }

  function openCopyOf(scopeKey: string): Opened | null {
    return opened?.key === scopeKey && opened.head !== null ? opened : null
  }

  async function compactLarge(copy: Opened): Promise<void> {
    if (compacting || copy.overlay.size <= overlayLimit) return
    compacting = true
    await compact(copy, serially)
      .catch(() => undefined)
      .finally(() => (compacting = false))
  }

  return {
    open: (scopeKey) =>
      serially(async () => {
        const copy = await openKey(scopeKey)
        await follow(copy)
        return infoOf(copy)
      }),
    read: (ids, codes, packageIds = []) =>
      serially(async () => {
        if (opened === null || opened.head === null) return null
        const items = await readWithSiblings(opened, ids, codes)
        const info = infoOf(opened)
        return info === null ? null : { info, items, packages: readPackages(opened, packageIds, items) }
      }),
    list: (query, corrections) => askList(corrections, (copy) => copy.list.ask(copy, query)),
    listIds: (filter, corrections) => askList(corrections, (copy) => copy.list.ids(copy, filter)),
    history: (scopeKey, id) =>
      serially(async () => {
        const copy = openCopyOf(scopeKey)
        if (copy === null) return null
        const [item] = await readAgain(copy, [id], [])
        return readHistory(copy, item)
      }),
    keepHistory: (scopeKey, history, readAtMs) =>
      serially(async () => {
        const copy = openCopyOf(scopeKey)
        const [item] = copy === null ? [] : await readAgain(copy, [history.id], [])
        if (copy !== null && item?.level === 'full') await keepHistories(copy, [history], readAtMs)
      }),
    async outdatedHistories(scopeKey, limit) {
      const copy = openCopyOf(scopeKey)
      return copy === null ? null : findOutdated(copy, limit)
    },
    async fetchHistories(scopeKey, source, readAtMs) {
      const histories = await fetchHistories(ports.fetch, source)
      const copy = openCopyOf(scopeKey)
      if (histories === null || copy === null) return null
      await keepHistories(copy, histories, readAtMs)
      return histories.map(({ id }) => id)
    },
    async stageSnapshot(source, onProgress) {
      const fetched = await fetchStream(ports, source)
      if (fetched === null) return { ok: false, reason: 'network', status: 0 }
      const { response, body } = fetched
      const type = response.headers.get('content-type') ?? ''
      const read = type.includes(snapshotPagesType) ? partsOfFrames : /ndjson/i.test(type) ? partsOfLines : null
      if (!response.ok || read === null || body === null) {
        const code = response.ok ? undefined : await refusalIn(type, body)
        await body?.cancel().catch(() => undefined)
        return { ok: false, reason: 'foreign', status: response.status, code }
      }
      const end = await stageSnapshot(read(body), ports, onProgress)
      if (typeof end === 'string') return { ok: false, reason: end, status: response.status }
      staged = end
      return { ok: true, head: end.head }
    },
    commitSnapshot: (coverage, syncedAtMs) =>
      serially(async () => {
        if (staged === null) return null
        const { head, build } = staged
        staged = null
        const copy = await openKey(head.scope.key)
        const { scope, epoch, cursor, config } = head
        const { rowCount, hash } = build
        const hasPackages = head.packages !== undefined
        const facts = { scope, epoch, cursor, config, rowCount, hash, itemCount: rowCount, syncedAtMs, hasPackages }
        if (!(await installBuild(copy, build, { ...facts, ...coverage }, undefined, head.packages))) return null
        await sweepBuilds(copy.database, build.build)
        return infoOf(copy)
      }),
    async applyPull(changes) {
      const copy = opened
      if (copy === null) return false
      const done = await serially(async () => {
        await follow(copy)
        return applyPull(copy, changes)
      })
      if (done) void compactLarge(copy)
      return done
    },
    refresh: () =>
      serially(async () => {
        if (opened === null) return null
        await follow(opened)
        return infoOf(opened)
      }),
    close: () =>
      serially(async () => {
        opened?.database.close()
        opened = null
      }),
  }
}

/** The server's word for a refusal; undefined where another has answered. */
async function refusalIn(type: string, body: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  if (body === null || !/^application\/([\w.-]+\+)?json\b/i.test(type)) return undefined
  const told: unknown = await new Response(body).json().catch(() => null)
  const isRefusal = typeof told === 'object' && told !== null && 'code' in told && typeof told.code === 'string'
  return isRefusal ? (told.code as string) : undefined
}

function isMissingPage(error: unknown): boolean {
  return error instanceof Error && error.cause === missingPage
}
