import { describe, expect, it } from 'vitest'
import { parseJobSearch } from './job-search.ts'

describe('the filters of jobs', () => {
  it('take from an address only what makes sense', () => {
    expect(parseJobSearch({ state: 'failed', queue: 'payment-start' })).toEqual({
      state: 'failed',
      queue: 'payment-start',
    })
    expect(parseJobSearch({ state: 'lost', queue: 'a b' })).toEqual({})
  })
})
