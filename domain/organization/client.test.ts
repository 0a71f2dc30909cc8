import { describe, expect, it } from 'vitest'
import { deletionRefusal, type DeletionFacts } from './client.ts'

const free: DeletionFacts = { status: 'inactive', linkedBuyers: 0, linkedRetailers: 0, devices: 0 }

describe('an account', () => {
  it.each<[string, Partial<DeletionFacts>, string | null]>([
    ['that rests and is linked to nobody may be deleted', {}, null],
    ['that is active stays', { status: 'active' }, 'still_active'],
    ['with a linked buyer stays', { linkedBuyers: 1 }, 'has_linked_buyers'],
    ['with a linked retailer stays', { linkedRetailers: 1 }, 'has_linked_retailers'],
    ['whose devices may still bring work stays', { devices: 1 }, 'CLIENT_DEVICES_MAY_HOLD_WORK'],
    ['says first that it is active', { status: 'active', linkedBuyers: 2, devices: 1 }, 'still_active'],
    ['says of its buyers before its retailers', { linkedBuyers: 1, linkedRetailers: 1 }, 'has_linked_buyers'],
  ])('%s (ORG-10, ORG-12)', (_title, change, reason) => {
    expect(deletionRefusal({ ...free, ...change })).toBe(reason)
  })
})
