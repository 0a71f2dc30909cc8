import { describe, expect, it } from 'vitest'
import { cartMinimumText, typedCartMinimumCents } from './cart-minimum.ts'

describe('a minimum cart amount (SET-08)', () => {
  it.each([
    ['', 0],
    ['  ', 0],
    ['1', 100],
    ['25', 2_500],
    [' 1 000 ', 100_000],
    ['1\u202f000', 100_000],
    ['1000000', 100_000_000],
  ])('typed as %j is %i cents', (typed, cents) => {
    expect(typedCartMinimumCents(typed)).toBe(cents)
  })

  it.each(['0', '00', '-5', '12,5', '12.50', '1e3', '0x10', '25 €', 'abc', '٣', '1000001', '9'.repeat(400)])(
    'is not %j, which is no positive whole amount within the limit',
    (typed) => {
      expect(typedCartMinimumCents(typed)).toBeNull()
    },
  )

  it('shows in its field as it was typed, and not at all where there is none', () => {
    expect([0, 100, 2_500, 4_321].map(cartMinimumText)).toEqual(['', '1', '25', '43.21'])
  })
})
