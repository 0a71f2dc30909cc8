import { describe, expect, it } from 'vitest'
import german from '#locales/de-DE/catalog.json' with { type: 'json' }
import english from '#locales/en-GB/catalog.json' with { type: 'json' }
import french from '#locales/fr-FR/catalog.json' with { type: 'json' }
import dutch from '#locales/nl-BE/catalog.json' with { type: 'json' }
import { catalogColumns, catalogContents } from './catalog-columns.ts'
import { strategiesOf } from './catalog-import.ts'
import { columnWords } from './column-words.ts'
import {
  checkColumns,
  columnsRead,
  matchColumns,
  missingKeys,
  namesColumns,
  rememberedName,
  type ColumnMatching,
} from './import-columns.ts'
import { importFields } from './import-fields.ts'
import { plainWords } from './plain-words.ts'
import { fileColumns } from './translated-columns.ts'

const own = 'fr-FR'
type Kind = Parameters<typeof matchColumns>[1]
const check = (head: readonly string[], kind: Kind) => checkColumns(matchColumns(head, kind), kind)
const products = { content: 'products', strategy: 'generic', own } as const

describe('the columns of a file (IO-03)', () => {
  it.each(
    catalogContents.flatMap((content) =>
      strategiesOf[content].map((strategy) => ({ content, strategy, own }) as const),
    ),
  )('of an export are those of the import of $content by the strategy $strategy', (kind) => {
    const head = kind.strategy === 'recommerce' ? columnsRead(kind) : fileColumns(kind.content, own)
    expect(check(head, kind)).toEqual({ unknown: [], missing: [], duplicated: [] })
    expect(missingKeys(head, kind)).toEqual([])
  })

  it('are compared whatever their letters and the spaces around them', () => {
    const head = [' GTIN ', 'label', 'colour', 'label', '']
    const found = check(head, products)
    expect([found.unknown, found.duplicated]).toEqual([['colour'], ['label']])
    expect(found.missing).toContain('brand')
    for (const name of ['gtin', 'id']) expect(found.missing).not.toContain(name)
    expect(check(head, { ...products, strategy: 'uuid' }).missing).toContain('id')
    expect(check([], { content: 'categories', strategy: 'generic', own }).missing).toContain('buyer_external_id')
  })

  it('must hold one of those that the strategy finds by', () => {
    expect(missingKeys(['label', 'gtin'], products)).toEqual([])
    expect(missingKeys(['label', 'buyer_reference'], products)).toEqual([])
    expect(missingKeys(['label', 'brand'], products)).toEqual(['gtin', 'buyer_reference'])
    expect(missingKeys(['gtin'], { content: 'products', strategy: 'recommerce' })).toEqual(['buyer_reference'])
    expect(missingKeys(['title'], { content: 'diagnostic', strategy: 'generic' })).toEqual(['answer_name'])
    expect(missingKeys(['identifier'], { content: 'categories', strategy: 'uuid' })).toEqual(['id'])
  })

  it('that a list of prices reads are the reference and the prices', () => {
    const found = check(['buyer_reference', 'label', 'label_de_de', 'price_grade_a'], {
      ...products,
      strategy: 'recommerce',
    })
    expect(found.unknown).toEqual(['label', 'label_de_de'])
  })

  it('of texts in another language may be there or not; the account’s own language has none', () => {
    const head = [...catalogColumns.products, 'label_fr_fr', 'label_DE_DE']
    expect(check(head, products)).toEqual({ unknown: ['label_fr_fr'], missing: [], duplicated: [] })
    expect(check(head, { ...products, own: 'de-DE' }).unknown).toEqual(['label_de_de'])
    expect(fileColumns('products', own).slice(-3)).toEqual(['label_en_gb', 'label_nl_be', 'label_de_de'])
    expect(fileColumns('diagnostic', own)).toContain('how_to_test_nl_be')
    expect(fileColumns('diagnostic', own).at(-1)).toBe('answer_description_de_de')
  })

  it('are each written somewhere, but for ids and what is looked up by its name', () => {
    for (const content of catalogContents) {
      const rest = catalogColumns[content].filter((column) => !(column in importFields[content]))
      for (const column of rest) expect(column).toMatch(/(^|_)id$|parent_identifier|categor/)
    }
  })

  const read = (head: readonly string[], matching: ColumnMatching = {}, kind: Kind = products) =>
    matchColumns(head, kind, matching).map(({ column, by }) => [column, by])

  it('are matched by the words of the four languages (I7)', () => {
    expect(read(['Référence', 'Libellé', 'EAN', 'Catégorie', 'Prix A'])).toEqual([
      ['buyer_reference', 'words'],
      ['label', 'words'],
      ['gtin', 'words'],
      ['main_category', 'words'],
      ['price_grade_a', 'words'],
    ])
    expect(read(['Referenz des Aufkäufers', 'Marke', 'Preis B', 'Prijs C', 'Price D', 'EAN OF GTIN'])).toEqual([
      ['buyer_reference', 'words'],
      ['brand', 'words'],
      ['price_grade_b', 'words'],
      ['price_grade_c', 'words'],
      ['price_grade_d', 'words'],
      ['gtin', 'words'],
    ])
  })

  it('are first what the account has said of them, then their names, then words; each is read once', () => {
    expect(read(['Mon code', 'gtin', 'EAN', 'Prix A'], { 'mon code': 'buyer_reference', 'prix a': '' })).toEqual([
      ['buyer_reference', 'choice'],
      ['gtin', 'name'],
      [null, null],
      [null, null],
    ])
    // A column that such a file has no longer leaves the name to the others.
    expect(read(['Prix A'], { 'prix a': 'no_such_column' })).toEqual([[null, null]])
  })

  it('have words that name one column of their file alone, and the labels of our own forms are among them', () => {
    for (const content of catalogContents) {
      const words = Object.entries<readonly string[] | undefined>(columnWords[content]).flatMap(([column, names]) =>
        (names ?? []).map((name) => [plainWords(name), column] as const),
      )
      for (const [word, column] of words) {
        const others = words.filter(([other, of]) => other === word && of !== column).map(([, of]) => of)
        expect([word, others]).toEqual([word, []])
      }
    }
    for (const labels of [french, english, german, dutch]) {
      const { product, column, price, category } = labels
      const ofProducts = {
        label: product.label,
        brand: column.brand,
        manufacturer_model: product.manufacturerModel,
        buyer_reference: product.buyerReference,
        gtin: product.gtin,
        tac_codes: product.tacCodes,
        main_category: product.mainCategory,
        secondary_categories: product.secondaryCategories,
        status: column.status,
        simple: product.simple,
        imei_collect: product.imeiCollect,
        buyback_zero_not_allowed: product.buybackZeroNotAllowed,
        comment: product.comment,
        height_cm: product.heightCm,
        length_cm: product.lengthCm,
        width_cm: product.widthCm,
        weight_grams: product.weightGrams,
        price_functional: price.functional,
        price_grade_a: price.grade_a,
        price_grade_e: price.grade_e,
      }
      for (const [name, label] of Object.entries(ofProducts)) expect(read([label])[0]![0]).toBe(name)
      expect(read([column.reference, column.model, column.category])).toEqual([
        ['buyer_reference', 'words'],
        ['manufacturer_model', 'words'],
        ['main_category', 'words'],
      ])
      const ofCategories = {
        name: category.name,
        identifier: category.identifier,
        parent_identifier: category.parent,
        children_description: category.childrenDescription,
        absorption_type: category.absorptionType,
      }
      for (const [name, label] of Object.entries(ofCategories))
        expect(read([label], {}, { ...products, content: 'categories' })[0]![0]).toBe(name)
    }
  })
})

it('a name of signs alone is remembered as it is, and others whatever their case, accents and signs', () => {
  expect(['€', ' # ', 'Prix €', 'PRIX-$', 'Référence'].map(rememberedName)).toEqual([
    '€',
    '#',
    'prix',
    'prix',
    'reference',
  ])
})

describe('a row', () => {
  it('is a head where it names a column by which lines are found, and one more', () => {
    expect(namesColumns(['Référence', 'Libellé', 'Remarque'], products)).toBe(true)
    expect(namesColumns(['', 'gtin', '', 'price_grade_a'], products)).toBe(true)
    expect(namesColumns(['Nos prix', ''], products)).toBe(false)
    expect(namesColumns(['Référence'], products)).toBe(false)
    expect(namesColumns(['label', 'price_grade_a'], products)).toBe(false)
    expect(namesColumns(['RN-1', 'iPhone 13', 'smartphones', '12,50'], products)).toBe(false)
    expect(namesColumns(['Mon code', 'Ce que je paie'], products)).toBe(false)
    const matching = { 'mon code': 'buyer_reference', 'ce que je paie': 'price_grade_a' }
    expect(namesColumns(['Mon code', 'Ce que je paie'], products, matching)).toBe(true)
  })
})
