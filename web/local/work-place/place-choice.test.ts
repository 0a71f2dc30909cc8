import { describe, expect, it } from 'vitest'
import { operator } from '#tests/support/device-fixture.ts'
import { uuid } from '#tests/support/rows.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { choiceOf, placeAsked, withChoice } from './place-choice.ts'
import { copyOf } from '#web/local/sync/pull.ts'

const place = uuid(2, 7)
const other = uuid(2, 8)
const admin: Author = { ...operator(1), module: 'root', userType: 'admin', warehouseIds: 'all', storeIds: 'all' }
const manager: Author = { ...operator(2), module: 'tim', userType: 'management_unit_manager', warehouseIds: [] }

describe('the choice of a place', () => {
  it('of an admin is a warehouse, and leaves what they send from', () => {
    const chosen = withChoice(admin, place)
    expect(chosen).toEqual({ ...admin, chosenWarehouseId: place })
    expect(placeAsked(chosen)).toEqual({ warehouseId: place })
    expect(withChoice(chosen, undefined)).toEqual(admin)
  })

  it.each(['management_unit_manager', 'root_management_unit_manager'] as const)(
    'of a %s is a store, from which they send',
    (userType) => {
      const chosen = withChoice({ ...manager, userType }, place)
      expect(chosen).toEqual({ ...manager, userType, storeIds: [place], chosenStoreId: place })
      expect(placeAsked(chosen)).toEqual({ storeId: place })
      expect(withChoice(chosen, other)).toEqual({ ...manager, userType, storeIds: [other], chosenStoreId: other })
      expect(withChoice(chosen, undefined)).toEqual({ ...manager, userType })
    },
  )

  it('is none of those who have a place of their own', () => {
    expect(withChoice(operator(1), place)).toEqual(operator(1))
    expect(placeAsked(operator(1))).toEqual({})
  })

  it('names a copy of its own, as authors of before name theirs', () => {
    const { userId } = admin
    expect(copyOf(admin)).toBe(`copy:${userId}|root|`)
    // As stored by a version that knew warehouses alone.
    const before: Author = { ...admin, chosenWarehouseId: place }
    expect(choiceOf(before)).toBe(place)
    expect(copyOf(before)).toBe(`copy:${userId}|root|${place}`)
    expect(copyOf(withChoice(manager, place))).toBe(`copy:${manager.userId}|tim|${place}`)
  })
})
