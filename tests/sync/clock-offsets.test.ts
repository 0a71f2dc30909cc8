import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideBatch } from '#api/sync/decide-batch.ts'
import { outcomeOf, runOperation } from '#sync/run-operation.ts'
import { createRandom } from './simulation/random.ts'
import type { Flaws } from './simulation/schedule.ts'
import { playScript, recordScript, type Script } from './simulation/script.ts'
import { firstDifference } from './simulation/script-summary.ts'
import { openShared, type SharedDatabase } from './simulation/sim-databases.ts'

const turns = 14
const dayMs = 86_400_000

let databases: SharedDatabase
beforeAll(async () => {
  databases = await openShared()
})
afterAll(() => databases.close())

/** One clock ahead and one behind, by less than three days each. */
function constantErrors(seed: number): (device: number) => number {
  const random = createRandom(seed).fork('clocks')
  const errors = [random.next() * 3 * dayMs, random.next() * -3 * dayMs]
  return (device) => errors[device]!
}

/** Clocks that are set before everything that is done at a device. */
function wanderingErrors(seed: number): (device: number, place: number) => number {
  return (device, place) =>
    (createRandom(seed * 1000 + place)
      .fork(`${device}`)
      .next() -
      0.5) *
    6 *
    dayMs
}

/**
 * A clock that runs on unchanged measures how long a user worked; one that was set can only estimate it, so that this
 * is left out.
 */
const withoutWorked = (line: string) => line.replaceAll(/"workedMs":\d+/g, '')

/** The first thing that clocks change, of a script played with right ones and with wrong ones. */
async function differenceOfClocks(seed: number, script: Script, flaws?: () => Flaws): Promise<string | null> {
  const play = (clockErrorMs?: (device: number, place: number) => number) =>
    playScript(databases, seed, script, {
      ...(flaws === undefined ? {} : { flaws: flaws() }),
      ...(clockErrorMs === undefined ? {} : { clockErrorMs }),
    })
  const right = await play()
  const constant = await play(constantErrors(seed))
  const difference = firstDifference(right.lines, constant.lines)
  if (difference !== null) return difference
  const wandering = await play(wanderingErrors(seed))
  return firstDifference(right.lines.map(withoutWorked).toSorted(), wandering.lines.map(withoutWorked).toSorted())
}

it(
  'clocks that are days off, or are set while work goes on, change no outcome and no state (OP-5)',
  { tags: ['slow'] },
  async () => {
    for (const seed of [11, 12, 13]) {
      const script = await recordScript(databases, seed, turns)
      expect(await differenceOfClocks(seed, script)).toBeNull()
    }
  },
)

/** Servers that believe the devices' clocks. */
const defects: readonly (readonly [string, () => Flaws])[] = [
  [
    'what was captured before the latest change of its item comes too late',
    () => {
      const latest = new Map<unknown, string>()
      return {
        server: {
          push: {
            run(records, op, context) {
              const { itemId } = op.args
              if (op.capturedAt < (latest.get(itemId) ?? '')) return outcomeOf(op, 'rejected', 'ITEM_UNKNOWN')
              if (itemId !== undefined) latest.set(itemId, op.capturedAt)
              return runOperation(records, op, context)
            },
          },
        },
      }
    },
  ],
  [
    'a batch is decided in the order of its clock',
    () => ({
      server: {
        push: {
          decideBatch: (batch) =>
            decideBatch({
              ...batch,
              fresh: batch.fresh.toSorted((a, b) => Date.parse(a.capturedAt) - Date.parse(b.capturedAt)),
            }),
        },
      },
    }),
  ],
]

describe('wrong clocks show it when', () => {
  it.each(defects)('%s', { tags: ['slow'] }, async (_name, flaws) => {
    let difference: string | null = null
    for (let seed = 1; seed <= 12 && difference === null; seed++)
      difference = await differenceOfClocks(seed, await recordScript(databases, seed, turns), flaws)
    expect(difference, 'every play ended the same').not.toBeNull()
  })
})
