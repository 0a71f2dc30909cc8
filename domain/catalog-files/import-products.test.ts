import { describe, expect, it } from 'vitest'
import { wholeOf } from '#tests/support/whole-of-steps.ts'
import type { StoredProduct } from '../catalog/product.schema.ts'
import { decideProducts, type ProductWorld } from './import-products.ts'

const id = (n: number) => `019a6410-0000-7000-8000-${String(n).padStart(12, '0')}`

const product = (n: number, change: Partial<StoredProduct> = {}): StoredProduct => ({
  id: id(n),
  label: `Product ${n}`,
  brand: 'Brand',
  manufacturerModel: null,
  buyerReference: `R-${n}`,
  gtin: null,
  tacCodes: ['35123456', '01356700'],
  mainCategoryId: id(1),
  secondaryCategoryIds: [id(2)],
  status: 'published',
  simple: false,
  imeiCollect: true,
  buybackZeroNotAllowed: false,
  comment: null,
  heightCm: null,
  lengthCm: null,
  widthCm: null,
  weightGrams: 180,
  prices: { grade_a: 30_000, grade_b: 0 },
  ...change,
})
const world: ProductWorld = {
  products: [product(10), product(11, { buyerReference: null, gtin: '12345670' })],
  categories: [
    { id: id(1), identifier: 'phones', name: 'Phones', isActive: true },
    { id: id(2), identifier: 'used', name: 'Used ones', isActive: true },
    { id: id(3), identifier: 'old', name: 'Old', isActive: false },
  ],
  archivedCategoryIds: new Set(),
  strategy: 'generic',
  newId: () => id(500),
}
type Cells = Readonly<Record<string, string>>
const decide = (lines: readonly Cells[], change: Partial<ProductWorld> = {}) => {
  let next = 500
  return wholeOf(
    decideProducts(
      lines.map((cells, at) => ({ line: at + 2, cells, faults: [], rival: null })),
      { ...world, newId: () => id(next++), ...change },
    ),
  )
}
const fault = (cells: Cells, change: Partial<ProductWorld> = {}) => {
  const { ignored, inserted, updated } = decide([cells], change)
  expect([...inserted, ...updated]).toEqual([])
  return ignored.map(({ code, field }) => [code, field])[0]
}
const same: Cells = {
  id: id(10),
  label: 'Product 10',
  brand: 'Brand',
  manufacturer_model: '',
  buyer_reference: 'R-10',
  gtin: '',
  tac_codes: '01356700|35123456',
  main_category: 'phones',
  secondary_categories: 'used',
  status: 'published',
  simple: 'false',
  imei_collect: 'VRAI',
  buyback_zero_not_allowed: 'false',
  comment: '',
  weight_grams: '180',
  price_grade_a: '300.00',
  price_grade_b: '0.00',
  price_grade_c: '',
}
const fresh: Cells = { label: 'Fresh', buyer_reference: 'R-99', main_category: 'phones', price_grade_a: '12,5' }

