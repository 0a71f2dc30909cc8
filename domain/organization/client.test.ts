import { describe, expect, it } from 'vitest'
import {
  canLink,
  deletionRefusal,
  modulesOf,
  moduleStillUsed,
  siretFault,
  siteHost,
  type DeletionFacts,
} from './client.ts'

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

describe('a module of a client', () => {
  const both = { isRetailer: true, isBuyerAndWorkshopsSupervisor: true }
  const unused = { stores: 0, warehouses: 0, retailUsers: 0, buyerUsers: 0, linkedBuyers: 0, linkedRetailers: 0 }

  it('is one of two, of which a client may have both (ORG-05)', () => {
    expect([...modulesOf(both)]).toEqual(['retailer', 'buyer'])
    expect([...modulesOf({ ...both, isRetailer: false })]).toEqual(['buyer'])
  })

  it.each([
    ['stores', 'retailer'],
    ['retailUsers', 'retailer'],
    ['buyerUsers', 'buyer'],
    ['linkedBuyers', 'retailer'],
    ['warehouses', 'buyer'],
    ['linkedRetailers', 'buyer'],
  ] as const)('stays while %s need it: %s (ORG-30)', (what, module) => {
    const use = { ...unused, [what]: 1 }
    const without = {
      retailer: { ...both, isRetailer: false },
      buyer: { ...both, isBuyerAndWorkshopsSupervisor: false },
    }
    const other = module === 'retailer' ? 'buyer' : 'retailer'
    expect(moduleStillUsed(both, without[module], use)).toBe(module)
    expect(moduleStillUsed(both, without[other], use)).toBeNull()
    expect(moduleStillUsed(both, without[module], unused)).toBeNull()
    expect(moduleStillUsed(without[module], without[module], use)).toBeNull()
  })
})

it('a SIRET is 14 digits in France, and whatever the register says elsewhere', () => {
  expect(siretFault({ siret: '80314159700010', companyCountry: 'FR' })).toBeNull()
  expect(siretFault({ siret: null, companyCountry: 'FR' })).toBeNull()
  expect(siretFault({ siret: '73282932000074', companyCountry: 'FR' })).toBeNull()
  expect(siretFault({ siret: '8031415920001', companyCountry: 'FR' })).toBe('CLIENT_SIRET_INVALID')
  expect(siretFault({ siret: '0403.199.702', companyCountry: 'BE' })).toBeNull()
})

it('a public site answers under the host of its web channel, unless it answers every host', () => {
  expect(siteHost('https://Shop.Example:8443/fr', 'old.example')).toBe('shop.example')
  expect(siteHost(null, 'old.example')).toBeNull()
  expect(siteHost('https://shop.example', '*')).toBe('*')
})

it.each<[string, object, object, boolean]>([
  ['a retailer and a buyer at work', {}, {}, true],
  ['an account with itself', {}, { id: 'retailer' }, false],
  ['a retailer that rests', { status: 'inactive' }, {}, false],
  ['a buyer that rests', {}, { status: 'inactive' }, false],
  ['one that is no retailer', { isRetailer: false }, {}, false],
  ['one that is no buyer', {}, { isBuyerAndWorkshopsSupervisor: false }, false],
])('a link of %s: %o, %o may be made: %s (ORG-13)', (_title, one, other, may) => {
  const both = { status: 'active' as const, isRetailer: true, isBuyerAndWorkshopsSupervisor: true }
  expect(canLink({ id: 'retailer', ...both, ...one }, { id: 'buyer', ...both, ...other })).toBe(may)
})

it.each<[string, string | null, string]>([
  ['80314159200018', 'CLIENT_SIRET_CHECK_DIGIT', 'a SIREN with a wrong digit'],
  ['73282932000075', 'CLIENT_SIRET_CHECK_DIGIT', 'a wrong last digit'],
  ['73282923000074', 'CLIENT_SIRET_CHECK_DIGIT', 'two digits that changed places'],
  ['35600000000048', null, 'the head office of La Poste'],
  ['35600000049837', null, 'a post office, by the sum of its digits'],
  ['35600000049838', 'CLIENT_SIRET_CHECK_DIGIT', 'a post office with a wrong digit'],
])('the digits of a French SIRET are checked: %s is %s (%s)', (siret, fault) => {
  expect(siretFault({ siret, companyCountry: 'FR' })).toBe(fault)
  expect(siretFault({ siret, companyCountry: 'BE' })).toBeNull()
})
