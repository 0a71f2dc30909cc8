import { permissionsOf } from '#domain/access/permission.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'

/** A signed-in user for tests, with the permissions of its type in its module. */
export function signedInUser(part: Partial<StoredUser> = {}): StoredUser {
  const module = part.module ?? 'rps'
  const userType = part.userType ?? 'warehouse_operator'
  return {
    id: '01900000-0000-7000-8000-000000000001',
    email: 'ines@demo.example',
    firstname: 'Inès',
    lastname: 'Martin',
    types: [userType],
    status: 'active',
    language: 'fr-FR',
    accountId: '01900000-0000-7000-8000-0000000000aa',
    viewedAccountId: '01900000-0000-7000-8000-0000000000aa',
    timOrganizationId: null,
    rpsOrganizationId: null,
    forceConnectionBySso: false,
    viaOpenid: false,
    module,
    userType,
    modules: { [module]: userType },
    currentOrganization: null,
    frontPermissions: { [module]: [...permissionsOf(userType)] },
    enabledPremiumFeatures: [],
    apiToken: 'cookie',
    sessionExpiresAt: '2026-12-01T00:00:00.000Z',
    provenAt: '2026-11-24T00:00:00.000Z',
    ...part,
  }
}
