import type { EngineState } from './engine-state.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { EnginePorts } from './ports.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import { readStatus, type SyncStatus } from './sync-status.ts'

/** Keeps the status of the badge up to date. */
export interface StatusMonitor {
  /** Something has changed: a status follows soon. */
  touch(): void
  /** An action was captured: it counts as waiting at once, because «everything is sent» must never stand beside it. */
  captured(): void
  /** Reads the status now. */
  refresh(): Promise<SyncStatus>
  stop(): void
}

/** Creates the monitor; `onStatus` hears of each new status. */
export function createStatusMonitor(
  state: EngineState,
  outbox: Outbox,
  ports: Pick<EnginePorts, 'nowMs' | 'setTimer' | 'isOnline' | 'clockAheadMs'>,
  onStatus: () => void,
): StatusMonitor {
  let next: (() => void) | null = null
  let tookMs = 0
  let captures = 0

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
      ...(ports.clockAheadMs === undefined ? {} : { clockAheadMs: ports.clockAheadMs() }),
    }
    if (!facts.capture.ok && state.status.capture.ok) {
      // Told at once: a storage that refuses may not answer the questions below either.
      state.status = { ...state.status, capture: facts.capture }
      onStatus()
    }
    try {
      const begunAtMs = ports.nowMs()
      const before = captures
      const read = await readStatus(outbox, state.author, facts, begunAtMs)
      // Captures during the read may be in it or not; the next status knows, and until then none counts as sent.
      const unseen = captures === before ? 0 : Math.max(0, state.status.waiting - read.waiting)
      state.status = withWaiting(read, unseen, begunAtMs)
      tookMs = ports.nowMs() - begunAtMs
    } catch (error) {
      if (!isStorageError(error)) throw error
      state.status = { ...state.status, counted: false, online: facts.online, capture: facts.capture }
    }
    onStatus()
    return state.status
  }

  return {
    refresh,
    captured() {
      captures += 1
      state.status = withWaiting(state.status, 1, ports.nowMs())
      onStatus()
    },
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

function withWaiting(status: SyncStatus, more: number, nowMs: number): SyncStatus {
  if (more === 0) return status
  const { waiting, oldestCapturedAtMs, oldestAgeMs } = status
  return {
    ...status,
    waiting: waiting + more,
    oldestCapturedAtMs: oldestCapturedAtMs ?? nowMs,
    oldestAgeMs: oldestAgeMs ?? 0,
  }
}
