import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { EntitiesPage } from './entities-page.tsx'
import { entityAnswer } from './entity/entity.fixture.ts'

afterEach(() => page.viewport(414, 896))

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

it.each([390, 1440])(
  'a name and an id that are one long word each fit into the list at %i px (ORG-20)',
  async (width) => {
    await page.viewport(width, 844)
    const long = { ...entityAnswer, commonName: 'X'.repeat(80), externalId: 'W'.repeat(45) }
    const { rows, place } = await openOffice(EntitiesPage, {
      answer: ({ path }) =>
        path === '/api/organizations'
          ? { 'hydra:member': [long], 'hydra:totalItems': 1 }
          : { organizations: [], 'hydra:member': [] },
      texts: ['organization', 'entity'],
      userType: 'root_management_unit_manager',
      pages: ['/entities', '/entity/create', '/entity/$id/edit', '/users'],
    })
    await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
    await vi.waitFor(() => {
      const { right } = place.querySelector('table')!.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(innerWidth)
    })
  },
)
