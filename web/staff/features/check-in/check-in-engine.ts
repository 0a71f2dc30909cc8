import type { Engine } from '#web/local/engine/engine.ts'
import { knownItems } from '#web/local/copy/find-by-codes.ts'
import { plainFloorEngine, waitForAuthor, type PageUser } from '#web/local/engine/floor-engine.ts'
import type { CheckInEngine } from './check-in-session.ts'
import { isUndecided, undoTarget } from './check-in-line.ts'
import { toLine } from './to-line.ts'

/** The engine of this device as one operator's check-in sees it. */
export function checkInEngine(engine: Engine, user: PageUser): CheckInEngine {
  const { userId } = user
  async function read(roundId: string, limit: number) {
    const config = engine.config()
    const views = await engine.lines(roundId, limit)
    return views.map((view) => toLine(view, { userId, online: true, config, items: new Map() }))
  }

  return {
    ...plainFloorEngine(engine, user),
    // What nothing on the device knows is captured by its code, and the server says what it is: a copy that fails holds
    // up no scan.
    find: (ids, codes) => knownItems(engine, ids, codes),
    async newestLine(roundId) {
      return undoTarget(await read(roundId, 100))
    },
    async isUndecided(roundId) {
      return (await read(roundId, Infinity)).some(isUndecided)
    },
    async dispatchBoth(first, follow) {
      await waitForAuthor(engine, user)
      return engine.dispatchBoth(first, follow)
    },
    async openRound(warehouseId) {
      await waitForAuthor(engine, user)
      const round = await engine.openRound(warehouseId)
      if (round === null) throw new Error('nobody is signed in on this device')
      return { id: round.id, isReopened: round.refusedEnd !== undefined }
    },
  }
}
