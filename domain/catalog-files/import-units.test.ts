import { describe, expect, it } from 'vitest'
import type { CatalogContent } from './catalog-columns.ts'
import type { ImportStrategy } from './catalog-import.ts'
import { wholeOf } from '#tests/support/whole-of-steps.ts'
import { unitsAtOnce, unitsOf } from './import-units.ts'

type Row = Readonly<Record<string, string>>

const plan = (content: CatalogContent, strategy: ImportStrategy) => ({
  content,
  strategy,
  cell: (row: Row, column: string) => row[column] ?? '',
})
const shown = (rows: readonly Row[], content: CatalogContent, strategy: ImportStrategy = 'generic') =>
  wholeOf(unitsOf(rows, plan(content, strategy))).map((unit) => [
    unit.rows.map((row) => row['n']).join(),
    unit.earlier !== null,
  ])

describe('the lines of a file', () => {
  it('of categories are written with parents before their children, wherever they stand', () => {
    const rows = [
      { n: '1', identifier: 'phones', parent_identifier: 'devices' },
      { n: '2', identifier: 'audio', parent_identifier: 'elsewhere' },
      { n: '3', identifier: 'devices', parent_identifier: 'all' },
      { n: '4', identifier: 'all', parent_identifier: '' },
    ]
    expect(shown(rows, 'categories').map(([n]) => n)).toEqual(['4', '3', '1', '2'])
  })

  it('of a very deep tree are each looked at a few times, however many they are', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      n: String(at),
      identifier: `c${at}`,
      parent_identifier: `c${at + 1}`,
    }))
    let looks = 0
    const { cell, ...rest } = plan('categories', 'generic')
    const counted = {
      ...rest,
      cell: (row: Row, column: string) => {
        looks += 1
        return cell(row, column)
      },
    }
    const [first] = wholeOf(unitsOf<Row>(rows, counted))
    expect(first?.rows.map((row) => row['n'])).toEqual(['9999'])
    expect(looks).toBeLessThanOrEqual(4 * rows.length)
  })

  it('of a circle of categories are all there', () => {
    const rows = [
      { n: '1', identifier: 'a', parent_identifier: 'b' },
      { n: '2', identifier: 'b', parent_identifier: 'a' },
      { n: '3', identifier: 'c', parent_identifier: 'c' },
    ]
    expect(shown(rows, 'categories').map(([n]) => n)).toEqual(['2', '1', '3'])
  })

  it('that name the same twice are repeated, by the key of the strategy', () => {
    const rows = [
      { n: '1', id: 'A', identifier: 'phones', buyer_reference: 'R1', gtin: '12345678' },
      { n: '2', id: 'a', identifier: 'audio', buyer_reference: 'R1', gtin: '12345670' },
      { n: '3', id: 'b', identifier: 'audio', buyer_reference: 'R2', gtin: '12345678' },
      { n: '4', id: 'c', identifier: '', buyer_reference: '', gtin: '12345678' },
      { n: '5', id: 'd', identifier: '', buyer_reference: '', gtin: '12345678' },
    ]
    const repeated = (content: CatalogContent, strategy: ImportStrategy) =>
      shown(rows, content, strategy).flatMap(([n, isRepeated]) => (isRepeated ? [n] : []))
    expect(repeated('categories', 'generic')).toEqual(['3'])
    expect(repeated('products', 'generic')).toEqual(['2', '5'])
    expect(repeated('products', 'recommerce')).toEqual(['2'])
  })

  it('that have ids of their own are repeated by these, and rivals where they share a reference', () => {
    const id = (n: number) => `019a6410-0000-7000-8000-00000000000${n}`
    const rows = [
      { n: '1', id: id(1), buyer_reference: 'R1' },
      { n: '2', id: id(1).toUpperCase(), buyer_reference: 'R2' },
      { n: '3', id: id(2), buyer_reference: 'R1' },
      { n: '4', id: '', buyer_reference: 'R1' },
    ]
    const units = (strategy: ImportStrategy) =>
      wholeOf(unitsOf<Row>(rows, plan('products', strategy))).map(({ earlier, rival }) => [
        earlier?.['n'],
        rival?.['n'],
      ])
    expect(units('uuid')).toEqual([
      [undefined, undefined],
      ['1', undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(units('generic')).toEqual([
      [undefined, undefined],
      ['1', undefined],
      [undefined, '1'],
      ['1', undefined],
    ])
  })

  it('of one question are decided together', () => {
    const rows = [
      { n: '1', question_id: 'q1', title: 'Screen', categories: 'phones' },
      { n: '2', question_id: 'q2', title: 'Screen', categories: 'tablets' },
      { n: '3', question_id: 'q1', title: 'Screen', categories: 'phones' },
      { n: '4', question_id: '', title: '', categories: '' },
      { n: '5', question_id: '', title: '', categories: '' },
    ]
    for (const strategy of ['generic', 'uuid'] as const)
      expect(shown(rows, 'diagnostic', strategy).map(([n]) => n)).toEqual(['1,3', '2', '4', '5'])
  })

  it('of one question are those of its id, whatever they call it', () => {
    const id = '019a6410-0000-7000-8000-000000000001'
    const rows = [
      { n: '1', question_id: id, title: 'Screen', categories: 'phones' },
      { n: '2', question_id: id.toUpperCase(), title: 'Display', categories: 'phones' },
      { n: '3', question_id: '', title: 'Screen', categories: 'phones' },
    ]
    for (const strategy of ['generic', 'uuid'] as const)
      expect(shown(rows, 'diagnostic', strategy).map(([n]) => n)).toEqual(['1,2', '3'])
  })

  it('are written five hundred at a time, and a longer question whole', () => {
    const unit = (size: number) => ({ rows: Array.from({ length: size }, (_, row) => row), earlier: null, rival: null })
    const units = [unit(300), unit(200), unit(1), unit(700), unit(1)]
    const sizes = (from: number) => unitsAtOnce(units, from).map(({ rows }) => rows.length)
    expect([sizes(0), sizes(2), sizes(3), sizes(4), sizes(5)]).toEqual([[300, 200], [1], [700], [1], []])
  })
})
