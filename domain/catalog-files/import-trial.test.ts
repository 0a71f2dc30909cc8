import { describe, expect, it } from 'vitest'
import type { ImportChange } from './import-changes.ts'
import { emptyDistribution, distributionBounds, addToDistribution } from './import-trial.ts'

const change = (before: number | null, after: number | null, part: Partial<ImportChange> = {}): ImportChange => ({
  thingId: 'a',
  line: 2,
  outcome: 'updated',
  name: 'Phone',
  reference: null,
  before: { 'prices.grade_a': before },
  after: { 'prices.grade_a': after },
  fields: ['price_grade_a'],
  rises: false,
  falls: false,
  ...part,
})
const binOf = (before: number, after: number) =>
  addToDistribution('products', emptyDistribution, [change(before, after)]).bins.findIndex((count) => count === 1)

describe('the spread of prices', () => {
  it('has a bin for each span of percent, whose bounds belong to the smaller step', () => {
    const last = distributionBounds.length
    expect([40, 50, 60, 80, 92, 99].map((after) => binOf(100, after))).toEqual([0, 0, 1, 1, 3, 4])
    expect([101, 105, 106, 120, 150, 151].map((after) => binOf(100, after))).toEqual([5, 5, 6, 7, 8, last])
    expect(binOf(0, 1)).toBe(last)
  })

  it('counts what rises, falls, comes and goes, and keeps the largest steps', () => {
    const first = addToDistribution('products', emptyDistribution, [
      change(100, 150, { line: 3 }),
      change(null, 5),
      change(5, null),
    ])
    const spread = addToDistribution('products', first, [change(1_000, 1_060, { line: 4 }), change(10, 9, { line: 5 })])
    expect(spread).toMatchObject({ rising: 2, falling: 1, added: 1, removed: 1 })
    expect([spread.largestRise?.line, spread.largestFall?.line]).toEqual([4, 5])
  })

  it('leaves out what is new, and what is no product', () => {
    expect(addToDistribution('products', emptyDistribution, [change(null, 5, { outcome: 'inserted' })])).toEqual(
      emptyDistribution,
    )
    expect(addToDistribution('categories', emptyDistribution, [change(1, 5)])).toEqual(emptyDistribution)
  })
})
