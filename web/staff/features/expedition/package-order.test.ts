import { expect, it } from 'vitest'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { destinationsOf, orderPackages } from './package-order.ts'

const view = (id: string, destinationWarehouseId: string, closedAtMs: number | null = null) =>
  ({ row: { id, destinationWarehouseId, closedAtMs } }) as PackageView
const idsOf = (views: readonly PackageView[]) => views.map(({ row }) => row.id)

const open = [view('1', 'north'), view('2', 'south'), view('3', 'north')]
const closed = [view('1', 'north', 30), view('2', 'south', 10), view('3', 'north', 20)]

it('those of one destination stand together, the latest first', () => {
  expect(idsOf(orderPackages(open, 'destination', null))).toEqual(['3', '1', '2'])
  expect(idsOf(orderPackages(closed, 'destination', null))).toEqual(['1', '3', '2'])
})

it('the latest come first, whatever their destination', () => {
  expect(idsOf(orderPackages(open, 'newest', null))).toEqual(['3', '2', '1'])
  expect(idsOf(orderPackages(closed, 'newest', null))).toEqual(['1', '3', '2'])
})

it('one destination alone is shown where it is asked for', () => {
  expect(idsOf(orderPackages(open, 'newest', 'south'))).toEqual(['2'])
  expect(idsOf(orderPackages(open, 'newest', 'west'))).toEqual([])
})

it('the destinations that there are stand once each', () => {
  expect(destinationsOf([...open, ...closed])).toEqual(['north', 'south'])
})
