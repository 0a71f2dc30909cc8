import { expect, it } from 'vitest'
import { confirmationSearch } from './confirmation-search.ts'

const [one, other] = ['0197a3b0-0000-7000-8000-000000000001', '0197a3b0-0000-7000-8000-000000000002']

it.each([
  [undefined, []],
  [one, [one]],
  [
    [one, other, one],
    [one, other],
  ],
  [`${one}, ${other.toUpperCase()}`, [one, other]],
  [['../admin', '1', ''], []],
  [7, []],
])('reads the ids of a confirmation from %j', (ids, expected) => {
  expect(confirmationSearch({ ids })).toEqual({ ids: expected })
})

it('reads no more of them than a cart holds', () => {
  const many = Array.from({ length: 300 }, (_, at) => one.slice(0, -3) + String(at).padStart(3, '0'))
  expect(confirmationSearch({ ids: many }).ids).toHaveLength(200)
})
