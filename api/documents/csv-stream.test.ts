import { describe, expect, it } from 'vitest'
import { csvStream } from './csv-stream.ts'

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
})
