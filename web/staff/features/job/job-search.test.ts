import { describe, expect, it } from 'vitest'
import { jobFilters } from './job-search.ts'

describe('the filters of jobs', () => {
  it('take from an address only what makes sense', () => {
    expect(jobFilters.read({ state: 'failed', queue: 'payment-start' })).toEqual({
      state: 'failed',
      queue: 'payment-start',
    })
    expect(jobFilters.read({ state: 'lost', queue: 'a b' })).toEqual({})
  })
})