describe('a line of products', () => {
  it('brings an archived product back into active categories alone', () => {
    const products = [product(10, { status: 'archived', mainCategoryId: id(3), secondaryCategoryIds: [] })]
    const world = { products, archivedCategoryIds: new Set([id(3)]) }
    const back = { buyer_reference: 'R-10', status: 'draft' }
    expect(fault(back, world)).toEqual(['LINE_CATEGORY_UNKNOWN', 'main_category'])
    expect(decide([{ ...back, main_category: 'phones' }], world).updated).toMatchObject([{ status: 'draft' }])
    expect(decide([{ buyer_reference: 'R-10', label: 'Renamed' }], world).updated).toMatchObject([{ label: 'Renamed' }])
  })

  it.each(['generic', 'uuid', 'recommerce'] as const)(
    'that says what is there already changes nothing (%s)',
    (strategy) => {
      expect(decide([same], { strategy })).toEqual({
        inserted: [],
        updated: [],
        ignored: [],
        notices: [],
        lineOf: new Map(),
      })
    },
  )

  it('does not judge what it leaves as it is, whatever the rules are now', () => {
    const kept = product(10, { label: '=x ', comment: 'x'.repeat(600), gtin: '123' })
    const line = { ...same, label: "'=x ", comment: 'x'.repeat(600), gtin: '123' }
    expect(decide([line], { products: [kept] })).toEqual({
      inserted: [],
      updated: [],
      ignored: [],
      notices: [],
      lineOf: new Map(),
    })
  })

  it('changes what it names, takes away what it leaves empty, and keeps what it has no column for', () => {
    const { updated } = decide([
      {
        buyer_reference: 'R-10',
        tac_codes: '35123456',
        secondary_categories: '',
        price_grade_b: '',
        price_grade_c: '1',
        simple: '',
      },
    ])
    expect(updated).toEqual([
      product(10, { tacCodes: ['35123456'], secondaryCategoryIds: [], prices: { grade_a: 30_000, grade_c: 100 } }),
    ])
  })

  it('writes a text in the language of its column, takes away what it leaves empty, and keeps the other languages', () => {
    const products = [product(10, { translations: { 'de-DE': { label: 'Zehn' }, 'nl-BE': { label: 'Tien' } } })]
    const after = (cells: Cells) =>
      decide([{ buyer_reference: 'R-10', ...cells }], { products }).updated[0]?.translations
    expect(after({ label_de_de: 'Zehn', label_nl_be: ' Tien', label_en_gb: '' })).toBeUndefined()
    expect(after({ label_en_gb: 'Ten' })).toEqual({ 'en-GB': { label: 'Ten' }, ...products[0]!.translations })
    expect(after({ label_de_de: '' })).toEqual({ 'de-DE': { label: null }, 'nl-BE': { label: 'Tien' } })
    const [first, second] = [{ label_de_de: '' }, { label: 'Dix' }].map((cells) => ({
      buyer_reference: 'R-10',
      ...cells,
    }))
    const { updated } = decide([first!, second!], { products })
    expect(updated).toMatchObject([{ label: 'Dix', translations: { 'de-DE': { label: null } } }])
    expect(decide([{ ...fresh, label_de_de: 'Neu' }]).inserted[0]?.translations).toEqual({ 'de-DE': { label: 'Neu' } })
    const limits = { label_de_de: 'x', label: 'Dix', buyer_reference: 'R-10' }
    expect(fault(limits, { products })).toEqual(['FORM_TEXT_BETWEEN', 'label_de_de'])
    expect(fault({ ...limits, label_de_de: 'x'.repeat(256) }, { products })?.[1]).toBe('label_de_de')
  })

  it('adds a draft with nothing but what it says', () => {
    expect(decide([fresh]).inserted).toEqual([
      product(500, {
        label: 'Fresh',
        brand: null,
        buyerReference: 'R-99',
        tacCodes: [],
        secondaryCategoryIds: [],
        status: 'draft',
        imeiCollect: false,
        weightGrams: null,
        prices: { grade_a: 1_250 },
      }),
    ])
  })

  it('finds by the reference first, and by the GTIN where one of both has no reference', () => {
    const found = (cells: Cells) => decide([{ brand: 'Other', ...cells }]).updated.map((row) => row.id)
    expect(found({ buyer_reference: 'R-10', gtin: '12345670' })).toEqual([id(10)])
    expect(found({ gtin: '12345670' })).toEqual([id(11)])
    expect(found({ buyer_reference: 'R-11', gtin: '12345670' })).toEqual([id(11)])
    // One GTIN is sold under several references.
    const both = { ...fresh, gtin: '12345678' }
    const { inserted } = decide([both, { ...both, buyer_reference: 'R-98' }])
    expect(inserted.map(({ buyerReference }) => buyerReference)).toEqual(['R-99', 'R-98'])
  })

  it('is ignored where several answer, and finds the one that both keys name', () => {
    const products = [
      product(10, { buyerReference: 'R', gtin: '12345670' }),
      product(11, { buyerReference: 'R', gtin: '12345678' }),
    ]
    expect(fault({ buyer_reference: 'R' }, { products })).toEqual(['LINE_AMBIGUOUS', 'buyer_reference'])
    expect(fault({ gtin: '12345670' }, { products: [products[0]!, product(12, { gtin: '12345670' })] })).toEqual([
      'LINE_AMBIGUOUS',
      'gtin',
    ])
    const { updated } = decide([{ buyer_reference: 'R', gtin: '12345678', brand: 'B' }], { products })
    expect(updated.map((row) => row.id)).toEqual([id(11)])
  })

  it('of a list of prices changes prices alone, and adds nothing', () => {
    const strategy = 'recommerce'
    const line = { buyer_reference: 'R-10', label: 'Other', price_grade_a: '310', price_grade_b: '' }
    expect(decide([line], { strategy }).updated).toEqual([product(10, { prices: { grade_a: 31_000 } })])
    expect(fault({ buyer_reference: 'R-77', price_grade_a: '1' }, { strategy })).toEqual([
      'LINE_PRODUCT_UNKNOWN',
      'buyer_reference',
    ])
    expect(fault({ buyer_reference: '', gtin: '12345670' }, { strategy })).toEqual([
      'LINE_KEY_MISSING',
      'buyer_reference',
    ])
  })

  it('finds by the id alone where the strategy says so (CAT-41)', () => {
    const strategy = 'uuid'
    expect(decide([{ id: id(10), buyer_reference: '' }], { strategy }).updated).toEqual([
      product(10, { buyerReference: null }),
    ])
    expect(decide([{ ...fresh, id: id(77) }], { strategy }).inserted.map((row) => row.id)).toEqual([id(77)])
    expect(fault({ ...fresh, id: 'no-id' }, { strategy })).toEqual(['LINE_ID_INVALID', 'id'])
    expect(fault({ ...fresh, id: '' }, { strategy })).toEqual(['LINE_KEY_MISSING', 'id'])
  })

  it.each([
    [{ label: '' }, 'FORM_REQUIRED_BETWEEN', 'label'],
    [{ label: 'x' }, 'FORM_TEXT_BETWEEN', 'label'],
    [{ label: 'x'.repeat(256) }, 'FORM_TEXT_BETWEEN', 'label'],
    [{ comment: 'x'.repeat(501) }, 'FORM_TEXT_TOO_LONG', 'comment'],
    [{ gtin: '123456789' }, 'PRODUCT_GTIN_SHAPE', 'gtin'],
    [{ gtin: '8.80609E+12' }, 'LINE_NUMBER_MANGLED', 'gtin'],
    [{ tac_codes: '3512345' }, 'PRODUCT_TAC_SHAPE', 'tac_codes'],
    [{ price_grade_a: '50000.01' }, 'PRODUCT_PRICE_BOUNDS', 'price_grade_a'],
    [{ price_grade_a: '-0.01' }, 'PRODUCT_PRICE_BOUNDS', 'price_grade_a'],
    [{ price_grade_e: 'free' }, 'LINE_VALUE_WRONG', 'price_grade_e'],
    [{ weight_grams: '1000001' }, 'FORM_WHOLE_NUMBER', 'weight_grams'],
    [{ simple: 'perhaps' }, 'LINE_VALUE_WRONG', 'simple'],
    [{ status: 'hidden' }, 'LINE_VALUE_WRONG', 'status'],
    [{ main_category: '' }, 'LINE_VALUE_MISSING', 'main_category'],
    [{ main_category: 'nowhere' }, 'LINE_CATEGORY_UNKNOWN', 'main_category'],
    [{ main_category: 'old' }, 'LINE_CATEGORY_UNKNOWN', 'main_category'],
    [{ secondary_categories: 'used|nowhere' }, 'LINE_CATEGORY_UNKNOWN', 'secondary_categories'],
    [{ buyer_reference: '' }, 'LINE_KEY_MISSING', 'buyer_reference'],
  ])('with %j is ignored: %s', (change, code, field) => {
    expect(fault({ ...fresh, ...(change as unknown as Cells) })).toEqual([code, field])
  })

  it.each([
    [{ price_grade_a: '50000' }],
    [{ price_grade_a: '0' }],
    [{ gtin: '12345678' }],
    [{ gtin: '123456789012' }],
    [{ gtin: '1234567890123' }],
    [{ gtin: '12345678901234' }],
    [{ comment: 'x'.repeat(500) }],
    [{ label: 'xy' }],
  ])('with %j is taken (CAT-34, CAT-37, CAT-38)', (change) => {
    expect(decide([{ ...fresh, ...(change as unknown as Cells) }]).ignored).toEqual([])
  })
})

