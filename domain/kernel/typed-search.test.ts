import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { languages } from './languages.ts'
import { typedCents, typedDay } from './typed-search.ts'

it('reads a day as people write it, and nothing that is none', () => {
  expect(['2026-11-29', '29/11/2026', '29.11.2026', ' 29-11-2026 ', '5/1/2026'].map(typedDay)).toEqual([
    '2026-11-29',
    '2026-11-29',
    '2026-11-29',
    '2026-11-29',
    '2026-01-05',
  ])
  expect(['31/11/2026', '29/11/26', '11/2026', 'Martin', ''].map(typedDay)).toEqual([null, null, null, null, null])
})

it('reads an amount with a comma or a point, and nothing that is none', () => {
  expect(['305', '305,5', '1 305.50 €', '0,05'].map(typedCents)).toEqual([30_500, 30_550, 130_550, 5])
  const none = ['', '-3', '12345678', 'FR76', '1,2,3', '0,055', '1.305.50', '1,30,550', '1.305,500', '12.345.678']
  expect(none.filter((text) => typedCents(text) !== null)).toEqual([])
})

it('reads thousands as each language parts them', () => {
  const written = ['1 305,50 €', '1.305,50 €', '€ 1.305,50', '€1,305.50', '1.305,5']
  expect(new Set(written.map(typedCents))).toEqual(new Set([130_550]))
  expect(['1,305', '1.305', '1.234.567,89'].map(typedCents)).toEqual([130_500, 130_500, 123_456_789])
})

it('reads every amount as it is shown', () => {
  for (const language of languages) {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        expect(typedCents(money.format(cents / 100))).toBe(cents)
      }),
    )
  }
})
