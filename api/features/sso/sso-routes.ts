import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import { readSso, sealSsoSecret, type StoredSso } from '#api/db/sso-configuration.ts'
import type { Tables } from '#api/db/tables.ts'
import { readTopEntity } from '#api/db/top-entity.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { openIdAddresses } from '#api/http/sso-addresses.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { usualSso } from '#domain/sso/sso-configuration.schema.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { checkSsoCall, putSsoCall, readSsoCall, type SsoAnswer } from '#sync/calls/sso.ts'
import { createDomainRoutes, recordOf } from './sso-domain-routes.ts'
import type { SsoDeps } from './sso-deps.ts'
import * as queries from './sso-queries.ts'

/** The identity provider of an account (CONN-15, CONN-16): what is stored, and whether it can be signed in with. */
export function createSsoRoutes(deps: SsoDeps): readonly DeclaredRoute[] {
  const { database, vault, providers, publicUrl } = deps
  const answerOf = (organizationId: string, stored: StoredSso | null): SsoAnswer => ({
    ...(stored ?? notYet),
    proofs: (stored?.proofs ?? []).map(({ domain, proof, token }) => ({
      domain,
      proof,
      record: recordOf(domain, token),
    })),
    organizationId,
    hasClientSecret: stored !== null,
    domains: [...(stored?.domains ?? [])],
    roles: (stored?.roles ?? []) as SsoAnswer['roles'],
    ...openIdAddresses(publicUrl, organizationId),
  })

  return [
    route(
      {
        ...readSsoCall,
        permission: 'settings.read',
        summary: 'Identity provider of the account',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ caller, params: { id }, answerHeaders }) => {
        const account = await accountOfOrganization(database, caller, id)
        if (!account.ok) return account
        const accountId = account.value
        const found = await inAccount(database, accountId, (tx) => read(tx, accountId, id), { readOnly: true })
        return found.ok ? versioned(answerHeaders, answerOf(id, found.value)) : found
      },
    ),

    route(
      {
        ...putSsoCall,
        permission: 'sso.update',
        freshProof: true,
        summary: 'Store the identity provider of the account',
        refusals: [
          'SSO_DOMAIN_TAKEN',
          'SSO_DOMAIN_IN_USE',
          'SSO_USERS_FORCED',
          'SSO_ENDPOINT_NOT_ALLOWED',
          'SSO_SECRET_REQUIRED',
          'REQUEST_VERSION_CONFLICT',
          'CLIENT_ADMINISTRATION_MISSING',
        ],
      },
      async ({ caller, params: { id }, body, http, answerHeaders }) => {
        const account = await accountOfOrganization(database, caller, id)
        if (!account.ok) return account
        const accountId = account.value
        const { clientSecret, ...sso } = body
        const stored = await refusingConstraints(takenBy, () =>
          inAccount(database, accountId, async (tx) => {
            await queries.lockSso(tx, accountId)
            const known = await read(tx, accountId, id)
            if (!known.ok) return known
            const fresh = checkVersion(http.headers, known.value ?? { version: 0 })
            if (!fresh.ok) return fresh
            if (!providers.mayCall(sso.configurationEndpoint))
              return refuse('SSO_ENDPOINT_NOT_ALLOWED', { field: 'configurationEndpoint' })
            const isFirst = known.value === null
            // A user who changes where the secret is sent has to know it.
            const staysThere = known.value?.configurationEndpoint === sso.configurationEndpoint
            if (!staysThere && clientSecret === undefined)
              return refuse('SSO_SECRET_REQUIRED', { field: 'clientSecret' })
            const fault = await domainsFault(tx, accountId, known.value, sso)
            if (fault !== null) return { ok: false, error: fault }
            const sealed = clientSecret === undefined ? null : sealSsoSecret(vault, accountId, clientSecret)
            const trustsUnverified = sso.trustsUnverified ?? known.value?.trustsUnverified ?? notYet.trustsUnverified
            await queries.storeSso(tx, accountId, { ...sso, trustsUnverified }, { sealed, isFirst })
            if (!staysThere || known.value?.clientId !== sso.clientId) await queries.forgetIdentities(tx, accountId)
            return read(tx, accountId, id)
          }),
        )
        return stored.ok ? versioned(answerHeaders, answerOf(id, stored.value)) : stored
      },
    ),

    route(
      {
        ...checkSsoCall,
        permission: 'sso.update',
        summary: 'Try the address of an identity provider',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ caller, params: { id }, body }) => {
        const account = await accountOfOrganization(database, caller, id)
        if (!account.ok) return account
        const accountId = account.value
        const known = await inAccount(database, accountId, (tx) => read(tx, accountId, id), { readOnly: true })
        if (!known.ok) return known
        const found = await providers.inspect(body.configurationEndpoint)
        if (!found.ok)
          return succeed({ fault: found.error, issuer: null, canSignOut: false, scopes: null, claims: null })
        const { issuer, canSignOut, scopes, claims } = found.value
        return succeed({
          fault: null,
          issuer,
          canSignOut,
          scopes: scopes && [...scopes],
          claims: claims && [...claims],
        })
      },
    ),

    ...createDomainRoutes(deps, { read, answerOf }),
  ]
}

/**
 * Why an account may not have these domains: another one has active users under them, who would be led to a provider that
 * is not theirs, or users of its own would be left without a way in. What is at work already is not asked about again.
 */
async function domainsFault(
  tx: Transaction<Tables>,
  accountId: string,
  known: StoredSso | null,
  next: Pick<StoredSso, 'status' | 'domains'>,
): Promise<Failure | null> {
  const atWork = known?.status === 'active' ? known.domains : []
  const kept = next.status === 'inactive' ? (known?.domains ?? []) : atWork
  const granted = (known?.proofs ?? []).filter(({ proof }) => proof === 'platform').map(({ domain }) => domain)
  for (const domain of next.domains) {
    if (granted.includes(domain)) continue
    if (await queries.isDomainOfOtherAccount(tx, accountId, domain))
      return { code: 'SSO_DOMAIN_TAKEN', field: 'domains' }
    if (kept.includes(domain)) continue
    if (await queries.isUsedElsewhere(tx, accountId, domain)) return { code: 'SSO_DOMAIN_IN_USE', field: 'domains' }
  }
  const lost = atWork.filter((domain) => next.status === 'inactive' || !next.domains.includes(domain))
  const users = await queries.countForced(tx, accountId, lost)
  const field = next.status === 'inactive' ? 'status' : 'domains'
  return users === 0 ? null : { code: 'SSO_USERS_FORCED', field, details: { users } }
}

const takenBy: Readonly<Record<string, Failure>> = {
  sso_domain_domain_key: { code: 'SSO_DOMAIN_TAKEN', field: 'domains' },
}

const notYet = {
  version: 0,
  status: 'inactive',
  clientId: '',
  configurationEndpoint: '',
  roleClaim: null,
  trustsUnverified: false,
  ...usualSso,
} as const

async function read(
  tx: Transaction<Tables>,
  accountId: string,
  organizationId: string,
): Promise<Result<StoredSso | null, Failure>> {
  if ((await readTopEntity(tx, accountId)) !== organizationId) return refuse('REQUEST_NOT_FOUND')
  return succeed(await readSso(tx, accountId))
}
