import { describe, expect, it } from 'vitest'
import { modules, moduleUserTypes } from '../organization/module.ts'
import { userTypes } from '../organization/user-type.ts'
import { checkPassword } from './password.ts'
import { permissions, permissionsOf, typeHolds } from './permission.ts'

it('user types are these twelve (AUTH-26)', () => {
  expect(userTypes).toEqual([
    'admin',
    'super_admin',
    'root_management_unit_manager',
    'root_management_unit_analyst',
    'management_unit_manager',
    'management_unit_analyst',
    'store_manager',
    'store_seller',
    'warehouse_manager',
    'warehouse_operator',
    'buyer_manager',
    'pseudo_anonymous',
  ])
})

describe('permissions', () => {
  it('give every staff type something, and a visitor nothing of the back office', () => {
    for (const type of userTypes) expect(permissionsOf(type).length > 0).toBe(type !== 'pseudo_anonymous')
  })
  it('are each held by somebody', () => {
    for (const permission of permissions) expect(userTypes.some((type) => typeHolds(type, permission))).toBe(true)
  })
  it('keep check-in to admins and the warehouse', () => {
    expect(userTypes.filter((type) => typeHolds(type, 'warehouse.check_in'))).toEqual([
      'admin',
      'super_admin',
      'warehouse_manager',
      'warehouse_operator',
    ])
  })
  it.each(['warehouse_manager', 'warehouse_operator'] as const)(
    'let a %s register, check, diagnose, refurbish, stock and ship (WH-01)',
    (type) => {
      const needed = [
        'warehouse.check_in',
        'item.control',
        'refurb_diagnostic.write',
        'refurb.write',
        'item_stock.read',
        'item.move',
        'expedition.send',
      ] as const
      expect(needed.filter((permission) => !typeHolds(type, permission))).toEqual([])
    },
  )
  it('keep client administration to admins', () => {
    expect(userTypes.filter((type) => typeHolds(type, 'client.list'))).toEqual(['admin', 'super_admin'])
  })
})

describe('modules', () => {
  it('admit every type but the visitor somewhere', () => {
    for (const type of userTypes)
      expect(modules.some((module) => moduleUserTypes[module].includes(type))).toBe(type !== 'pseudo_anonymous')
  })
})

describe('the password rule', () => {
  it.each([
    ['Reprise-2026', null],
    ['Short1a', 'PASSWORD_TOO_SHORT'],
    ['ALLUPPER1', 'PASSWORD_NEEDS_LOWERCASE'],
    ['alllower1', 'PASSWORD_NEEDS_UPPERCASE'],
    ['NoDigitsHere', 'PASSWORD_NEEDS_DIGIT'],
    [`Aa1${'x'.repeat(200)}`, 'PASSWORD_TOO_LONG'],
    ['aA1😀😀😀😀', 'PASSWORD_TOO_SHORT'],
    ['aA1😀😀😀😀😀', null],
  ])('answers %s with %s', (password, error) => {
    const result = checkPassword(password)
    expect(result.ok ? null : result.error).toBe(error)
  })
})
