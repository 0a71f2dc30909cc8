import { typeHolds } from '#domain/access/permission.ts'
import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import type { KeptHistory } from './copy-histories.ts'
import type { CopyStore } from './copy-store.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { jsonRequest } from '#web/local/sync/transport.ts'

const lock = 'reprise-histories'
/** Items whose histories a device reads on its own account. */
const historiesKept = 5_000
const batchSize = 100
/** What a start still has to do goes first. */
const startMs = 3_000
/** Between two looks at what has changed, and between two tries. */
const restMs = 30_000
/** Between two batches. */
const pauseMs = 250

/** What the histories need of their place, beside the engine's ports. */
export interface HistoryPorts extends Pick<EnginePorts, 'nowMs' | 'setTimer' | 'runLocked'> {
  readonly isVisible: () => boolean
  readonly whenIdle: (task: () => void) => unknown
}

/** What the server knows of items beside their rows, as this device keeps it. */
export interface ItemHistories {
  /** The history of an item of the author's own places; null where none is kept, undefined while no copy is open. */
  of(id: string): Promise<KeptHistory | null | undefined>
  /** Keeps what was just read of an item. */
  keep(history: KeptHistoryAnswer): void
  /** Reads ahead from now on, while nothing else is to be done; the returned function ends that. */
  attach(): () => void
}

/**
 * Creates the reading ahead of histories: batch by batch, of the items at work and those that changed last, while the
 * network is there, the page is seen, and nothing waits to be sent. One tab reads at a time, and what is kept for the
 * present version of its item is not read again.
 */
export function createItemHistories(
  engine: Pick<Engine, 'author' | 'copyInfo' | 'status' | 'subscribe'>,
  copy: Pick<CopyStore, 'history' | 'keepHistory' | 'outdatedHistories' | 'fetchHistories'>,
  ports: HistoryPorts,
): ItemHistories {
  /** Items that the server does not answer for, until they change. */
  const unanswered = new Set<string>()
  let isDue = true
  let isPlanned = false
  let isEnded = true
  let nextAtMs = 0

  const scopeKey = (): string | null => (engine.author() === null ? null : (engine.copyInfo()?.scope.key ?? null))

  function isQuiet(): boolean {
    const [author, status] = [engine.author(), engine.status()]
    const mayRead = author !== null && typeHolds(author.userType, 'item_stock.read')
    const isFree = status.online && status.waiting === 0 && status.loading === null && !status.signInNeeded
    return mayRead && isFree && !isEnded && scopeKey() !== null && ports.isVisible()
  }

  function consider(): void {
    if (!isDue || isPlanned || !isQuiet()) return
    isPlanned = true
    const waitMs = Math.max(startMs, nextAtMs - ports.nowMs())
    ports.setTimer(() => void ports.whenIdle(() => void run()), waitMs)
  }

  async function run(): Promise<void> {
    isDue = false
    const isDone = await ports.runLocked(lock, readAhead).catch(() => false)
    isDue ||= !isDone
    nextAtMs = ports.nowMs() + restMs
    isPlanned = false
    consider()
  }

  /** Whether everything has been read that could be. */
  async function readAhead(): Promise<boolean> {
    const key = scopeKey()
    const accountId = engine.author()?.accountId
    if (key === null || accountId === undefined || !isQuiet()) return false
    const outdated = await copy.outdatedHistories(key, historiesKept)
    if (outdated === null) return false
    const wanted = outdated.filter((id) => !unanswered.has(id))
    for (let at = 0; at < wanted.length; at += batchSize) {
      if (at > 0) await new Promise<void>((done) => ports.setTimer(() => void ports.whenIdle(done), pauseMs))
      if (!isQuiet() || scopeKey() !== key) return false
      const ids = wanted.slice(at, at + batchSize)
      const source = { url: '/api/warehouse/items/histories', init: jsonRequest({ ids }, { accountId }) }
      const answered = await copy.fetchHistories(key, source, ports.nowMs())
      if (answered === null) return false
      const known = new Set(answered)
      for (const id of ids) if (!known.has(id)) unanswered.add(id)
    }
    return true
  }

  return {
    async of(id) {
      const key = scopeKey()
      return key === null ? undefined : copy.history(key, id).catch(() => null)
    },
    keep(history) {
      const key = scopeKey()
      // The copy is a help, and never in the way of what was asked for.
      if (key !== null) void copy.keepHistory(key, history, ports.nowMs()).catch(() => undefined)
    },
    attach() {
      isEnded = false
      const leave = engine.subscribe((event) => {
        if (event.kind === 'copy') {
          isDue ||= event.itemIds === 'all' || event.itemIds.length > 0
          if (event.itemIds !== 'all') for (const id of event.itemIds) unanswered.delete(id)
        }
        consider()
      })
      consider()
      return () => {
        isEnded = true
        leave()
      }
    },
  }
}
