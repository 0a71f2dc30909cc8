import { describe, expect, it } from 'vitest'
import { isReversed, productFilters, productQuestionOf } from './product-list-search.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'

describe('the filters of an address', () => {
  it('are read where they make sense, one value like several', () => {
    expect(
      productFilters.read({
        status: 'draft',
        category: [id, 'shoes', id],
        grade: 'functional',
        minCents: '0',
        maxCents: 5_000_000,
        other: 'x',
      }),
    ).toEqual({ status: 'draft', category: [id], grade: 'functional', minCents: 0, maxCents: 5_000_000 })
  })

  it.each([
    { status: 'sold', category: 'x', grade: 'grade_f', minCents: '-1', maxCents: '1.5' },
    { status: 'published', category: [], grade: 'grade_a', minCents: 'free', maxCents: '5000001' },
    { status: ['draft'], category: 5, grade: ['grade_b'], minCents: Number.NaN, maxCents: 5_000_001 },
  ])('are nothing where nothing makes sense or is as at the start: %o', (search) => {
    expect(productFilters.read(search)).toEqual({})
  })
})

describe('the question of the filters', () => {
  it('is about published products where no status is told, and about all where all are asked for', () => {
    expect(productQuestionOf({}, '')).toEqual({ status: 'published' })
    expect(productQuestionOf({ status: 'all' }, ' ')).toEqual({})
  })

  it('names the price of the grade that was chosen', () => {
    expect(productQuestionOf({ minCents: 100 }, 'x')).toStrictEqual({
      search_product_buyback: 'x',
      status: 'published',
      buybackPriceGradeA: { gte: 100 },
    })
    expect(productQuestionOf({ grade: 'grade_e', minCents: 5, maxCents: 5 }, '')).toEqual({
      status: 'published',
      buybackPriceGradeE: { gte: 5, lte: 5 },
    })
    expect(productQuestionOf({ grade: 'functional' }, '')).toEqual({ status: 'published' })
  })

  it('names no prices of which the least stands above the highest', () => {
    const search = { minCents: 101, maxCents: 100 }
    expect([isReversed(search), isReversed({ minCents: 100, maxCents: 100 }), isReversed({ minCents: 1 })]).toEqual([
      true,
      false,
      false,
    ])
    expect(productQuestionOf(search, '')).toEqual({ status: 'published' })
  })
})
