import { describe, expect, it } from 'vitest'
import { libraryChecks } from '../customer/customer-checks.library.ts'
import { entityPatchSchema, newEntitySchema, wholeEntity } from './entity.schema.ts'
import {
  entityFaults,
  faultsOfChange,
  moduleOfType,
  needsParent,
  parentRefusal,
  parentTypesOf,
  deactivationRefusal,
  type EntityPlace,
  type EntityUse,
} from './entity.ts'
import { organizationTypes, type OrganizationType } from './organization-type.ts'

describe('where an entity stands', () => {
  const may: Readonly<Record<OrganizationType, readonly OrganizationType[]>> = {
    root_management_unit: [],
    management_unit: ['management_unit', 'root_management_unit'],
    store: ['management_unit'],
    warehouse: ['management_unit', 'root_management_unit'],
    buyer: ['buyer', 'root_management_unit'],
  }
  const above = (type: OrganizationType) => ({ type, status: 'active' as const, path: ['top', 'above'] })

  it.each(organizationTypes)('depends on its type: %s (ORG-22)', (type) => {
    const taken = organizationTypes.filter((parent) => parentRefusal({ id: null, type }, above(parent)) === null)
    expect(taken.toSorted()).toEqual(may[type].toSorted())
    expect(parentTypesOf(type).toSorted()).toEqual(may[type].toSorted())
  })

  it('is beside the tree for warehouses and buyers alone', () => {
    expect(organizationTypes.filter(needsParent)).toEqual(['management_unit', 'store'])
  })

  it('is never itself, below itself, or under what rests', () => {
    const unit = { id: 'above', type: 'management_unit' } as const
    expect(parentRefusal(unit, above('management_unit'))).toBe('ENTITY_PARENT_BELOW')
    expect(parentRefusal({ ...unit, id: 'top' }, above('management_unit'))).toBe('ENTITY_PARENT_BELOW')
    expect(parentRefusal({ ...unit, id: 'other' }, above('management_unit'))).toBeNull()
    expect(parentRefusal({ ...unit, id: 'other' }, { ...above('management_unit'), status: 'inactive' })).toBe(
      'ENTITY_PARENT_INACTIVE',
    )
  })
})

it('the module of an entity follows from its type (ORG-19)', () => {
  expect(organizationTypes.map((type) => [type, moduleOfType(type)])).toEqual([
    ['buyer', 'lcm'],
    ['management_unit', 'root'],
    ['root_management_unit', 'root'],
    ['store', 'tim'],
    ['warehouse', 'rps'],
  ])
})

describe('what an entity says as a whole', () => {
  const store: EntityPlace = {
    type: 'store',
    siret: null,
    street: '1 rue Neuve',
    zipCode: '59000',
    city: 'Lille',
    country: 'FR',
    latitude: null,
    longitude: null,
  }
  const faults = (change: Partial<EntityPlace>, companyCountry = 'FR') =>
    entityFaults({ ...store, ...change }, companyCountry, libraryChecks).map(({ field, code }) => [field, code])

  it.each<[string, Partial<EntityPlace>, readonly (readonly string[])[]]>([
    ['whole', {}, []],
    ['a zip code of another country', { zipCode: '1000' }, [['zipCode', 'ENTITY_ZIP_CODE_INVALID']]],
    ['that zip code in its country', { zipCode: '1000', country: 'BE' }, []],
    ['a country that there is not', { country: 'ZZ' }, [['country', 'FORM_REQUIRED']]],
    ['a SIRET of 13 digits', { siret: '8031415920001' }, [['siret', 'CLIENT_SIRET_INVALID']]],
    ['a number of another register', { siret: '0403.199.702', country: 'BE', zipCode: '1000' }, []],
    ['half a place', { latitude: 50 }, [['longitude', 'ENTITY_COORDINATES_HALF']]],
    ['the other half', { longitude: 3 }, [['latitude', 'ENTITY_COORDINATES_HALF']]],
    ['the point where both are 0', { latitude: 0, longitude: 0 }, []],
  ])('of a store: %s', (_title, change, expected) => {
    expect(faults(change)).toEqual(expected)
  })

  it('of stores and warehouses holds an address, and of nothing else', () => {
    const nowhere = { street: null, zipCode: null, city: null, country: null }
    const missing = [
      ['street', 'FORM_REQUIRED_BETWEEN'],
      ['zipCode', 'FORM_REQUIRED'],
      ['city', 'FORM_REQUIRED_BETWEEN'],
      ['country', 'FORM_REQUIRED'],
    ]
    for (const type of organizationTypes)
      expect(faults({ type, ...nowhere }), type).toEqual(['store', 'warehouse'].includes(type) ? missing : [])
  })

  it('judges a SIRET by the company where the entity names no country', () => {
    const unit = { type: 'management_unit', country: null, siret: '0403199702' } as const
    expect(faults(unit, 'FR')).toEqual([['siret', 'CLIENT_SIRET_INVALID']])
    expect(faults(unit, 'BE')).toEqual([])
  })

  it('is judged as far as a change is answerable for it', () => {
    const found = entityFaults({ ...store, zipCode: '1000', street: null, latitude: 1 }, 'FR', libraryChecks)
    const judged = (...changed: readonly string[]) =>
      faultsOfChange(found, (field) => changed.includes(field)).map(({ field }) => field)
    expect(judged('siret')).toEqual([])
    expect(judged('country')).toEqual(['zipCode'])
    expect(judged('street')).toEqual(['street'])
    expect(judged('latitude')).toEqual(['longitude'])
  })
})

