import { describe, expect, it } from 'vitest'
import { gtinState } from './gtin.ts'
import { rePriced } from './price-change.ts'
import { effectiveMeasures } from './product-measures.ts'
import { copiedProduct, misplacedField, newProduct, patchedProduct } from './product-rules.ts'
import { tacCodesOf, wrongTacCodes } from './tac-codes.ts'

const [phones, tablets, old] = ['phones', 'tablets', 'old']
const active = new Map([
  [phones, true],
  [tablets, true],
  [old, false],
])
const product = newProduct({ label: 'Pixel 9', mainCategoryId: phones, prices: { grade_a: 100, grade_b: 50 } })

describe('a product', () => {
  it('is a draft where nothing is said, and takes a merge patch', () => {
    expect(product).toMatchObject({ status: 'draft', simple: false, tacCodes: [], weightGrams: null })
    const changed = patchedProduct(product, { brand: 'Google', prices: { grade_b: null, grade_c: 30 } })
    expect(changed).toEqual({ ...product, brand: 'Google', prices: { grade_a: 100, grade_c: 30 } })
  })

  it('has its main category in one place', () => {
    expect(newProduct({ ...product, secondaryCategoryIds: [phones, tablets] }).secondaryCategoryIds).toEqual([tablets])
  })

  it('is copied as a draft without the codes that find it', () => {
    const codes = { gtin: '12345670', tacCodes: ['12345678'], buyerReference: 'P' }
    const published = { ...product, ...codes, status: 'published' as const }
    expect(copiedProduct(published, null)).toEqual(product)
    expect(copiedProduct(published, 'Copy').label).toBe('Copy')
  })

  it('keeps what it is called in other languages in a copy of the same name alone', () => {
    const translated = { ...product, translations: { 'de-DE': { label: 'Pixel neun' } } }
    expect(copiedProduct(translated, 'Pixel 9').translations).toEqual(translated.translations)
    expect(JSON.stringify(copiedProduct(translated, 'Copy').translations)).not.toContain('Pixel')
  })

  it('stands in active categories, or goes on standing where it does', () => {
    expect(misplacedField(product, null, active)).toBeNull()
    expect(misplacedField({ ...product, mainCategoryId: 'none' }, product, active)).toBe('mainCategoryId')
    const stranded = { ...product, mainCategoryId: old, secondaryCategoryIds: [old] }
    expect(misplacedField(stranded, stranded, active)).toBeNull()
    expect(misplacedField({ ...product, secondaryCategoryIds: [old] }, product, active)).toBe('secondaryCategoryIds')
    expect(misplacedField(stranded, { ...stranded, status: 'archived' }, active)).toBe('mainCategoryId')
  })
})

describe('a change of many prices', () => {
  const prices = { functional: 5_000_000, grade_a: 105, grade_e: 4 }

  it('is of each price, rounded half away from zero, and within its bounds', () => {
    expect(rePriced(prices, ['functional', 'grade_a', 'grade_b'], { type: 'percentage', percent: 10 })).toEqual([
      { grade: 'functional', before: 5_000_000, after: null },
      { grade: 'grade_a', before: 105, after: 116 },
    ])
    expect(rePriced(prices, ['grade_a', 'grade_e'], { type: 'amount', amountCents: -5 })).toEqual([
      { grade: 'grade_a', before: 105, after: 100 },
      { grade: 'grade_e', before: 4, after: null },
    ])
  })
})

it('goes by its own weight and sizes, else by those of its category (CAT-40)', () => {
  const above = { value: 250, categoryId: 'c', categoryName: 'Phones' }
  const own = { weightGrams: null, lengthCm: 0, widthCm: null, heightCm: null }
  expect(effectiveMeasures(own, { weightGrams: above, lengthCm: above, widthCm: null, heightCm: null })).toEqual({
    weightGrams: { value: 250, category: { id: 'c', name: 'Phones' } },
    lengthCm: { value: 0, category: null },
    widthCm: { value: null, category: null },
    heightCm: { value: null, category: null },
  })
})

it.each([
  ['', 'none'],
  ['1234567', 'short'],
  ['12345670', 'sound'],
  ['12345678', 'unchecked'],
  [' 4006381333931 ', 'sound'],
  ['123456789', 'short'],
  ['123456789012345', 'wrong'],
  ['12a', 'wrong'],
])('the code %j is %s while it is typed (CAT-38)', (typed, state) => {
  expect(gtinState(typed)).toBe(state)
})

it('reads type allocation codes as they are typed, and judges the finished ones (CAT-39)', () => {
  expect(tacCodesOf(' 12345678,23456789 ;34567890, ')).toEqual(['12345678', '23456789', '34567890'])
  expect(wrongTacCodes('12345678, 234')).toEqual([])
  expect(wrongTacCodes('12345678, 234,')).toEqual(['234'])
  expect(wrongTacCodes('1234567a')).toEqual(['1234567a'])
  expect(wrongTacCodes('12345678, 12345678,')).toEqual(['12345678'])
})
