import type { Engine } from '#web/local/engine.ts'
import type { CheckInEngine } from './check-in-session.ts'
import { toLine } from './to-line.ts'

/**
 * The engine of this device as one operator's check-in sees it. After a start the screen is there before the engine
 * knows who is signed in; what is scanned until then waits for it, and is captured under that name only.
 */
export function checkInEngine(engine: Engine, userId: string): CheckInEngine {
  return {
    find: async (ids, codes) => (await engine.view(ids, codes)).map(({ item }) => item),
    async dispatch(definition, args, options) {
      await whenAuthor(engine, userId)
      return engine.dispatch(definition, args, options)
    },
    async note(line, lineId, refusedCode) {
      await whenAuthor(engine, userId)
      await engine.addRefusedLine(line, refusedCode, lineId)
    },
    async newestLine(roundId) {
      const views = await engine.lines(roundId, 100)
      const config = engine.config()
      const lines = views.map((view) => toLine(view, { userId, online: true, config, items: new Map() }))
      return lines.find(({ state }) => state !== 'undone') ?? null
    },
    async openRound(warehouseId) {
      await whenAuthor(engine, userId)
      const round = await engine.openRound(warehouseId)
      if (round === null) throw new Error('nobody is signed in on this device')
      return round.id
    },
  }
}

function whenAuthor(engine: Engine, userId: string): Promise<void> {
  const known = (): boolean => engine.author()?.userId === userId
  if (known()) return Promise.resolve()
  return new Promise((done) => {
    const leave = engine.subscribe(() => {
      if (!known()) return
      leave()
      done()
    })
  })
}
