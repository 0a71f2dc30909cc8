import { describe, expect, it } from 'vitest'
import type { CatalogContent } from './catalog-columns.ts'
import { fileColumns } from './translated-columns.ts'
import {
  catalogFileName,
  catalogLine,
  type AnswerEntry,
  type CatalogEntries,
  type CategoryEntry,
  type ProductEntry,
} from './catalog-lines.ts'

const product: ProductEntry = {
  id: 'p1',
  label: '=SUM(A1)',
  translations: { 'de-DE': { label: '=SUMME(A1)' }, 'fr-FR': { label: 'Somme' } },
  brand: 'Apple',
  manufacturerModel: null,
  buyerReference: '-7',
  gtin: '0194253401234',
  tacCodes: ['35000000', '35000001'],
  mainCategory: 'smartphones',
  secondaryCategories: ['-new', 'top'],
  status: 'published',
  simple: false,
  imeiCollect: true,
  buybackZeroNotAllowed: false,
  comment: 'two\nlines',
  heightCm: 15,
  lengthCm: null,
  widthCm: 0,
  weightGrams: 171,
  pricesCents: { functional: 12_345, grade_a: 0, grade_e: 5_000_000 },
}
const category: CategoryEntry = {
  id: 'c1',
  identifier: 'phones',
  name: 'Téléphones',
  translations: {},
  parentIdentifier: null,
  buyerExternalId: 'B-1',
  status: 'active',
  description: '<p>a</p>',
  childrenDescription: null,
  highlightedInstruction: null,
  imageAlt: null,
  defaultWeightGrams: 200,
  defaultHeightCm: null,
  defaultLengthCm: null,
  defaultWidthCm: null,
  absorptionType: 'none',
  absorptionValue: null,
  absorptionMaxCents: null,
}
const answer: AnswerEntry = {
  questionId: 'q1',
  title: 'Does it turn on?',
  translations: { 'nl-BE': { title: 'Gaat het aan?' } },
  howToTest: null,
  description: null,
  categories: ['phones', 'tablets'],
  answerId: 'a1',
  answerName: 'No',
  answerTranslations: { 'de-DE': { name: 'Nein' } },
  answerDescription: null,
  bestGrade: 'grade_e',
  impactType: 'none',
  impactValue: 0,
  impactCapCents: null,
  isLast: true,
}

/** The cells of a line by their columns; the account's language is French. */
const cells = <Content extends CatalogContent>(content: Content, entry: CatalogEntries[Content]) =>
  Object.fromEntries(catalogLine(content, entry, 'fr-FR').map((cell, at) => [fileColumns(content, 'fr-FR')[at], cell]))

describe('a line of the catalog’s file', () => {
  it('of a product has its texts marked, its codes and categories in one field, and its prices by grade', () => {
    expect(cells('products', product)).toEqual({
      id: 'p1',
      label: "'=SUM(A1)",
      brand: 'Apple',
      manufacturer_model: '',
      buyer_reference: "'-7",
      gtin: '="0194253401234"',
      tac_codes: '35000000|35000001',
      main_category: 'smartphones',
      secondary_categories: "'-new|top",
      status: 'published',
      simple: 'false',
      imei_collect: 'true',
      buyback_zero_not_allowed: 'false',
      comment: 'two\nlines',
      height_cm: '15',
      length_cm: '',
      width_cm: '0',
      weight_grams: '171',
      price_functional: '123.45',
      price_grade_a: '0.00',
      price_grade_b: '',
      price_grade_c: '',
      price_grade_d: '',
      price_grade_e: '50000.00',
      label_en_gb: '',
      label_nl_be: '',
      label_de_de: "'=SUMME(A1)",
    })
  })

  it('of a category tells a percentage from an amount', () => {
    expect(cells('categories', category)).toMatchObject({
      identifier: 'phones',
      parent_identifier: '',
      buyer_external_id: 'B-1',
      default_weight_grams: '200',
      absorption_type: 'none',
      absorption_value: '',
      absorption_max: '',
    })
    const absorption = (absorptionType: CategoryEntry['absorptionType'], absorptionValue: number) =>
      cells('categories', { ...category, absorptionType, absorptionValue, absorptionMaxCents: 2_000 })
    expect(absorption('percentage_declared', 12.5)).toMatchObject({ absorption_value: '12.5', absorption_max: '20.00' })
    expect(absorption('value', 1_250)).toMatchObject({ absorption_value: '12.50', absorption_max: '20.00' })
  })

  it('of an answer has negative numbers as numbers', () => {
    const impact = (impactType: AnswerEntry['impactType'], impactValue: number, impactCapCents: number | null) =>
      cells('diagnostic', { ...answer, impactType, impactValue, impactCapCents })
    expect(impact('none', 0, null)).toMatchObject({ impact_type: 'none', impact_value: '', impact_cap: '' })
    expect(impact('percentage', -20, -1_050)).toMatchObject({ impact_value: '-20', impact_cap: '-10.50' })
    expect(impact('amount', -1_999, null)).toMatchObject({ impact_value: '-19.99', impact_cap: '' })
    expect(cells('diagnostic', answer)).toMatchObject({ categories: 'phones|tablets', title: 'Does it turn on?' })
  })

  it('has a cell for each column, in their order', () => {
    expect(catalogLine('products', product, 'fr-FR')).toHaveLength(fileColumns('products', 'fr-FR').length)
    expect(catalogLine('categories', category, 'fr-FR')).toHaveLength(fileColumns('categories', 'fr-FR').length)
    expect(catalogLine('diagnostic', answer, 'fr-FR')).toHaveLength(fileColumns('diagnostic', 'fr-FR').length)
  })
})

describe('the name of a file (IO-21)', () => {
  it('says what it holds, of whom, and the day', () => {
    expect(catalogFileName('products', 'La Maison du Mobile & Fils', '2026-11-26')).toBe(
      'products-la-maison-du-mobile-fils-2026-11-26.csv',
    )
    expect(catalogFileName('diagnostic', '店', '2026-01-02')).toBe('diagnostic-2026-01-02.csv')
    expect(catalogFileName('categories', 'x'.repeat(300), '2026-01-02')).toHaveLength(
      'categories--2026-01-02.csv'.length + 40,
    )
  })
})