describe('an entity stays active', () => {
  const unused: EntityUse = {
    entities: 0,
    users: 0,
    items: 0,
    openPackages: 0,
    defaultOf: 0,
    dispatchRules: 0,
    categories: 0,
  }

  it.each([
    ['entities', 'ENTITY_HAS_ENTITIES'],
    ['users', 'ENTITY_HAS_USERS'],
    ['items', 'ENTITY_HAS_ITEMS'],
    ['openPackages', 'ENTITY_HAS_OPEN_PACKAGES'],
    ['defaultOf', 'ENTITY_IS_DEFAULT_WAREHOUSE'],
    ['dispatchRules', 'ENTITY_IN_DISPATCH'],
    ['categories', 'ENTITY_HAS_CATEGORIES'],
  ] as const)('while %s need it', (what, code) => {
    expect(deactivationRefusal('warehouse', { ...unused, [what]: 1 })).toBe(code)
  })

  it('no longer than something does, but for the head office', () => {
    expect(deactivationRefusal('store', unused)).toBeNull()
    expect(deactivationRefusal('root_management_unit', unused)).toBe('ENTITY_TOP_STAYS')
  })
})

describe('what is said of an entity', () => {
  const id = '01a20035-5988-7003-ba43-c8179d5087e6'
  const text = (length: number) => 'é'.repeat(length)
  const fault = (change: object) => {
    const { error } = newEntitySchema.safeParse({ type: 'management_unit', commonName: 'Nord', ...change })
    return error?.issues.map(({ path, message }) => [path.join('.'), message])
  }

  it.each<[string, object, object]>([
    ['a name', { commonName: text(2) }, { commonName: text(1) }],
    ['a long name', { commonName: text(255) }, { commonName: text(256) }],
    ['a company', { corporateName: text(255) }, { corporateName: text(256) }],
    ['an external id (ORG-20)', { externalId: text(45) }, { externalId: text(46) }],
    ['a street', { street: text(125) }, { street: text(126) }],
    ['a short street', { street: text(2) }, { street: text(1) }],
    ['more of it', { streetMore: text(125) }, { streetMore: text(126) }],
    ['a city', { city: text(45) }, { city: text(46) }],
    ['a short city', { city: text(2) }, { city: text(1) }],
    ['a zip code', { zipCode: text(16) }, { zipCode: text(17) }],
    ['a capital', { capital: text(64) }, { capital: text(65) }],
    ['a number', { siret: ` 1 ${text(19)}` }, { siret: text(21) }],
    ['north (ORG-21)', { latitude: 90 }, { latitude: 90.000_001 }],
    ['south (ORG-21)', { latitude: -90 }, { latitude: -90.000_001 }],
    ['east (ORG-21)', { longitude: 180 }, { longitude: 180.000_001 }],
    ['west (ORG-21)', { longitude: -180 }, { longitude: -180.000_001 }],
    ['an e-mail', { placeEmail: 'nord@shop.example' }, { placeEmail: 'nord@' }],
    ['a country', { country: 'BE' }, { country: 'Belgique' }],
    ['a parent', { parentOrganizationId: id }, { parentOrganizationId: 'north' }],
    ['its module', { moduleType: 'root' }, { moduleType: 'tim' }],
  ])('has its bounds: %s', (_title, right, wrong) => {
    expect(fault(right)).toBeUndefined()
    expect(fault(wrong)).toEqual([[Object.keys(wrong)[0], expect.any(String)]])
  })

  it('is none where it was left out or is empty', () => {
    const said = newEntitySchema.parse({ type: 'store', commonName: ' Lille ', externalId: ' ', siret: '1 2' })
    expect(wholeEntity(said)).toMatchObject({
      type: 'store',
      status: 'active',
      commonName: 'Lille',
      externalId: null,
      siret: '12',
      latitude: null,
      geocodedByUser: false,
    })
  })

  it('may change in part', () => {
    expect(entityPatchSchema.parse({ city: 'Lille', street: null })).toEqual({ city: 'Lille', street: null })
    expect(entityPatchSchema.safeParse({ accountId: id }).success).toBe(false)
  })
})
