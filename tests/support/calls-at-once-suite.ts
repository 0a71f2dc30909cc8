import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRepeatingTour, faultsOf, type RepeatingTour } from './calls-at-once.ts'
import { peopleOf, type TourPeople, type TourStep } from './tour-steps.ts'
import { createTour } from './tour.ts'

const timesAtOnce = 8

interface Walk {
  readonly tour: RepeatingTour
  readonly people: TourPeople
}

async function walk(times: number): Promise<Walk> {
  const tour = await createRepeatingTour(await createTour(), times)
  return { tour, people: await peopleOf(tour) }
}

/**
 * Each part of the tour twice, on two installations that are alike: its changing operations once, and eight times at the
 * same moment. What the eight have done together is what one has done, but for operations that may make several.
 */
export function describeCallsAtOnce(steps: readonly TourStep[]): void {
  let once: Walk
  let atOnce: Walk
  beforeAll(async () => {
    once = await walk(1)
    atOnce = await walk(timesAtOnce)
  }, 120_000)
  afterAll(async () => {
    await once.tour.close()
    await atOnce.tour.close()
  })

  describe('changing operations that are called eight times at once', { timeout: 120_000 }, () => {
    it.each(steps)('of %s are done once, and none fails', async (_, run) => {
      const [from, to] = [once.tour.told.length, atOnce.tour.told.length]
      await run(once.tour, once.people)
      await run(atOnce.tour, atOnce.people)
      const [single, all] = [once.tour.told.slice(from), atOnce.tour.told.slice(to)]
      expect(all.length).toBe(single.length)
      expect(single.flatMap((call, at) => faultsOf(call, all[at]!))).toEqual([])
      for (const { statuses, operation } of all) expect([operation, statuses.length]).toEqual([operation, timesAtOnce])
    })
  })
}
