import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { StoredSso } from '#api/db/sso-configuration.ts'
import type { Tables } from '#api/db/tables.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { isPublicMailDomain } from '#domain/kernel/public-mail-domains.ts'
import { grantSsoDomainCall, proveSsoDomainCall, type SsoAnswer } from '#sync/calls/sso.ts'
import type { SsoDeps } from './sso-deps.ts'
import * as queries from './sso-queries.ts'

/** The TXT record that shows a domain to be an account's. */
export function recordOf(domain: string, token: string): { readonly name: string; readonly value: string } {
  return { name: `_reprise.${domain}`, value: `reprise-domain-verification=${token}` }
}

/** How the configuration of an account is read and answered. */
export interface SsoReading {
  read(tx: Transaction<Tables>, accountId: string, organizationId: string): Promise<Result<StoredSso | null, Failure>>
  answerOf(organizationId: string, stored: StoredSso | null): SsoAnswer
}

/** By what a domain is shown to be an account's: its TXT record, or the platform's word. */
export function createDomainRoutes(
  { database, resolveTxt }: Pick<SsoDeps, 'database' | 'resolveTxt'>,
  { read, answerOf }: SsoReading,
): readonly DeclaredRoute[] {
  async function stored(caller: Session, organizationId: string) {
    const account = await accountOfOrganization(database, caller, organizationId)
    if (!account.ok) return account
    const accountId = account.value
    const found = await inAccount(database, accountId, (tx) => read(tx, accountId, organizationId), { readOnly: true })
    if (!found.ok) return found
    return found.value === null ? refuse('REQUEST_NOT_FOUND') : succeed({ accountId, sso: found.value })
  }

  async function keep(
    at: { readonly accountId: string; readonly organizationId: string; readonly domain: string },
    proof: 'dns' | 'platform',
    answerHeaders: Headers,
  ) {
    const { accountId, organizationId, domain } = at
    const kept = await refusingConstraints(takenBy, () =>
      inAccount(database, accountId, async (tx) => {
        await queries.lockSso(tx, accountId)
        if (proof === 'dns' && (await queries.isUsedElsewhere(tx, accountId, domain)))
          return refuse('SSO_DOMAIN_IN_USE', { field: 'domain' })
        await queries.storeProof(tx, { accountId, domain, proof })
        return read(tx, accountId, organizationId)
      }),
    )
    return kept.ok ? versioned(answerHeaders, answerOf(organizationId, kept.value)) : kept
  }

  return [
    route(
      {
        ...proveSsoDomainCall,
        permission: 'sso.update',
        freshProof: true,
        summary: 'Look for the record that proves a domain',
        refusals: [
          'SSO_DOMAIN_UNPROVED',
          'SSO_DNS_UNREACHABLE',
          'SSO_DOMAIN_TAKEN',
          'SSO_DOMAIN_IN_USE',
          'CLIENT_ADMINISTRATION_MISSING',
        ],
      },
      async ({ caller, params: { id }, body: { domain }, answerHeaders }) => {
        const found = await stored(caller, id)
        if (!found.ok) return found
        const { accountId, sso } = found.value
        const known = sso.proofs.find((one) => one.domain === domain)
        if (known === undefined) return refuse('REQUEST_NOT_FOUND', { field: 'domain' })
        if (known.proof !== null) return versioned(answerHeaders, answerOf(id, sso))
        const { name, value } = recordOf(domain, known.token)
        const records = await resolveTxt(name)
        if (records === null) return refuse('SSO_DNS_UNREACHABLE', { field: 'domain' })
        if (!records.some((record) => record.trim() === value))
          return refuse('SSO_DOMAIN_UNPROVED', { field: 'domain' })
        return keep({ accountId, organizationId: id, domain }, 'dns', answerHeaders)
      },
    ),

    route(
      {
        ...grantSsoDomainCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'Grant a domain to an account',
        refusals: ['SSO_DOMAIN_TAKEN', 'CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ caller, params: { id }, body: { domain }, answerHeaders }) => {
        const found = await stored(caller, id)
        if (!found.ok) return found
        if (isPublicMailDomain(domain)) return refuse('REQUEST_INVALID', { field: 'domain' })
        return keep({ accountId: found.value.accountId, organizationId: id, domain }, 'platform', answerHeaders)
      },
    ),
  ]
}

const takenBy = { sso_domain_domain_key: { code: 'SSO_DOMAIN_TAKEN', field: 'domain' } } as const