describe('a line that a spreadsheet has mangled', () => {
  const known = product(10, { buyerReference: '00124', gtin: '0042563008123', tacCodes: ['01356700'] })
  const told = (cells: Cells, change: Partial<ProductWorld> = {}) => {
    const { updated, inserted, ignored, notices } = decide([cells], { products: [known], ...change })
    const shown = (all: typeof ignored) =>
      all.map(({ code, field, value, other }) => [code, field, value, other].filter((part) => part !== null).join(' '))
    return { rows: [...updated, ...inserted], ignored: shown(ignored), notices: shown(notices) }
  }

  it.each(['generic', 'recommerce', 'uuid'] as const)(
    'writes its price and leaves its numbers as they are, which it says (I1, %s)',
    (strategy) => {
      const cells = {
        id: id(10),
        buyer_reference: '124',
        gtin: '4,25630E+10',
        tac_codes: '1356700',
        price_grade_a: '195,00',
      }
      const { rows, ignored, notices } = told(cells, { strategy })
      expect(ignored).toEqual([])
      expect(rows).toEqual([{ ...known, prices: { ...known.prices, grade_a: 19_500 } }])
      const said = [
        'LINE_ZEROS_LOST buyer_reference 124',
        'LINE_NUMBER_MANGLED gtin 4,25630E+10',
        'LINE_ZEROS_LOST tac_codes 1356700',
      ]
      // A list of prices looks at nothing else.
      expect(notices).toEqual(strategy === 'recommerce' ? [] : said)
    },
  )

  it('finds by its GTIN without the zeros before it', () => {
    const unnamed = product(11, { buyerReference: null, gtin: '0042563008123' })
    const { rows, notices } = told({ gtin: '42563008123', brand: 'Other' }, { products: [unnamed] })
    expect(rows).toEqual([{ ...unnamed, brand: 'Other' }])
    expect(notices).toEqual(['LINE_ZEROS_LOST gtin 42563008123'])
  })

  it('adds nothing new whose reference is nearly one that exists, and names that one (I2)', () => {
    const fresh = { label: 'Produit', main_category: 'phones' }
    expect(told({ ...fresh, buyer_reference: '124' })).toEqual({
      rows: [],
      ignored: ['LINE_REFERENCE_ALIKE buyer_reference 124 00124'],
      notices: [],
    })
    const named = { products: [product(12, { buyerReference: 'D-1' })] }
    expect(told({ ...fresh, buyer_reference: 'd-1' }, named).ignored).toEqual([
      'LINE_REFERENCE_ALIKE buyer_reference d-1 D-1',
    ])
    expect(told({ buyer_reference: 'd-1', price_grade_a: '5' }, { ...named, strategy: 'recommerce' }).ignored).toEqual([
      'LINE_REFERENCE_ALIKE buyer_reference d-1 D-1',
    ])
    // Of two new ones in one file the second is asked about; an id of its own says that it is another one.
    const { inserted, ignored } = decide([
      { ...fresh, buyer_reference: 'N-1' },
      { ...fresh, buyer_reference: 'n-1' },
    ])
    expect([inserted.length, ignored.map(({ line, other }) => [line, other])]).toEqual([1, [[3, 'N-1']]])
    expect(told({ ...fresh, id: id(99), buyer_reference: '124' }, { strategy: 'uuid' }).rows).toHaveLength(1)
  })

  it('finds by the id in every strategy, and by the rest where nothing has the id', () => {
    const cells = { id: id(10), buyer_reference: 'Other', price_grade_a: '7' }
    expect(told(cells).rows[0]).toMatchObject({ id: id(10), buyerReference: 'Other', prices: { grade_a: 700 } })
    expect(told(cells, { strategy: 'recommerce' }).rows[0]).toMatchObject({ id: id(10), buyerReference: '00124' })
    for (const unknown of [id(77), '4711', ''])
      expect(told({ id: unknown, buyer_reference: '00124', price_grade_a: '7' }).rows[0]!.id).toBe(id(10))
  })

  it('is refused where nothing has the number that it has lost', () => {
    expect(told({ buyer_reference: '3,2E+12', price_grade_a: '7' }).ignored).toEqual([
      'LINE_NUMBER_MANGLED buyer_reference 3,2E+12',
    ])
    expect(
      told({ label: 'New one', buyer_reference: 'R-9', main_category: 'phones', gtin: '3,2E+12' }).ignored,
    ).toEqual(['LINE_NUMBER_MANGLED gtin 3,2E+12'])
  })

  it('is told everything that is wrong with it, each with what it says', () => {
    const cells = {
      label: 'x',
      buyer_reference: 'R-9',
      main_category: 'nowhere',
      gtin: '123',
      status: 'visible',
      price_grade_a: '1.234',
      price_grade_b: 'dear',
      price_grade_c: '60000',
    }
    expect(told(cells).ignored).toEqual([
      'LINE_VALUE_WRONG status visible',
      'LINE_NUMBER_AMBIGUOUS price_grade_a 1.234',
      'LINE_VALUE_WRONG price_grade_b dear',
      'LINE_CATEGORY_UNKNOWN main_category nowhere',
      'FORM_TEXT_BETWEEN label x',
      'PRODUCT_GTIN_SHAPE gtin 123',
      'PRODUCT_PRICE_BOUNDS price_grade_c 60000',
    ])
  })

  it('names its category and its words as people do (I6, I7)', () => {
    const cells = { label: 'New one', buyer_reference: 'R-9', main_category: 'Phones', simple: 'oui' }
    for (const status of ['publié', 'PUBLISHED', 'Veröffentlicht', 'gepubliceerd', 'Publie'])
      expect(told({ ...cells, status }).rows[0]).toMatchObject({
        status: 'published',
        mainCategoryId: id(1),
        simple: true,
      })
    expect(told({ ...cells, main_category: 'used ONES' }).rows[0]).toMatchObject({ mainCategoryId: id(2) })
  })
})
