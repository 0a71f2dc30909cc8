import { describe, expect, it } from 'vitest'
import { permissionHolders } from '../access/permission.ts'
import { modules, moduleUserTypes, type Module } from './module.ts'
import type { OrganizationType } from './organization-type.ts'
import * as rules from './user-rules.ts'
import { userTypes, type UserType } from './user-type.ts'

const admins = { mayGiveAdmins: true }
const nobodyAbove = { mayGiveAdmins: false }

describe('the types that a user may give (ORG-33, ORG-41)', () => {
  it.each<[UserType, readonly string[]]>([
    ['store_manager', ['store_manager', 'store_seller']],
    ['warehouse_manager', ['warehouse_manager', 'warehouse_operator']],
    [
      'management_unit_manager',
      ['management_unit_manager', 'management_unit_analyst', 'store_manager', 'store_seller'],
    ],
    ['root_management_unit_analyst', []],
    ['management_unit_analyst', []],
    ['store_seller', []],
    ['warehouse_operator', []],
    ['buyer_manager', []],
    ['pseudo_anonymous', []],
  ])('%s', (giver, given) => {
    expect(rules.assignableTypes(giver, admins)).toEqual(given)
  })

  it('are given by those alone who write users', () => {
    for (const type of userTypes) {
      const writes = (permissionHolders['user.write'] as readonly UserType[]).includes(type)
      expect(rules.assignableTypes(type, admins).length > 0, type).toBe(writes)
    }
  })

  it('never hold more than the giver: administrators are given by administrators with the right to it', () => {
    expect(rules.assignableTypes('root_management_unit_manager', admins)).not.toContain('admin')
    expect(rules.assignableTypes('root_management_unit_manager', admins)).toContain('root_management_unit_manager')
    expect(rules.assignableTypes('admin', admins)).toContain('admin')
    expect(rules.assignableTypes('admin', admins)).not.toContain('super_admin')
    expect(rules.assignableTypes('super_admin', admins)).toContain('super_admin')
    expect(rules.assignableTypes('super_admin', nobodyAbove)).not.toContain('admin')
  })

  it('stand under each module that admits them', () => {
    const byModule = rules.assignableByModule(rules.assignableTypes('admin', admins))
    expect(byModule.lcm).toEqual(['buyer_manager'])
    expect(byModule.rps).toEqual(['warehouse_manager', 'warehouse_operator'])
    expect(byModule.root).toContain('admin')
    expect(byModule.tim).not.toContain('admin')
    for (const module of modules) expect(moduleUserTypes[module]).toEqual(expect.arrayContaining(byModule[module]))
  })
})

describe('a post in a module (ORG-37)', () => {
  const assignable = rules.assignableTypes('admin', admins)
  const judged = (
    module: Module,
    type: rules.StaffType,
    place: OrganizationType | null,
    { status = 'active', isPlatform = type === 'admin' }: { status?: 'active' | 'inactive'; isPlatform?: boolean } = {},
  ) =>
    rules.postFault(
      module,
      { type },
      { assignable, isPlatform, place: place === null ? undefined : { type: place, status } },
    )?.code ?? null

  it.each<[Module, rules.StaffType, OrganizationType]>([
    ['root', 'admin', 'root_management_unit'],
    ['root', 'root_management_unit_analyst', 'root_management_unit'],
    ['tim', 'management_unit_manager', 'management_unit'],
    ['tim', 'store_seller', 'store'],
    ['root', 'store_manager', 'store'],
    ['lcm', 'buyer_manager', 'buyer'],
    ['rps', 'warehouse_operator', 'warehouse'],
  ])('in %s as %s is at a %s and nowhere else', (module, type, place) => {
    expect(judged(module, type, place)).toBeNull()
    expect(judged(module, type, place, { status: 'inactive' })).toBe('USER_ENTITY_UNFIT')
    expect(judged(module, type, null)).toBe('USER_ENTITY_UNFIT')
    expect(judged(module, type, place === 'store' ? 'warehouse' : 'store')).toBe('USER_ENTITY_UNFIT')
  })

  it('is refused in a module that does not admit its role', () => {
    expect(judged('tim', 'admin', 'root_management_unit')).toBe('USER_ROLE_UNFIT')
    expect(judged('root', 'buyer_manager', 'buyer')).toBe('USER_ROLE_UNFIT')
    expect(judged('rps', 'store_seller', 'store')).toBe('USER_ROLE_UNFIT')
  })

  it('is the platform’s where it is an administrator’s, and a client’s where it is anybody else’s', () => {
    const top = 'root_management_unit'
    expect(judged('root', 'admin', top, { isPlatform: false })).toBe('USER_ROLE_OF_PLATFORM')
    expect(judged('root', 'root_management_unit_manager', top, { isPlatform: true })).toBe('USER_ROLE_OF_PLATFORM')
  })

  it('is refused with a role that the giver may not give', () => {
    const mine = rules.assignableTypes('store_manager', nobodyAbove)
    const place = { type: 'warehouse', status: 'active' } as const
    expect(
      rules.postFault('rps', { type: 'warehouse_operator' }, { assignable: mine, place, isPlatform: false }),
    ).toEqual({
      code: 'USER_ROLE_NOT_ALLOWED',
      field: 'type',
    })
  })
})

describe('how much of a user another user may change', () => {
  const assignable = rules.assignableTypes('store_manager', nobodyAbove)
  const here = { type: 'store_seller', isInBranch: true } as const
  it('is everything where all that the user holds may be given, and only that part where it is not', () => {
    expect(rules.reachOf([here], assignable)).toBe('all')
    expect(rules.reachOf([here, { type: 'root_management_unit_manager', isInBranch: false }], assignable)).toBe(
      'modules',
    )
    expect(rules.reachOf([here, { type: 'store_seller', isInBranch: false }], assignable)).toBe('modules')
    expect(rules.reachOf([{ type: 'management_unit_manager', isInBranch: true }], assignable)).toBe('none')
    expect(rules.reachOf([], assignable)).toBe('all')
  })
})

describe('who keeps an account open to others', () => {
  it.each<[string, UserType[], UserType[], UserType[], boolean]>([
    ['the last root manager', ['root_management_unit_manager'], [], [], true],
    ['a root manager beside another', ['root_management_unit_manager'], [], ['root_management_unit_manager'], false],
    ['a root manager beside an administrator', ['root_management_unit_manager'], [], ['admin'], true],
    ['an administrator beside another', ['admin'], [], ['admin'], false],
    ['the last administrator', ['admin'], ['root_management_unit_manager'], ['root_management_unit_manager'], true],
    ['an administrator who becomes another', ['admin'], ['super_admin'], [], false],
    ['a seller', ['store_seller'], [], [], false],
  ])('%s', (_who, before, after, others, isLast) => {
    expect(rules.removesLastAdmin({ before, after, others })).toBe(isLast)
  })
})

it('an address signs in through SSO by its domain as a whole', () => {
  expect(rules.isSsoAddress('a@sso.example', ['sso.example'])).toBe(true)
  expect(rules.isSsoAddress('a@SSO.example', ['sso.example'])).toBe(true)
  expect(rules.isSsoAddress('a@not.sso.example', ['sso.example'])).toBe(false)
  expect(rules.isSsoAddress('sso.example@other.example', ['sso.example'])).toBe(false)
})
