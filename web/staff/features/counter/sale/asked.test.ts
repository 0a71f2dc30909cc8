import { expect, it } from 'vitest'
import { covers } from './asked.ts'

const nothing = { identification: false, bank: false }

it('a check covers what it was asked for, and less, but nothing more', () => {
  expect(covers(null, nothing)).toBe(false)
  expect(covers(nothing, nothing)).toBe(true)
  expect(covers({ identification: true, bank: true }, nothing)).toBe(true)
  expect(covers(nothing, { identification: false, bank: true })).toBe(false)
  expect(covers({ identification: false, bank: true }, { identification: true, bank: true })).toBe(false)
})
