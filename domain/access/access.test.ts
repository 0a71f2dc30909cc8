import { describe, expect, it } from 'vitest'
import { modules, moduleUserTypes } from '../organization/module.ts'
import { userTypes } from '../organization/user-type.ts'
import { createCommonPasswords } from './common-passwords.ts'
import { checkNewPassword, checkPassword } from './password.ts'
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
  it('are each held by at least one user type', () => {
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

describe('a new password', () => {
  const common = createCommonPasswords()
  it.each([
    ['Password1', 'PASSWORD_COMMON'],
    ['Azerty123456', 'PASSWORD_COMMON'],
    ['P@ssw0rd1', 'PASSWORD_COMMON'],
    ['pA$$w0rd!', 'PASSWORD_COMMON'],
    ['Motdepasse1', 'PASSWORD_COMMON'],
    ['Passwort2026!', 'PASSWORD_COMMON'],
    ['123Welkom', 'PASSWORD_COMMON'],
    ['Qwertz12', 'PASSWORD_COMMON'],
    ['Anne-Zx81qv', null],
    ['Xq7-Martin', 'PASSWORD_HOLDS_NAME'],
    ['ANNEmartin7', 'PASSWORD_HOLDS_NAME'],
    ['Fils-de-batir-4', 'PASSWORD_HOLDS_NAME'],
    ['Zebre-Lune-41', null],
    ['Azerty1234567x', null],
  ])('answers %s with %s', (password, error) => {
    const result = checkNewPassword(password, {
      email: 'ann.martin@shop.example',
      accountName: 'Bâtir & Co',
      common,
    })
    expect(result.ok ? null : result.error).toBe(error)
  })

  it('is judged without the list where it is not at hand', () => {
    expect(checkNewPassword('Password1', { email: '', accountName: null, common: null }).ok).toBe(true)
  })

  it('is hardly ever refused by chance', () => {
    const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
    const random = (seed: number) =>
      Array.from({ length: 10 }, (_, at) => letters[Math.floor(Math.abs(Math.sin(seed * 31 + at) * 1e4)) % 32]).join('')
    const drawn = Array.from({ length: 1000 }, (_, seed) => `K${random(seed + 1)}7`)
    expect(drawn.filter((one) => common.has(one))).toEqual([])
  })
})
