// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleOf, tourSteps, type TourPeople } from '#tests/support/tour-steps.ts'
import { createTour, type Tour } from '#tests/support/tour.ts'

let tour: Tour
let people: TourPeople

beforeAll(async () => {
  tour = await createTour()
  people = await peopleOf(tour)
})
afterAll(() => tour.close())

describe('operations', () => {
  it.each(tourSteps)('of %s answer as described', (_, run) => run(tour, people))
})

describe('no operation', () => {
  it('is described without having been called', () => {
    const left = [...tour.description.operations.keys()].filter((name) => !tour.called.has(name))
    expect(left).toEqual([])
  })
})
