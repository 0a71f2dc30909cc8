import { retryWaitMs } from '#sync/replica/retry.ts'
import { chance, type PushLoop, type PushEnd } from './push-loop.ts'
import type { EngineState } from '#web/local/engine/engine-state.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { retentionMs } from '#web/local/outbox/outbox-retention.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import type { Pull, PullEnd } from './pull.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import type { StatusMonitor } from '#web/local/engine/status-monitor.ts'

/** Pause between two cycles of push and pull while the page is visible, in milliseconds. */
const cycleMs = 15_000
/** The same after something was decided: what came of it is on the way to this device too. */
const soonMs = 1_500

/** What a cycle works on. */
export interface CycleParts {
  readonly outbox: Outbox
  readonly push: PushLoop
  readonly pull: Pull
  readonly monitor: StatusMonitor
  /** Tries a storage that has refused. */
  readonly checkStorage: () => Promise<boolean>
  /** The copy is up to date with the server. */
  readonly onCurrent?: () => void
  /** The copy failed; the device goes on without it. */
  readonly onCopyProblem: (error: unknown) => void
}

/** Pushes and pulls, now and in cycles. */
export interface SyncCycle {
  push(resetWait?: boolean): Promise<PushEnd>
  pull(): Promise<PullEnd>
  /** Push, then pull, so that what was sent comes back confirmed; then what a restore has lost goes again. */
  sync(resetWait?: boolean): Promise<{ readonly pushed: PushEnd; readonly pulled: PullEnd }>
  /** Plans the next cycle. */
  plan(): void
  /** Something was decided: the next cycle comes soon. */
  hurry(): void
  /** Forgets what was settled long ago and is confirmed. */
  prune(): Promise<number>
  stop(): void
}

/** Creates the cycle of one tab. */
export function createSyncCycle(
  state: EngineState,
  { outbox, push, pull, monitor, checkStorage, onCopyProblem, onCurrent }: CycleParts,
  ports: Pick<EnginePorts, 'nowMs' | 'random' | 'setTimer'>,
): SyncCycle {
  let pulling: Promise<PullEnd> | null = null
  let followingPull: Promise<PullEnd> | null = null
  let pullFailures = 0
  let pruned = false
  let next: (() => void) | null = null
  let isSoon = false
  let isUnderWay = false

  async function pushNow(resetWait = false): Promise<PushEnd> {
    const end = await push.run(resetWait)
    monitor.touch()
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
    const puller = state.author
    pulling = pull
      .run(puller)
      .catch((error: unknown): PullEnd => {
        if (!isStorageError(error)) throw error
        onCopyProblem(error)
        return 'failed'
      })
      .then((end) => {
        if (puller !== state.author) return end
        state.sessionOver = end === 'sign_in' || (state.sessionOver && end === 'failed')
        state.outdated = end === 'protocol' || push.needsUpdate()
        state.pullFailed = end === 'failed'
        pullFailures = end === 'failed' ? pullFailures + 1 : 0
        if (end === 'current') {
          void pruneOnce()
          onCurrent?.()
        }
        monitor.touch()
        return end
      })
      .finally(() => (pulling = null))
    return pulling
  }

  /** Once a start is enough: what may go is thirty days old. */
  async function pruneOnce(): Promise<void> {
    if (pruned || state.stopped) return
    pruned = true
    await prune().catch((error: unknown) => {
      if (!isStorageError(error)) throw error
    })
  }

  function prune(): Promise<number> {
    return outbox.prune(ports.nowMs() - retentionMs, state.copyInfo?.mark ?? 0)
  }

  function sync(resetWait = false): Promise<{ pushed: PushEnd; pulled: PullEnd }> {
    if (resetWait) state.reached = null
    return pushAndPull(resetWait)
  }

  async function pushAndPull(resetWait: boolean): Promise<{ pushed: PushEnd; pulled: PullEnd }> {
    await pushNow(resetWait)
    const pulled = await pullNow()
    const pushed = await pushNow()
    return { pushed, pulled }
  }

  async function pushAndPullOnce(resetWait: boolean): Promise<void> {
    isUnderWay = true
    await pushAndPull(resetWait).finally(() => (isUnderWay = false))
  }

  function planIn(waitMs: number): void {
    next?.()
    if (state.stopped) return
    next = ports.setTimer(() => {
      isSoon = false
      void runCycle()
    }, waitMs)
  }

  function plan(): void {
    planIn(pullFailures === 0 ? cycleMs : Math.max(cycleMs, retryWaitMs(pullFailures, chance(ports))))
  }

  /**
   * The next cycle is planned before this one has ended: one that waits for an answer, or for another tab, must hold up
   * neither the push nor the watchdog.
   */
  async function runCycle(): Promise<void> {
    plan()
    if (state.captureProblem !== null) await checkStorage()
    const { waiting, overdue } = state.status
    // The watchdog: overdue work is tried again even during a wait. The belief about the network stays until an answer
    // changes it, so that the badge does not flicker at each try.
    if (state.visible || waiting > 0) await (isUnderWay ? pushNow(overdue) : pushAndPullOnce(overdue))
    await monitor.refresh()
    if (!isSoon) plan()
  }

  return {
    push: pushNow,
    pull: pullNow,
    sync,
    plan,
    hurry() {
      if (isSoon) return
      isSoon = true
      planIn(soonMs)
    },
    prune,
    stop: () => next?.(),
  }
}
