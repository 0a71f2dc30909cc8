import { describe, expect, it } from 'vitest'
import { demandableTypes, needsSecondFactor } from './second-factor.ts'
import { isAdminType, userTypes } from '../organization/user-type.ts'

describe('a second factor', () => {
  const of = (assigned: (typeof userTypes)[number], demanded: (typeof userTypes)[number][] = [], isOfDemo = false) =>
    needsSecondFactor({ assigned: [assigned], demanded, isOfDemo })

  it('is demanded of administrators, but of those of the embedded demo', () => {
    for (const type of ['admin', 'super_admin'] as const)
      expect([of(type), of(type, [], true)], type).toEqual([true, false])
  })

  it('is demanded of others where the account says so, also in the demo', () => {
    for (const type of demandableTypes)
      expect([of(type), of(type, [type]), of(type, [type], true)], type).toEqual([false, true, true])
  })

  it('follows from what a user is in any module', () => {
    const assigned = ['warehouse_operator', 'management_unit_manager'] as const
    expect(needsSecondFactor({ assigned, demanded: ['management_unit_manager'], isOfDemo: false })).toBe(true)
    expect(needsSecondFactor({ assigned, demanded: ['store_seller'], isOfDemo: false })).toBe(false)
  })

  it('can be demanded of every user but administrators and visitors', () => {
    const others = userTypes.filter((type) => !isAdminType(type) && type !== 'pseudo_anonymous')
    expect([...demandableTypes].toSorted()).toEqual(others.toSorted())
  })
})
