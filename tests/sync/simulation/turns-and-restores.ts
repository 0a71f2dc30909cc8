import type { Flaws } from './schedule.ts'

/** Operators who take turns at few devices over few items, much signed-out work, and servers that go back. */
export const turnsAndRestores = (): Flaws => ({
  itemCount: 2,
  beginsAt: ['item_completed', 'item_awaiting_compliancy_tests'],
  weights: {
    'moves in turn': 120,
    'backup or restore': 40,
    'change of operator': 20,
    'floor work': 20,
    shift: 0,
    scan: 8,
    pack: 4,
    count: 0,
    'newer operation': 0,
    'session ends': 0,
    'another writer': 0,
  },
})
