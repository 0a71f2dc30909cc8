import { describe, expect, it } from 'vitest'
import { listedLines, listedLineSteps } from './listed-lines.ts'

const rows = (csv: string) =>
  [...listedLineSteps(csv)].flatMap((row) => (row === null ? [] : [[row.line, ...row.cells]]))

describe('the lines of a list', () => {
  it.each([';', ',', '\t'])('are separated by %j as the head is', (sign) => {
    expect(rows(`\uFEFFa;b\r\n1;2\r\n`.replaceAll(';', sign))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ])
  })

  it('are separated as a first line says, which is counted and not read', () => {
    expect(rows('sep=,\r\na,b\r\n1,"2;3"')).toEqual([
      [2, 'a', 'b'],
      [3, '1', '2;3'],
    ])
  })

  it('are named by the line on which they begin, whatever stands before', () => {
    expect(rows('\r\na;b\r\n"one\r\ntwo";2\r\n;\r\n3;4')).toEqual([
      [2, 'a', 'b'],
      [3, 'one\r\ntwo', '2'],
      [6, '3', '4'],
    ])
  })

  it('have the cells of the head: missing ones are empty, and empty ones behind the last go', () => {
    expect(rows('a;b;c;;\n1\n1;2;3;;;\n1;2;3;4')).toEqual([
      [1, 'a', 'b', 'c'],
      [2, '1', '', ''],
      [3, '1', '2', '3'],
      [4, '1', '2', '3', '4'],
    ])
  })

  it('are without the marks by which a spreadsheet keeps a text', () => {
    expect(rows(`a;b\n"=""00124""";'=1+1\n="0042";'x`)).toEqual([
      [1, 'a', 'b'],
      [2, '00124', '=1+1'],
      [3, '0042', "'x"],
    ])
  })

  it('are broken one by one: what is wrong with the quotes of one is no fault of the next', () => {
    expect(rows('a;b;c;d\n1;TV 55" noire;x;y\n2;"open;x;y\n3;z;x;y')).toEqual([
      [1, 'a', 'b', 'c', 'd'],
      [2, '1', 'TV 55" noire', 'x', 'y'],
      [3, '2;"open;x;y', '', '', '', ''],
      [4, '3', 'z', 'x', 'y'],
    ])
  })

  it('are none of an empty text', () => {
    expect(rows('')).toEqual([])
    expect(rows('\uFEFF \r\n;;')).toEqual([])
  })
})

describe('a list', () => {
  const few = (names: readonly string[]) => (names.length <= 3 ? names : null)

  it('is read by what its head says, and no further than one row more than it may have', () => {
    expect(listedLines('\n a ;b\n1\n\n2;3', { headOf: few, lines: 2 })).toEqual({
      head: ['a', 'b'],
      lines: [
        { line: 3, cells: ['1', ''] },
        { line: 5, cells: ['2', '3'] },
      ],
    })
    expect(listedLines(`a;b\n${'x\n'.repeat(100_000)}`, { headOf: few, lines: 2 })?.lines).toHaveLength(3)
  })

  it('of another head is none, and none of its rows is read: they would be filled up to its width', () => {
    const wide = Array.from({ length: 20_000 }, (_, at) => `n${at}`).join(';')
    expect(listedLines(`${wide}\n${'x\n'.repeat(400_000)}`, { headOf: few, lines: 2 })).toBeNull()
    expect(listedLines('', { headOf: few, lines: 2 })).toBeNull()
  })
})
