import type { CopyInfo } from '#web/local/copy/copy-rows.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { StorageProblem } from '#web/local/device/storage-problem.ts'
import type { EnginePorts } from './ports.ts'
import type { SyncStatus } from './sync-status.ts'

/** What the parts of one tab's engine know together. */
export interface EngineState {
  /** Who captures; nobody between two sign-ins. */
  author: Author | null
  /** The open copy; null where the device has none. */
  copyInfo: CopyInfo | null
  stopped: boolean
  visible: boolean
  captureProblem: StorageProblem | null
  /** The last try to fetch what the copy holds has failed. */
  pullFailed: boolean
  /** Whether the last request reached the server; null before the first. */
  reached: boolean | null
  sessionOver: boolean
  /** The server speaks a newer protocol. */
  outdated: boolean
  loadingRows: number | null
  persisted: boolean | null
  status: SyncStatus
}

/** The state of an engine that has not started. */
export function createEngineState(online: boolean): EngineState {
  return {
    author: null,
    copyInfo: null,
    stopped: false,
    visible: true,
    captureProblem: null,
    pullFailed: false,
    reached: null,
    sessionOver: false,
    outdated: false,
    loadingRows: null,
    persisted: null,
    status: {
      online,
      counted: false,
      waiting: 0,
      oldestCapturedAtMs: null,
      oldestAgeMs: null,
      overdue: false,
      attention: 0,
      differing: 0,
      held: 0,
      signedOut: [],
      signInNeeded: false,
      idChanged: false,
      updateNeeded: false,
      capture: { ok: true },
      lastSyncAtMs: null,
      loading: null,
      copyReady: false,
      persisted: null,
    },
  }
}

/** Asks the browser to keep this origin's data. Some ask their user first, and nothing waits for that answer. */
export function keepStorage(state: EngineState, { persist }: Pick<EnginePorts, 'persist'>, onKnown: () => void): void {
  void persist()
    .catch(() => false)
    .then((persisted) => {
      state.persisted = persisted
      onKnown()
    })
}
