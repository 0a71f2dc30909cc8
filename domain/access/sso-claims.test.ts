import { describe, expect, it } from 'vitest'
import { claimOf, matchedTypes, textClaim, typesByRoles } from './sso-claims.ts'

describe('a claim (CONN-15)', () => {
  it('is found by its name, also one with dots, and inside another', () => {
    const claims = { 'https://shop.example/roles': ['a'], realm_access: { roles: ['b'] }, 'x.y': 1, x: { y: 2 } }
    expect(claimOf(claims, 'https://shop.example/roles')).toEqual(['a'])
    expect(claimOf(claims, 'realm_access.roles')).toEqual(['b'])
    expect(claimOf(claims, 'x.y')).toBe(1)
    expect(claimOf(claims, 'realm_access.groups')).toBeUndefined()
    expect(claimOf(claims, 'constructor.name')).toBeUndefined()
  })

  it('is a text that fits, or none', () => {
    expect(textClaim({ given_name: '  Zoé ' }, 'given_name', 255)).toBe('Zoé')
    for (const value of ['', '   ', '\0', 'x'.repeat(256), 7, ['Zoé'], null])
      expect(textClaim({ given_name: value }, 'given_name', 255)).toBeNull()
  })
})

describe('roles of a provider (CONN-15)', () => {
  const matches = [
    { value: 'sales', userType: 'store_seller' },
    { value: 'lead', userType: 'store_manager' },
    { value: 'depot', userType: 'warehouse_operator' },
    { value: 'platform', userType: 'admin' },
  ] as const

  it('stand for types by the values of the claim, one or several', () => {
    expect(matchedTypes({ groups: ['lead', 'sales', 'other'] }, 'groups', matches)).toEqual([
      'store_seller',
      'store_manager',
    ])
    expect(matchedTypes({ groups: 'depot' }, 'groups', matches)).toEqual(['warehouse_operator'])
    expect(matchedTypes({ groups: [{}] }, 'groups', matches)).toEqual([])
    expect(matchedTypes({}, 'groups', matches)).toEqual([])
  })

  it('leave a type that is named, and move others within their place', () => {
    const seller = [{ module: 'tim', userType: 'store_seller' }] as const
    expect(typesByRoles(seller, ['store_manager', 'store_seller'])).toEqual(seller)
    expect(typesByRoles(seller, ['admin', 'store_manager'])).toEqual([{ module: 'tim', userType: 'store_manager' }])
  })

  it('make nobody an administrator, and nobody at home in another place', () => {
    const seller = [{ module: 'root', userType: 'store_seller' }] as const
    for (const type of ['admin', 'super_admin', 'root_management_unit_manager', 'warehouse_manager'] as const)
      expect(typesByRoles(seller, [type])).toBeNull()
    expect(typesByRoles([{ module: 'root', userType: 'admin' }], ['admin'])).not.toBeNull()
    expect(typesByRoles([{ module: 'root', userType: 'admin' }], ['super_admin'])).toBeNull()
  })

  it('have to reach every module that the user holds', () => {
    const both = [
      { module: 'tim', userType: 'store_seller' },
      { module: 'rps', userType: 'warehouse_operator' },
    ] as const
    expect(typesByRoles(both, ['store_seller'])).toBeNull()
    expect(typesByRoles(both, ['store_seller', 'warehouse_operator'])).toEqual(both)
  })
})
