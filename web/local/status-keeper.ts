import type { EngineState } from './engine-state.ts'
import type { Outbox } from './outbox.ts'
import type { EnginePorts } from './ports.ts'
import { isStorageError } from './storage-problem.ts'
import { readStatus, type SyncStatus } from './sync-status.ts'

/** Keeps the status of the badge up to date. */
export interface StatusKeeper {
  /** Something has changed: a status follows soon. */
  touch(): void
  /** Reads the status now. */
  refresh(): Promise<SyncStatus>
  stop(): void
}

/** Creates the keeper; `onStatus` hears of each new status. */
export function createStatusKeeper(
  state: EngineState,
  outbox: Outbox,
  ports: Pick<EnginePorts, 'nowMs' | 'setTimer' | 'isOnline'>,
  onStatus: () => void,
): StatusKeeper {
  let next: (() => void) | null = null
  let tookMs = 0

  async function refresh(): Promise<SyncStatus> {
    const { captureProblem, copyInfo, loadingRows } = state
    const facts = {
      online: ports.isOnline() && state.reached !== false,
      sessionOver: state.sessionOver,
      updateNeeded: state.outdated,
      capture: captureProblem === null ? { ok: true as const } : { ok: false as const, reason: captureProblem.reason },
      lastSyncAtMs: copyInfo?.syncedAtMs ?? null,
      loading: loadingRows === null ? null : { rows: loadingRows },
      copyReady: copyInfo !== null,
      persisted: state.persisted,
    }
    try {
      const begunAtMs = ports.nowMs()
      state.status = await readStatus(outbox, state.author, facts, begunAtMs)
      tookMs = ports.nowMs() - begunAtMs
    } catch (error) {
      if (!isStorageError(error)) throw error
      state.status = { ...state.status, online: facts.online, capture: facts.capture }
    }
    onStatus()
    return state.status
  }

  return {
    refresh,
    /** Several changes in a row make one status; where much waits and counting takes long, captures get their time. */
    touch() {
      if (next !== null || state.stopped) return
      const waitMs = Math.min(2_000, Math.max(100, 5 * tookMs))
      next = ports.setTimer(() => {
        next = null
        void refresh()
      }, waitMs)
    },
    stop: () => next?.(),
  }
}
