import { describe, expect, it } from 'vitest'
import { catalogColumns, catalogContents } from './catalog-csv.ts'
import { strategiesOf } from './catalog-import.ts'
import { checkColumns, columnsRead, missingKeys } from './import-columns.ts'
import { importFields } from './import-fields.ts'
import { fileColumns } from './translated-columns.ts'

const own = 'fr-FR'
const products = { content: 'products', strategy: 'generic', own } as const

describe('the columns of a file (IO-03)', () => {
  it.each(
    catalogContents.flatMap((content) =>
      strategiesOf[content].map((strategy) => ({ content, strategy, own }) as const),
    ),
  )('of an export are those of the import of $content by the strategy $strategy', (kind) => {
    const head = kind.strategy === 'recommerce' ? columnsRead(kind) : fileColumns(kind.content, own)
    expect(checkColumns(head, kind)).toEqual({ unknown: [], missing: [], duplicated: [] })
    expect(missingKeys(head, kind)).toEqual([])
  })

  it('are compared whatever their letters and the spaces around them', () => {
    const head = [' GTIN ', 'label', 'colour', 'label', '']
    const found = checkColumns(head, products)
    expect([found.unknown, found.duplicated]).toEqual([['colour'], ['label']])
    expect(found.missing).toContain('brand')
    for (const name of ['gtin', 'id']) expect(found.missing).not.toContain(name)
    expect(checkColumns(head, { ...products, strategy: 'uuid' }).missing).toContain('id')
    expect(checkColumns([], { content: 'categories', strategy: 'generic', own }).missing).toContain('buyer_external_id')
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
    const found = checkColumns(['buyer_reference', 'label', 'label_de_de', 'price_grade_a'], {
      ...products,
      strategy: 'recommerce',
    })
    expect(found.unknown).toEqual(['label', 'label_de_de'])
  })

  it('of texts in another language may be there or not; the account’s own language has none', () => {
    const head = [...catalogColumns.products, 'label_fr_fr', 'label_DE_DE']
    expect(checkColumns(head, products)).toEqual({ unknown: ['label_fr_fr'], missing: [], duplicated: [] })
    expect(checkColumns(head, { ...products, own: 'de-DE' }).unknown).toEqual(['label_de_de'])
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
})
