import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { EntitiesPage } from './entities-page.tsx'
import { entityAnswer } from './entity-form/entity.fixture.ts'

it.each<readonly [UserType, boolean]>([
  ['root_management_unit_analyst', false],
  ['root_management_unit_manager', true],
])('entities are listed for %s, who adds and changes them: %s (ORG-08)', async (userType, may) => {
  const { rows, offers, place } = await openOffice(EntitiesPage, {
    answer: ({ path }) =>
      path === '/api/organizations'
        ? { 'hydra:member': [entityAnswer], 'hydra:totalItems': 1 }
        : { organizations: [], 'hydra:member': [] },
    texts: ['organization', 'entity'],
    userType,
    pages: ['/entities', '/entity/create', '/entity/$id/edit', '/users'],
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  expect(place.querySelector('a[href="/entity/create"]') !== null).toBe(may)
  expect(offers('Modifier Lille Centre')).toBe(may)
  expect(offers('Ouvrir Lille Centre')).toBe(!may)
})
