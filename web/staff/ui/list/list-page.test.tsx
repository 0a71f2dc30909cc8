import { IconCash } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { openOffice } from '#tests/support/office-page.tsx'
import { useHttp } from '#web/lib/platform.tsx'
import { SeveralFilter } from './filter-fields.tsx'
import { askedWords, listFilters, several } from './list-filters.ts'
import { FilterFields, ListExport, ListPage } from './list-page.tsx'
import { listStart } from './list-state.ts'
import { useListPage } from './use-list-page.ts'

const listCall = {
  method: 'get',
  path: '/api/fruits',
  answer: z.object({ 'hydra:member': z.array(z.object({ name: z.string() })), 'hydra:totalItems': z.int() }),
} as const

const filters = listFilters(() => ({ colour: several(z.enum(['red', 'green'])) }))
const first = listStart(['name'], { perPage: 15, sort: 'name' })

function FruitsPage() {
  const http = useHttp()
  const list = useListPage({
    first,
    filters,
    questionOf: ({ colour }, words) => ({ ...askedWords('q', words), hue: colour }),
    query: (query) =>
      queryOptions({ queryKey: ['fruits', query], queryFn: ({ signal }) => http(listCall, { query, signal }) }),
  })
  return (
    <ListPage
      title="Fruits"
      icon={IconCash}
      actions={<ListExport list={list} call={{ path: '/api/fruits/export' }} name="fruits" label="Export" />}
      list={list}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
      searchLabel="Find"
      columns={[{ key: 'name', title: 'Name', cell: ({ name }) => name }]}
      empty={{ title: 'No fruit yet' }}
      noMatch={{ title: 'No such fruit' }}
    >
      <FilterFields list={list}>
        <SeveralFilter
          label="Colour"
          data={[
            { value: 'red', label: 'Red' },
            { value: 'green', label: 'Green' },
          ]}
          value={list.filters.colour}
          onChange={(colour) => list.setFilters({ colour })}
        />
      </FilterFields>
    </ListPage>
  )
}

const open = (at: string, names: readonly string[]) =>
  openOffice(FruitsPage, {
    answer: () => ({ 'hydra:member': names.map((name) => ({ name })), 'hydra:totalItems': names.length }),
    texts: [],
    pages: ['/fruits'],
    at,
  })

it('a list asks what its address says, and says that filters leave nothing until they are taken away', async () => {
  const { asked, says, press } = await open('/fruits?colour=red&page=1&q=plum', [])
  await says('No such fruit')
  expect(asked.map(({ query }) => query)).toEqual([
    { q: 'plum', 'hue[]': 'red', 'order[name]': 'asc', page: '1', itemsPerPage: '15' },
  ])
  await press('Effacer les filtres')
  await vi.waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({ q: 'plum', 'order[name]': 'asc', page: '1', itemsPerPage: '15' }),
  )
})

it('a list in which nothing stands yet says so', async () => {
  const { says } = await open('/fruits', [])
  await says('No fruit yet')
})

it('the export of a list asks what its filters and words ask, of all pages and in the user’s language', async () => {
  const { asked, rows, press } = await open('/fruits?colour=red&page=2&q=plum', ['Plum'])
  await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  await press('Export')
  await vi.waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      path: '/api/fruits/export',
      query: { q: 'plum', 'hue[]': 'red', language: 'fr-FR' },
    }),
  )
  expect(Object.keys(asked.at(-1)?.query ?? {})).toHaveLength(3)
})
