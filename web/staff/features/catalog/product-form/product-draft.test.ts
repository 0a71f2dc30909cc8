import { describe, expect, it } from 'vitest'
import type { ProductAnswer } from '#sync/calls/product.ts'
import { changesOf, checkProduct, draftOf, fieldOf, tabOf, type ProductDraft } from './product-draft.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'
const none = { value: null, category: null }
const product: ProductAnswer = {
  id,
  version: 3,
  label: 'Pixel 9',
  translations: { 'de-DE': { label: 'Pixel neun' } },
  brand: 'Google',
  manufacturerModel: null,
  buyerReference: 'P9',
  gtin: null,
  tacCodes: ['35100000', '35100001'],
  mainCategoryId: id,
  secondaryCategoryIds: [],
  status: 'draft',
  simple: false,
  imeiCollect: true,
  buybackZeroNotAllowed: false,
  comment: null,
  weightGrams: 198,
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  effective: { weightGrams: none, lengthCm: none, widthCm: none, heightCm: none },
  prices: { grade_a: 19_995, grade_b: 1 },
  image: null,
  imageHd: null,
  createdAt: '2026-11-23T10:00:00.000Z',
}

function changes(part: Partial<ProductDraft>) {
  const checked = checkProduct({ ...draftOf(product), ...part })
  return checked.ok ? changesOf(product, checked.value) : [...checked.error]
}
const prices = draftOf(product).prices

describe('the form of a product', () => {
  it('sends of its texts in other languages those that were changed, and null for one that was emptied', () => {
    const written = { 'de-DE': { label: ' ' }, 'nl-BE': { label: 'Pixel negen' }, 'en-GB': {} }
    expect(changes({ translations: written })).toEqual({
      translations: { 'de-DE': { label: null }, 'nl-BE': { label: 'Pixel negen' } },
    })
    expect(changes({ translations: { 'de-DE': { label: 'x' } } })).toEqual([
      ['translations.de-DE.label', 'FORM_TEXT_BETWEEN'],
    ])
    expect(tabOf('translations.de-DE.label')).toBe('general')
    expect(fieldOf(['translations', 'de-DE', 'label'])).toBe('translations.de-DE.label')
  })

  it('sends nothing of what was not changed', () => {
    expect(changes({})).toEqual({})
    expect(changes({ tacCodes: '35100001;35100000 ', label: ' Pixel 9 ' })).toEqual({})
  })

  it('sends the prices that were changed, and takes away those that were emptied', () => {
    expect(changes({ prices: { ...prices, grade_a: '199,95', grade_b: '', grade_c: 0.1 } })).toEqual([
      ['prices.grade_a', 'PRODUCT_PRICE_BOUNDS'],
    ])
    expect(changes({ prices: { ...prices, grade_a: 200, grade_b: '', grade_c: 0.1 } })).toEqual({
      prices: { grade_a: 20_000, grade_b: null, grade_c: 10 },
    })
  })

  it('says what is wrong with each field, and on which tab it stands', () => {
    const wrong = changes({
      label: 'x',
      mainCategoryId: null,
      gtin: '123',
      tacCodes: '1',
      image: { fileName: 'a.gif', code: 'PICTURE_TYPE_WRONG' },
      prices: { ...prices, grade_e: 50_000.01 },
    })
    expect(new Map(wrong as [string, string][])).toEqual(
      new Map([
        ['label', 'FORM_TEXT_BETWEEN'],
        ['mainCategoryId', 'FORM_REQUIRED'],
        ['gtin', 'PRODUCT_GTIN_SHAPE'],
        ['tacCodes', 'PRODUCT_TAC_SHAPE'],
        ['image', 'PICTURE_TYPE_WRONG'],
        ['prices.grade_e', 'PRODUCT_PRICE_BOUNDS'],
      ]),
    )
    expect(['image', 'prices.grade_e', 'tacCodes'].map(tabOf)).toEqual(['images', 'prices', 'general'])
    expect([fieldOf('tacCodes.0'), fieldOf('prices.grade_a')]).toEqual(['tacCodes', 'prices.grade_a'])
  })
})
