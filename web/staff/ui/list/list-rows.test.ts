import { expect, it } from 'vitest'
import { contains, listRows, type RowOrders } from './list-rows.ts'
import { listStart } from './list-state.ts'

interface Row {
  readonly id: string
  readonly size: number | null
}

const orders: RowOrders<Row> = {
  columns: { size: ({ size }) => size },
  usual: [{ by: ({ id }) => id, order: 'desc' }],
  last: { by: ({ id }) => id },
}
const rows: readonly Row[] = [
  { id: 'b', size: 2 },
  { id: 'c', size: null },
  { id: 'a', size: 2 },
  { id: 'É', size: 1 },
]
const ids = (state: object) =>
  listRows(rows, { ...listStart([]), ...state }, orders)
    ['hydra:member'].map(({ id }) => id)
    .join('')

it('rows without a value stand last in both directions, and equal ones by what parts them', () => {
  expect(ids({ sort: 'size' })).toBe('Éabc')
  expect(ids({ sort: 'size', order: 'desc' })).toBe('abÉc')
})

it('the usual order holds where none is asked for, or one that there is not', () => {
  expect([ids({}), ids({ sort: 'other' }), ids({ sort: 'toString' })]).toEqual(['Écba', 'Écba', 'Écba'])
})

it('a page is cut out of all rows, which are counted', () => {
  const page = listRows(rows, { ...listStart([]), page: 2, perPage: 3 }, orders)
  expect(page).toEqual({ 'hydra:member': [{ id: 'a', size: 2 }], 'hydra:totalItems': 4 })
})

it('a search finds its characters whatever their case, and nothing that only looks like them', () => {
  expect([contains('Étagère', 'ÉTA'), contains('Étagère', 'eta'), contains(null, 'x'), contains(null, '')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})
