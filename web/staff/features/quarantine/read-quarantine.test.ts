import { expect, it } from 'vitest'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { Http } from '#web/lib/http.ts'
import { readQuarantine } from './read-quarantine.ts'

it('a quarantine of several pages is read to its end, each item once', async () => {
  const all = Array.from({ length: 430 }, (_, at) => ({ id: `item ${at}` }) as QuarantinedItemAnswer)
  const asked: unknown[] = []
  const http = (async (_call: unknown, { query }: { query: { page: number; itemsPerPage: number } }) => {
    asked.push(query.page)
    // A new item comes first after the first page: the others move down.
    const from = (query.page - 1) * query.itemsPerPage - (query.page > 1 ? 1 : 0)
    return { 'hydra:member': all.slice(from, from + query.itemsPerPage) }
  }) as unknown as Http
  const read = await readQuarantine(http, new AbortController().signal)
  expect(asked).toEqual([1, 2, 3])
  expect(read.map(({ id }) => id)).toEqual(all.map(({ id }) => id).slice(0, read.length))
  expect(read).toHaveLength(430)
})
