import { expect, it, vi } from 'vitest'
import { config, otherWarehouse, row } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { ControlStop } from './control-lookup.ts'
import { useLookupWords } from './compliance-lookup-texts.ts'

it('each reason against a test has its own words, with the place or the status that it is about (WH-10 to WH-12)', async () => {
  const item = row(1, {
    status: 'item_to_return',
    warehouseId: otherWarehouse,
    destinationWarehouseId: otherWarehouse,
  })
  const stops: readonly (readonly [code: string, stop: ControlStop])[] = [
    ['20000005', { face: 'not_recognised' }],
    ['20000004', { face: 'not_recognised' }],
    ['2999999', { face: 'not_recognised' }],
    ['20000001', { face: 'not_assigned', item }],
    ['20000001', { face: 'not_registered', item }],
    ['20000001', { face: 'in_other_warehouse', item }],
    ['20000001', { face: 'not_eligible', item, code: 'ITEM_STATUS_NOT_ELIGIBLE' }],
    ['20000001', { face: 'tested', item }],
    ['20000001', { face: 'quarantined', item }],
  ]
  const Words = () => {
    const wordsOf = useLookupWords(config)
    return stops.map(([code, stop]) => {
      const { title, text, warehouse } = wordsOf(code, stop)
      return <p key={`${stop.face} ${code}`}>{[title, text, warehouse].join(' | ')}</p>
    })
  }
  const { place } = await drawScreen(<Words />, { language: 'en-GB', texts: ['compliance', 'warehouse', 'errors'] })
  const told = () => [...place.querySelectorAll('p')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(told()).toHaveLength(stops.length))
  expect(told()).toEqual([
    'Code not recognised | Its check digit is wrong: scan the label again. | ',
    'Code not recognised | This code is not recognised, or the product is not assigned to this workshop. | ',
    'Code not recognised | This code does not have the length of a product code. | ',
    'Not assigned to this workshop | This product is expected at Lille. It cannot be tested here. | Lille',
    'Product not checked in | Check-in is mandatory before the test. | ',
    'Other warehouse | This product is in stock at Lille, with status “To return to the customer”: it cannot be tested here. | Lille',
    'Status not eligible | This product cannot be tested: its status is “To return to the customer”. | ',
    'Already tested | This product is tested: its status is “To return to the customer”. | ',
    'In quarantine | This product is set aside and waits for a decision. Put it into quarantine. | ',
  ])
})
