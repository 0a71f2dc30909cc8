import { expect, it } from 'vitest'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { openHere } from './packing-place.ts'

const origin = { type: 'warehouse', warehouseId: 'here' } as const
const view = (
  id: string,
  change: Partial<PackageView['row']> = {},
  counts = { pending: 0, refused: 0 },
): PackageView => ({
  row: {
    id,
    version: 1,
    origin,
    destinationWarehouseId: 'there',
    status: 'open',
    itemIds: ['item'],
    number: null,
    openedBy: 'somebody',
    closedAtMs: null,
    ...change,
  },
  ...counts,
})
const idsOf = (views: readonly PackageView[]) => views.map(({ row }) => row.id)
const empty = { itemIds: [] }

it('open packages of a place are those with something in them, or something of them to settle or to send', () => {
  const views = [
    view('filled'),
    view('elsewhere', { origin: { type: 'warehouse', warehouseId: 'there' } }),
    view('closed', { status: 'closed' }),
    view('left empty', empty),
    view('just opened', empty, { pending: 1, refused: 0 }),
    view('refused', empty, { pending: 0, refused: 1 }),
  ]
  expect(idsOf(openHere(views, origin))).toEqual(['filled', 'just opened', 'refused'])
})

it('the package that is worked on stays among them when its last product is taken out', () => {
  expect(idsOf(openHere([view('one', empty), view('other', empty)], origin, 'one'))).toEqual(['one'])
})
