import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { UsersPage } from './users-page.tsx'
import { ClientUserFormPage } from './user/client-user-form-page.tsx'
import { UserFormPage } from './user/user-form-page.tsx'
import { seller } from './user/user.fixture.ts'

const {
  reach: _reach,
  awaitsPassword: _awaits,
  openDevices: _devices,
  hasCodes: _codes,
  accessEvents: _events,
  ...listed
} = seller

async function open(userType: UserType) {
  const office = await openOffice(UsersPage, {
    answer: ({ path }) =>
      path === '/api/users' ? { 'hydra:member': [listed], 'hydra:totalItems': 1 } : { 'hydra:member': [] },
    texts: ['organization', 'user', 'shell'],
    userType,
    pages: ['/users', '/user/create', '/users/import', '/user/$id/edit'],
  })
  await vi.waitFor(() => expect(office.rows()).toHaveLength(1), { timeout: 10_000 })
  return office
}

it('users are looked at without the right to change them, and neither created nor imported (ORG-08)', async () => {
  const { offers, place } = await open('root_management_unit_analyst')
  expect(offers('Consulter Nadia Benali')).toBe(true)
  expect(offers('Modifier Nadia Benali')).toBe(false)
  for (const way of ['/user/create', '/users/import']) expect(place.querySelector(`a[href="${way}"]`)).toBeNull()
  const manager = await open('root_management_unit_manager')
  expect(manager.offers('Modifier Nadia Benali')).toBe(true)
  expect(manager.place.querySelector('a[href="/user/create"]')).not.toBeNull()
})

it('the form of a user can only be read without that right (ORG-08)', async () => {
  const { says, field, offers } = await openOffice(() => <UserFormPage place={{ kind: 'own' }} id={seller.id} />, {
    answer: ({ path }) => {
      if (path.endsWith('/assignable-user-types'))
        return { types: [], modules: { root: [], tim: [], lcm: [], rps: [] } }
      return path.endsWith('/organizations') ? { 'hydra:member': [] } : { ...seller, reach: 'none' }
    },
    texts: ['organization', 'user', 'shell'],
    userType: 'root_management_unit_analyst',
    pages: ['/user/$id/edit', '/users'],
  })
  await says('Vous pouvez consulter cet utilisateur, sans le modifier.')
  expect((await field('E-mail')).disabled).toBe(true)
  expect(offers('Enregistrer')).toBe(false)
})

it('a user of no client is not created: which client it is has to be chosen first (ORG-34)', async () => {
  const { says, place } = await openOffice(() => <ClientUserFormPage accountId={null} id={null} />, {
    answer: () => null,
    texts: ['user'],
    pages: ['/userClient/create', '/clients'],
  })
  await says(/De quel client s’agit-il/)
  expect(place.querySelector('a[href="/clients"]')).not.toBeNull()
  expect(place.querySelector('form')).toBeNull()
})

it('a user of a client is changed in that client, and leads back to its users (ORG-34)', async () => {
  const { fill, press, asked, path } = await openOffice(() => <ClientUserFormPage accountId="c1" id={seller.id} />, {
    answer: ({ path: called }) => {
      if (called.endsWith('/assignable-user-types'))
        return { types: ['store_seller'], modules: { root: [], tim: ['store_seller'], lcm: [], rps: [] } }
      return called.endsWith('/workplaces') ? { name: 'Boutique', types: ['store_seller'], entities: [] } : seller
    },
    texts: ['organization', 'user', 'shell'],
    pages: ['/userClient/$id/edit', '/account/$accountId/users'],
  })
  await fill('Nom', 'Durand')
  await press('Enregistrer')
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')).toBeDefined(), { timeout: 10_000 })
  const change = asked.find(({ method }) => method === 'PATCH')!
  expect([change.path, change.body]).toEqual([`/api/accounts/c1/users/${seller.id}`, { lastname: 'Durand' }])
  await vi.waitFor(() => expect(path()).toBe('/account/c1/users'))
})
