import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { UsersPage } from './users-page.tsx'
import { ClientUserFormPage } from './user/client-user-form-page.tsx'
import { ClientUsersPage } from './user/client-users-page.tsx'
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

it('a user of a client is created in that client, at its only entity of the kind, and leads to its users (ORG-34)', async () => {
  const store = seller.modules.tim!.organizationId
  const entity = { id: store, commonName: 'Boutique Lyon', type: 'store', status: 'active' }
  const { fill, press, field, asked, path } = await openOffice(() => <ClientUserFormPage accountId="c1" id={null} />, {
    answer: ({ path: called }) =>
      called.endsWith('/workplaces') ? { name: 'Boutique', types: ['store_seller'], entities: [entity] } : seller,
    texts: ['organization', 'user', 'shell'],
    pages: ['/userClient/create', '/account/$accountId/users'],
  })
  await userEvent.click(await field('Module'))
  ;(
    await vi.waitUntil(
      () => [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === 'Magasin'),
      { timeout: 10_000 },
    )
  ).click()
  await vi.waitFor(async () => expect((await field('Entité')).value).toBe('Boutique Lyon'), { timeout: 10_000 })
  await fill('Prénom', 'Nadia')
  await fill('Nom', 'Benali')
  await fill('E-mail', 'nadia@retailer.example')
  await press('Créer l’utilisateur')
  await vi.waitFor(() => expect(path()).toBe('/account/c1/users'), { timeout: 10_000 })
  const sent = asked.filter(({ method }) => method !== 'GET')
  expect(sent.map(({ method, path: to }) => [method, to])).toEqual([['POST', '/api/accounts/c1/users']])
  expect(sent[0]?.body).toMatchObject({
    email: 'nadia@retailer.example',
    firstname: 'Nadia',
    lastname: 'Benali',
    modules: { tim: { type: 'store_seller', organizationId: store } },
  })
})

it('a client without users says so, and leads to its first one (ORG-34)', async () => {
  const { says, place } = await openOffice(() => <ClientUsersPage accountId="c1" />, {
    answer: ({ path }) =>
      path.endsWith('/workplaces')
        ? { name: 'Boutique', types: ['store_seller'], entities: [] }
        : path === '/api/accounts/c1/users'
          ? { 'hydra:member': [], 'hydra:totalItems': 0 }
          : { accountId: 'platform' },
    texts: ['organization', 'user', 'shell'],
    pages: ['/account/$accountId/users', '/userClient/create', '/clients'],
  })
  await says('Créez la première personne qui gérera ce client')
  await vi.waitFor(() => expect(place.querySelector('a[href="/userClient/create?accountId=c1"]')).not.toBeNull(), {
    timeout: 10_000,
  })
})
