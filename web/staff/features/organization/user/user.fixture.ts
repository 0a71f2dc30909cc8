import type { UserDetail } from '#sync/calls/user.ts'

const store = '019a6410-0000-7000-8000-000000000003'

/** A seller for tests of the form. */
export const seller: UserDetail = {
  id: '019a6410-0000-7000-8000-000000000001',
  version: 4,
  types: ['store_seller'],
  email: 'nadia@retailer.example',
  firstname: 'Nadia',
  lastname: 'Benali',
  status: 'active',
  modules: { tim: { type: 'store_seller', organizationId: store, organizationName: 'North store' } },
  accountId: '019a6410-0000-7000-8000-000000000002',
  timOrganizationId: store,
  rpsOrganizationId: null,
  forceConnectionBySso: false,
  language: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  lastLoginAt: null,
  reach: 'all',
  awaitsPassword: false,
  openDevices: 0,
  hasCodes: false,
  accessEvents: [],
}
