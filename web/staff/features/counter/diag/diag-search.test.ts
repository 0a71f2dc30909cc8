import { expect, it } from 'vitest'
import { parseDiagSearch } from './diag-search.ts'

it('the address names the screen and the number that led to the product', () => {
  expect(parseDiagSearch({ step: '3', imei: '356938035643809' })).toEqual({ step: 3, imei: '356938035643809' })
})

it('a screen or number that cannot be is left out', () => {
  expect(parseDiagSearch({ step: 0, imei: '35693803' })).toEqual({})
  expect(parseDiagSearch({ step: 'x', imei: "'" })).toEqual({})
})
