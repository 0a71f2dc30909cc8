import { factsOf } from './database-failure.ts'
import { pruneSync, releaseHeld } from './retention.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Keeps the engine's tables tidy: releases held operations whose time has come, and prunes. */
export async function runHousekeeping(deps: SyncDeps): Promise<void> {
  try {
    await releaseHeld(deps)
    await pruneSync(deps.pool)
  } catch (error) {
    // The next round finds the same work.
    deps.log.warn(factsOf(error), 'housekeeping of the sync engine failed')
    throw error
  }
}
