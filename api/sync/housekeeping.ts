import { factsOf } from './database-failure.ts'
import { pruneSync, releaseHeld } from './prune.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Keeps the engine's tables tidy in the background. */
export interface Housekeeping {
  start(): void
  /** Takes up nothing more, and ends once the round in hand is done. */
  stop(): Promise<void>
  runOnce(): Promise<void>
}

const hourMs = 3_600_000

/** Creates the housekeeping: at start and every hour it releases held operations whose time has come, and prunes. */
export function createHousekeeping(deps: SyncDeps, everyMs = hourMs): Housekeeping {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function runOnce(): Promise<void> {
    try {
      await releaseHeld(deps)
      await pruneSync(deps.pool)
    } catch (error) {
      // The next round finds the same work.
      deps.log.warn(factsOf(error), 'housekeeping of the sync engine failed')
    }
  }

  return {
    runOnce,
    start() {
      const next = (): void => void (running = runOnce())
      timer = setInterval(next, everyMs)
      timer.unref()
      next()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
