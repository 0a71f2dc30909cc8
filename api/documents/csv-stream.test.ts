import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { csvPart, csvStream } from './csv-stream.ts'

const textOf = (rows: readonly string[]) => {
  const parts = (async function* () {
    yield rows
  })()
  return new Response(csvStream(parts, [['head', (row: string) => row]], 'fr-FR')).text()
}

describe('a CSV export', () => {
  it('keeps a break within a cell from ending the line', async () => {
    expect(await textOf(['one\ntwo', 'three\rfour', 'five\r\nsix'])).toBe(
      'head\r\n"one\ntwo"\r\n"three\rfour"\r\n"five\r\nsix"\r\n',
    )
  })

  it('keeps the digits of an IMEI, and texts that would be formulas (I19)', async () => {
    expect(await textOf(['3569870123456789', '00124', '=1', '-12,50', '12345'])).toBe(
      `head\r\n"=""3569870123456789"""\r\n"=""00124"""\r\n'=1\r\n'-12,50\r\n12345\r\n`,
    )
  })

  it('is marked as UTF-8 at its beginning, in parts too', async () => {
    expect(csvPart([['é']], { isFirst: true }).toString('hex')).toBe('efbbbfc3a90d0a')
    expect(csvPart([['a;b', '"', '=1', '']]).toString()).toBe('"a;b";"""";=1;\r\n')
  })

  it('has in parts what the writer of streams would make of the cells', () => {
    const signs = ['a', '"', ';', '\n', '\r', '\r\n', ' ', ',', '\t', "'", '=', 'é', '\u2028', '😀']
    const pairs = signs.flatMap((one) => signs.map((other) => [`${one}${other}`, `x${one}y${other}z`, '', one]))
    const written = stringify(pairs, { record_delimiter: 'windows', delimiter: ';', quoted_match: /[\r\n]/ })
    expect(csvPart([...pairs, ['']]).toString()).toBe(`${written}\r\n`)
    expect(csvPart([]).toString()).toBe('')
  })
})
