import { describe, expect, it } from 'vitest'
import { itemStatuses } from './item-status.ts'
import { nextWork, workKinds, workWithoutCheckIn } from './next-work.ts'
import { isInsideWarehouse } from './item-transitions.ts'

const here = { warehouseId: 'w', destinationWarehouseId: 'w', hasOpenSteps: false }

describe('the next work of an item', () => {
  it('is known for every status inside a warehouse', () => {
    for (const status of itemStatuses) {
      const isWork = nextWork({ ...here, status }, ['w']) !== null
      expect(isWork, status).toBe(isInsideWarehouse(status) || status === 'item_in_transit')
    }
  })

  it('depends on the steps that are open', () => {
    const status = 'item_refurb_in_progress'
    expect(nextWork({ ...here, status, hasOpenSteps: true }, ['w'])).toBe('steps')
    expect(nextWork({ ...here, status }, ['w'])).toBe('confirm_steps')
  })

  it('is the test of what arrives, for those who check nothing in', () => {
    expect(workWithoutCheckIn('check_in', false)).toBe('test')
    expect(workWithoutCheckIn('check_in', true)).toBe('check_in')
    for (const kind of workKinds.filter((one) => one !== 'check_in')) expect(workWithoutCheckIn(kind, false)).toBe(kind)
  })

  it('is nothing in another warehouse', () => {
    for (const status of itemStatuses) expect(nextWork({ ...here, status }, ['x'])).toBeNull()
  })

  it('has each kind reached by some item', () => {
    const reached = itemStatuses.flatMap((status) =>
      [true, false].map((hasOpenSteps) => nextWork({ ...here, status, hasOpenSteps }, ['w'])),
    )
    expect(new Set(reached.filter((kind) => kind !== null))).toEqual(new Set(workKinds))
  })
})
