import { describe, expect, it } from 'vitest'
import { parseBuybackIds } from './buyback-ids.ts'

const one = '01a20035-5988-7003-ba43-c8179d5087e6'
const two = '01a20035-5988-7001-ab63-989f706df4e5'

describe('the buybacks of an address', () => {
  it.each([
    ['one', one, [one]],
    ['several', [one, two], [one, two]],
    ['a list with commas', `${one}, ${two.toUpperCase()}`, [one, two]],
    ['one twice', [one, one], [one]],
    ['one among strangers', ['x', one, 7], [one]],
  ])('are read from %s', (_form, ids, expected) => {
    expect(parseBuybackIds({ ids })).toEqual({ ids: expected })
  })

  it('are none where it names none', () => {
    expect(parseBuybackIds({ ids: 'all' })).toEqual({})
    expect(parseBuybackIds({})).toEqual({})
  })
})
