import { expect, it } from 'vitest'
import { everyRow, fileRowLimit, windowOf, type PageQuery } from './list-page.ts'

/** A list of so many rows, and how often it was asked for. */
function listOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => index)
  const asked: PageQuery[] = []
  const read = (page: PageQuery) => {
    asked.push(page)
    const { limit, offset } = windowOf(page)
    return Promise.resolve({ members: rows.slice(offset, offset + limit) })
  }
  return { rows, asked, read }
}

it('a file has every row of a list, which is asked for once and not counted', async () => {
  const { rows, asked, read } = listOf(fileRowLimit)
  expect(await everyRow(read)).toEqual({ ok: true, value: rows })
  expect(asked.map(({ partial }) => partial)).toEqual([true])
})

it('a longer list is refused with the limit', async () => {
  const { read } = listOf(fileRowLimit + 1)
  const error = { code: 'REQUEST_INVALID', details: { limit: fileRowLimit } }
  expect(await everyRow(read)).toEqual({ ok: false, error })
})
