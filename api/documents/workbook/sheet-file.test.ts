import { describe, expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { SheetRows } from './sheet-file.ts'
import type { MergedCells } from './workbook-parts.ts'

const found = { format: 'csv' as const, encoding: null, delimiter: null, sheet: null, sheets: [] }
const isFirst = () => true
const isNamed = (cells: readonly string[]) => cells.includes('gtin')
const names = (count: number) => Array.from({ length: count }, (_, at) => `name ${at}`)

it('refuses a head of too many columns before a row is read, empty ones behind it not counted', () => {
  const wide = new SheetRows(isFirst)
  expect(wide.add(1, names(importLimits.columns + 1))).toBe(false)
  expect(wide.done(found)).toMatchObject({ ok: false, error: { code: 'IMPORT_TOO_MANY_COLUMNS' } })
  const most = new SheetRows(isFirst)
  expect(most.add(1, [...names(importLimits.columns), ...Array.from({ length: 16_384 }, () => '')])).toBe(true)
  expect(most.add(2, ['1'])).toBe(true)
  expect(most.done(found)).toMatchObject({ ok: true })
})

it('keeps short rows short', () => {
  const rows = new SheetRows(isFirst)
  rows.add(1, names(1_000))
  rows.add(2, ['1', '', '2', '', ...Array.from({ length: 900 }, () => ' ')])
  expect(rows.rows[0]?.cells).toEqual(['1', '', '2'])
})

it.each([
  ['that stand between others', ['1', '', '', '4']],
  ['at the beginning', ['', '', '3']],
  ['of blanks, quotes and ends of lines', [' a ', '"', 'b\r\nc\t', '\0']],
  ['with the sign that divides them in memory', ['1', 'a\u001Fb', '', '\u001F']],
])('keeps cells %s as they are', (_, cells) => {
  const rows = new SheetRows(isFirst)
  rows.add(1, names(5))
  rows.add(2, cells)
  rows.add(3, ['alone'])
  expect(rows.rows.map((row) => row.cells)).toEqual([cells, ['alone']])
})

describe('the head', () => {
  it('is the first row that names columns, and what stands above it is not read', () => {
    const rows = new SheetRows(isNamed)
    rows.add(1, ['Our prices', '', '', ''])
    rows.add(3, ['of November'])
    expect(rows.fullWidth).toBeNull()
    rows.add(5, ['gtin', 'label', ''])
    rows.add(6, ['1', 'One'])
    expect(rows.fullWidth).toBe(3)
    expect(rows.done(found)).toMatchObject({
      value: { head: ['gtin', 'label'], head_line: 5, rows: [{ line: 6, cells: ['1', 'One'] }] },
    })
  })

  it('is the first row of all where none names columns, and no row is lost', () => {
    const rows = new SheetRows(isNamed)
    for (let line = 1; line <= 30; line++) rows.add(line, [`name ${line}`, line === 7 ? 'x' : 'y'])
    const read = rows.done(found)
    expect(read).toMatchObject({ value: { head: ['name 1', 'y'], head_line: 1 } })
    expect(read.ok && read.value.rows.map(({ line }) => line)).toEqual(Array.from({ length: 29 }, (_, at) => at + 2))
  })

  it('is asked about in the first rows alone', () => {
    const rows = new SheetRows(isNamed)
    for (let line = 1; line <= 20; line++) rows.add(line, ['a', 'b'])
    rows.add(21, ['gtin', 'b'])
    expect(rows.done(found)).toMatchObject({ value: { head: ['a', 'b'], head_line: 1 } })
  })
})

describe('merged cells', () => {
  const spread = (rows: SheetRows, merged: readonly MergedCells[]) => {
    const steps = rows.merge(merged)
    for (let count = 1; ; count++) {
      const { done, value } = steps.next()
      if (done === true) return { isSpread: value, count }
    }
  }
  const fill = () => {
    const rows = new SheetRows(isFirst)
    rows.add(1, ['reference', 'category', 'price'])
    rows.add(2, ['A', 'phones', '1'])
    rows.add(3, ['B', '', '2'])
    rows.add(5, ['C'])
    rows.add(6, ['D', 'cameras', '4'])
    return rows
  }
  const range = (top: number, bottom: number, left: number, right = left) => ({ top, bottom, left, right })

  it('down a column say in each row what the first says', () => {
    const rows = fill()
    expect(spread(rows, [range(2, 5, 1), range(3, 6, 2)]).isSpread).toBe(true)
    expect(rows.rows.map(({ cells }) => cells)).toEqual([
      ['A', 'phones', '1'],
      ['B', 'phones', '2'],
      ['C', 'phones', '2'],
      ['D', 'cameras', '4'],
    ])
  })

  it('across columns leave their rows out; of the head, of nothing and behind the last column they are none', () => {
    const rows = fill()
    spread(rows, [range(1, 1, 0, 2), range(2, 2, 2, 5), range(5, 5, 1, 2), range(6, 6, 0, 1), range(3, 3, 7, 9)])
    expect(rows.rows.map(({ line, faults }) => [line, ...faults.map(({ code, value }) => `${code} ${value}`)])).toEqual(
      [[2], [3], [5], [6, 'LINE_CELLS_MERGED D']],
    )
  })

  it('are refused where they would touch more rows than any list has', () => {
    const rows = new SheetRows(isFirst)
    rows.add(1, ['reference', 'price'])
    for (let line = 2; line <= 1_002; line++) rows.add(line, [`R${line}`, '1'])
    expect(
      spread(
        rows,
        Array.from({ length: 3_000 }, () => range(2, 1_002, 1)),
      ).isSpread,
    ).toBe(false)
  })

  it('that are merged again and again are told once a row, a row a step', () => {
    const rows = fill()
    const { isSpread, count } = spread(
      rows,
      Array.from({ length: 1_000 }, () => range(2, 6, 0, 1)),
    )
    expect(isSpread).toBe(true)
    expect(count).toBeGreaterThan(4_000)
    expect(rows.rows.map(({ faults }) => faults.length)).toEqual([1, 1, 1, 1])
  })

  it('are spread no further than a file may have cells, and refused as soon as they are more', () => {
    const rows = new SheetRows(isFirst, { cells: 10_000 })
    rows.add(1, names(1_000))
    rows.add(2, [...Array.from({ length: 999 }, () => ''), 'far'])
    for (let line = 3; line <= 1_000; line++) rows.add(line, ['R'])
    const { isSpread, count } = spread(rows, [range(2, 1_000, 999)])
    expect(isSpread).toBe(false)
    expect(count).toBeLessThan(20)
    expect(rows.rows.filter(({ cells }) => cells.length > 1)).toHaveLength(10)
    expect(rows.done(found)).toMatchObject({ ok: false, error: { code: 'IMPORT_WORKBOOK_TOO_LARGE' } })
  })

  it('keep the look of the first: whether it has more decimals than an amount', () => {
    const rows = new SheetRows(isFirst)
    rows.add(1, ['reference', 'price'])
    rows.add(2, ['A', '1.2345'], { fine: [1] })
    rows.add(3, ['B'])
    spread(rows, [range(2, 3, 1)])
    expect(rows.rows.map(({ fine }) => fine)).toEqual([[1], [1]])
  })
})
