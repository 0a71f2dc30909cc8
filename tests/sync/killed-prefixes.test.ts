import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { differenceAfter } from './simulation/process-kills.ts'
import { createRandom } from './simulation/random.ts'
import type { Flaws } from './simulation/schedule.ts'
import { playScript, recordScript, type Script } from './simulation/script.ts'
import { openShared, type SharedDatabase } from './simulation/sim-databases.ts'

const turns = 14
const kills = 6

let databases: SharedDatabase
beforeAll(async () => {
  databases = await openShared()
})
afterAll(() => databases.close())

/** Plays a script once as it is, and again with one process killed at each of some commits; the first difference. */
async function differenceAfterKills(seed: number, script: Script, flaws?: Flaws): Promise<string | null> {
  const random = createRandom(seed).fork('kills')
  const whole = await playScript(databases, seed, script)
  for (let at = 0; at < kills; at++) {
    const device = at % 2
    // One after the other through the whole script, each somewhere in its part of it.
    const commit = Math.floor(((at + random.next()) / kills) * whole.commits[device]!)
    const verdict = random.pick(['crash-before', 'crash-after'] as const)
    const difference = await differenceAfter(databases, seed, script, whole, { device, verdict, commit }, flaws)
    if (difference !== null) return difference
  }
  return null
}

const captures = (script: Script) => script.filter(({ kind }) => kind === 'capture').length

it(
  'a process killed at any commit, and what was not done then done again, ends the same (QUEUE-3)',
  { tags: ['slow'] },
  async () => {
    for (const seed of [1, 2, 3]) {
      const script = await recordScript(databases, seed, turns)
      expect(captures(script)).toBeGreaterThan(3)
      expect(await differenceAfterKills(seed, script)).toBeNull()
    }
  },
)

/** Ways to lose what a process was at when it was killed. */
const defects: readonly (readonly [string, Flaws])[] = [
  [
    'a device forgets at its start what it has not sent',
    {
      async tamper(device) {
        const { indexedDB } = device.process()
        const database = openOutboxDatabase({ indexedDB, IDBKeyRange, databaseNames: device.names })
        await database.ops.filter(({ state }) => state === 'pending').delete()
        database.close()
      },
    },
  ],
]

describe('killed processes show it when', () => {
  it.each(defects)('%s', { tags: ['slow'] }, async (_name, flaws) => {
    let difference: string | null = null
    for (let seed = 1; seed <= 6 && difference === null; seed++)
      difference = await differenceAfterKills(seed, await recordScript(databases, seed, turns), flaws)
    expect(difference, 'every play ended the same').not.toBeNull()
  })
})
