import { describe, expect, it } from 'vitest'
import { csvRows } from './csv-rows.ts'

const rows = (text: string, delimiter = ';') => [...csvRows(text, delimiter)]
const cells = (text: string, delimiter = ';') => rows(text, delimiter).map((row) => row.cells)
const broken = (text: string) => rows(text).flatMap((row, at) => (row.broken === null ? [] : [at + 1]))

describe('the rows of a text file', () => {
  it('are divided as spreadsheets divide them', () => {
    expect(cells('a;b\r\n1;"x;y"\r\n"two\nlines";"say ""hi"""\n')).toEqual([
      ['a', 'b'],
      ['1', 'x;y'],
      ['two\nlines', 'say "hi"'],
    ])
    expect(cells('a,b\r1,\r', ',')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
    expect(cells('')).toEqual([])
    expect(cells('a;b\n\nc;d')).toEqual([['a', 'b'], [''], ['c', 'd']])
  })

  it('may have quotes in cells that begin with none, and blanks around quoted ones (I3)', () => {
    expect(cells('a;b\nTV 55" noire;x\nTV 5"5";y\n "q" ; z ')).toEqual([
      ['a', 'b'],
      ['TV 55" noire', 'x'],
      ['TV 5"5"', 'y'],
      ['q', ' z '],
    ])
    expect(cells('a;b\n"TV 55" noire";x')).toEqual([
      ['a', 'b'],
      ['TV 55" noire', 'x'],
    ])
  })

  it.each([
    ['to the end of the file', 'a;b;c;d\n1;"TV 55;x;y\n2;b;c;d\n3;b;c;d\n', [2]],
    ['to a quote in the same column of a later row', 'a;b;c;d\n1;"TV 55;x;y\n2;TV 55";c;d\n3;b;c;d\n', [2]],
    ['to the beginning of a quoted cell', 'a;b;c;d\n1;"TV 55;x;y\n2;"TV";c;d\n3;b;c;d\n', [2]],
    ['to a quoted cell of the next row', 'a;b\n"TV 55;x\n"TV";c\n3;b\n', [2]],
    ['to the very end', 'a;b\n1;x\n"2;y', [3]],
  ])('that an open quote would swallow %s are read, but the one with the quote', (_, text, lines) => {
    expect(broken(text)).toEqual(lines)
    expect(rows(text)).toHaveLength(text.trim().split('\n').length)
  })

  it('keep lines and delimiters inside a quoted cell of one row', () => {
    const text = 'a;b;c;d\n1;x;y;"first; line\nsecond line"\n"one\ntwo";x;y;z\n2;b;c;d'
    expect(broken(text)).toEqual([])
    expect(rows(text)).toHaveLength(4)
    expect(rows(text)[1]!.cells[3]).toBe('first; line\nsecond line')
  })

  it('are as wide as their reader says, once it is known', () => {
    // A title above the head has one cell, and lines within the cells below are no rows that were swallowed.
    const text = 'Our prices\na;b;c;d\n1;x;y;"first; line\nsecond line"\n2;b;c;d'
    let width: number | null = null
    const read: (readonly string[])[] = []
    for (const { cells: row, broken: asItStands } of csvRows(text, ';', () => width)) {
      if (row.includes('a')) width = row.length
      expect(asItStands).toBeNull()
      read.push(row)
    }
    expect(read).toEqual([
      ['Our prices'],
      ['a', 'b', 'c', 'd'],
      ['1', 'x', 'y', 'first; line\nsecond line'],
      ['2', 'b', 'c', 'd'],
    ])
  })

  it('have no more cells than a spreadsheet has columns; what stands behind is one', () => {
    const [row] = cells(`${'"a",'.repeat(30_000)}b\nc`, ',')
    expect(row).toHaveLength(20_001)
    expect(row?.at(-1)).toBe(`${'"a",'.repeat(10_000)}b`)
    expect(cells(`${'a,'.repeat(30_000)}b\nc`, ',')[1]).toEqual(['c'])
  })

  it('are read in a time that grows with the file, whatever its quotes', () => {
    const open = `a;b\n${'"x;y\n'.repeat(30_000)}`
    const stray = `a;b\n${`"x;5"5\n`.repeat(30_000)}`
    // A line of many quoted cells, lines that begin with a doubled quote, and cells that each go on in the next line.
    const wide = `a;b\n${'"";'.repeat(300_000)}`
    const doubled = `a;b\n${'""x\n'.repeat(200_000)}`
    const chained = `a;b\n${'b";"c\n'.repeat(100_000)}`
    // None of these lines has a delimiter, and each is read again behind its quote.
    const alone = `a\n${'"x\n'.repeat(100_000)}`
    for (const text of [open, stray, wide, doubled, chained, alone]) {
      const before = performance.now()
      expect(rows(text).length).toBeGreaterThan(1)
      // Fractions of a second; where each row looked at all the rest it would be minutes.
      expect(performance.now() - before).toBeLessThan(20_000)
    }
  })
})
