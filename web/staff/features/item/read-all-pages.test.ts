import { expect, it } from 'vitest'
import type { ItemListPage, ListedItem } from '#web/local/list/list-query.ts'
import { readAllPages } from './read-all-pages.ts'

const query = { filter: {}, search: '', sort: 'code', order: 'asc' } as const

/** A list of so many rows; `parts` answers its parts before it does. */
function listOf(total: number, ...parts: readonly (ItemListPage | null | Error)[]) {
  const left = [...parts]
  return {
    ask: async (_query: unknown, offset: number, limit: number): Promise<ItemListPage | null> => {
      const given = left.shift()
      if (given instanceof Error) throw given
      return given === undefined ? pageOf(offset, Math.min(limit, total - offset), total) : given
    },
  }
}

function pageOf(offset: number, count: number, total: number): ItemListPage {
  const rows = Array.from({ length: Math.max(0, count) }, (_, at) => ({ id: String(offset + at) }) as ListedItem)
  const facets = { statuses: {}, stocks: {}, brands: {}, works: {} } as ItemListPage['facets']
  return { rows, total, itemCount: total, facets }
}

it('reads a list to its end, also one that grows or shrinks while it is read', async () => {
  const steps: number[] = []
  const ids = (await readAllPages(listOf(5), query, 2, (done) => steps.push(done)))?.map(({ id }) => id)
  expect(ids).toEqual(['0', '1', '2', '3', '4'])
  expect(steps).toEqual([2, 4, 5])
  expect(await readAllPages(listOf(5, pageOf(0, 2, 3)), query, 2, () => undefined)).toHaveLength(5)
  expect(await readAllPages(listOf(2, pageOf(0, 2, 9)), query, 2, () => undefined)).toHaveLength(2)
})

it('has no list where the copy goes before the end, and fails where its source does', async () => {
  expect(await readAllPages(listOf(5, pageOf(0, 2, 5), null), query, 2, () => undefined)).toBeNull()
  const lost = readAllPages(listOf(5, pageOf(0, 2, 5), new Error('lost')), query, 2, () => undefined)
  await expect(lost).rejects.toThrow('lost')
})
