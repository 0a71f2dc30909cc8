import type { AuthenticatedUser, Branding } from '#sync/calls/session-answers.ts'
import { permissionsOf } from '#domain/access/permission.ts'
import type { KeyValues } from './local-storage.ts'

export const now = new Date('2026-11-20T08:00:00.000Z')
export const user: AuthenticatedUser = {
  id: 'u1',
  email: 'ines@demo.example',
  firstname: 'Inès',
  lastname: 'Martin',
  types: ['warehouse_operator'],
  status: 'active',
  language: 'nl-BE',
  accountId: 'a1',
  viewedAccountId: 'a1',
  timOrganizationId: null,
  rpsOrganizationId: null,
  forceConnectionBySso: false,
  viaOpenid: false,
  module: 'rps',
  userType: 'warehouse_operator',
  modules: { rps: 'warehouse_operator' },
  currentOrganization: null,
  frontPermissions: { rps: [...permissionsOf('warehouse_operator')] },
  enabledPremiumFeatures: [],
  apiToken: 'cookie',
  sessionExpiresAt: '2026-12-01T00:00:00.000Z',
  grant: { token: 'very-secret', deviceId: 'd1', module: 'rps', expiresAt: '2026-12-01T00:00:00.000Z' },
  moreGrants: [{ token: 'very-secret-too', deviceId: 'd1', module: 'tim', expiresAt: '2026-12-01T00:00:00.000Z' }],
}

export const organization: NonNullable<AuthenticatedUser['currentOrganization']> = {
  id: 'o1',
  commonName: 'Atelier Lyon',
  type: 'warehouse',
  moduleType: 'rps',
  account: {
    id: 'a1',
    name: 'Maison Essai',
    companyCountry: 'FR',
    language: 'nl-BE',
    currency: 'EUR',
    timeZone: 'Europe/Brussels',
    emailDPO: null,
    mainColor: '#1f5fd6',
    logo: '/logo.png',
    favicon: null,
    isBuyerAndWorkshopsSupervisor: false,
    isRetailer: true,
  },
}
export const branding: Branding = {
  accountId: 'a1',
  name: 'Maison Essai',
  mainColor: '#1f5fd6',
  logo: '/logo.png',
  favicon: null,
  language: 'nl-BE',
  currency: 'EUR',
  externalWebsiteLink: null,
}

export function memory(): KeyValues & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
