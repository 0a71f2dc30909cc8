import type { Engine } from '#web/local/engine.ts'
import type { CheckInEngine } from './check-in-session.ts'

/** The engine of this device as check-in sees it. */
export function checkInEngine(engine: Engine): CheckInEngine {
  return {
    find: async (ids, codes) => (await engine.view(ids, codes)).map(({ item }) => item),
    dispatch: (definition, args, options) => engine.dispatch(definition, args, options),
    note: async (line, lineId, refusedCode) => void (await engine.addRefusedLine(line, refusedCode, lineId)),
    openRound: async (warehouseId) => {
      const round = await engine.openRound(warehouseId)
      if (round === null) throw new Error('nobody is signed in on this device')
      return round.id
    },
  }
}
