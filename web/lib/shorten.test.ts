import { describe, expect, it } from 'vitest'
import { shorten } from './shorten.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('a long list', () => {
  it('of thirty entries is shown whole', () => {
    expect(shorten(numbers(30))).toEqual({ shown: numbers(30), others: 0 })
  })

  it('of more is cut after thirty, and counts the others', () => {
    expect(shorten(numbers(34))).toEqual({ shown: numbers(30), others: 4 })
  })

  it('of choices is cut where it says, and keeps the chosen ones', () => {
    expect(shorten(numbers(12), { limit: 8, keeps: (one) => one === 10 })).toEqual({
      shown: [...numbers(8), 10],
      others: 3,
    })
  })
})
