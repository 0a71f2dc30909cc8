import type { Transaction } from 'kysely'
import type { RoleMatch } from '#domain/access/sso-claims.ts'
import type { SecretSealer } from './customer-secrets.ts'
import type { Tables } from './tables.ts'
import type { SealedColumn } from './sealed-column.ts'

type Tx = Transaction<Tables>

/** How a domain was shown to be the account's; the token is what its TXT record has to hold. */
export interface DomainProof {
  readonly domain: string
  readonly token: string
  readonly proof: 'dns' | 'platform' | null
}

/** The identity provider of an account, without its secret. */
export interface StoredSso {
  readonly version: number
  readonly status: 'active' | 'inactive'
  readonly domains: readonly string[]
  readonly proofs: readonly DomainProof[]
  readonly trustsUnverified: boolean
  readonly clientId: string
  readonly configurationEndpoint: string
  /** The one that its document named at the first sign-in; null before it. */
  readonly issuer: string | null
  readonly scope: string
  readonly fieldClaims: { readonly email: string; readonly firstName: string | null; readonly lastName: string | null }
  readonly roleClaim: string | null
  readonly roles: readonly RoleMatch[]
}

/** With the opened secret; the caller keeps it out of logs and answers. */
export interface OpenedSso extends StoredSso {
  readonly clientSecret: string
  /** Those that were shown to be the account's: nobody signs in by another. */
  readonly provenDomains: readonly string[]
}

/** The configuration of an account; null where it has none. */
export async function readSso(tx: Tx, accountId: string): Promise<StoredSso | null> {
  return (await readRow(tx, accountId))?.sso ?? null
}

/** The configuration at work with its secret; null where the account has none, or an inactive one. */
export async function openSso(tx: Tx, vault: SecretSealer, accountId: string): Promise<OpenedSso | null> {
  const row = await readRow(tx, accountId)
  if (row === null || row.sso.status !== 'active') return null
  const provenDomains = row.sso.proofs.filter(({ proof }) => proof !== null).map(({ domain }) => domain)
  return {
    ...row.sso,
    provenDomains,
    clientSecret: vault.openFor(keyOwner(accountId), row.sealed, secretLabel),
  }
}

/** Keeps the issuer of the first sign-in; false where the address has been changed, or another issuer is kept by now. */
export async function pinIssuer(tx: Tx, accountId: string, sso: StoredSso, issuer: string): Promise<boolean> {
  const { configurationEndpoint: address } = sso
  const kept = async () =>
    tx
      .selectFrom('sso_configuration')
      .select('issuer')
      .where('account_id', '=', accountId)
      .where('configuration_endpoint', '=', address)
      .executeTakeFirst()
  if ((await kept())?.issuer === null)
    await tx
      .updateTable('sso_configuration')
      .set({ issuer })
      .where('account_id', '=', accountId)
      .where('configuration_endpoint', '=', address)
      .where('issuer', 'is', null)
      .execute()
  return (await kept())?.issuer === issuer
}

/** Seals a client secret for its account. */
export function sealSsoSecret(vault: SecretSealer, accountId: string, secret: string): Buffer {
  return vault.sealFor(keyOwner(accountId), secret, secretLabel)
}

const secretLabel = 'client secret'
const keyOwner = (accountId: string): string => `sso of ${accountId}`

/** What a new master key seals again. */
export const sealedOfSso: readonly SealedColumn[] = [
  {
    table: 'sso_configuration',
    column: 'client_secret',
    id: 'id',
    owner: keyOwner,
    label: () => secretLabel,
  },
]

async function readRow(
  tx: Tx,
  accountId: string,
): Promise<{ readonly sso: StoredSso; readonly sealed: Buffer } | null> {
  const row = await tx
    .selectFrom('sso_configuration')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return null
  const domains = await tx
    .selectFrom('sso_domain')
    .select(['domain', 'token', 'proof'])
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .execute()
  const sso = {
    version: row.version,
    status: row.status,
    domains: domains.map(({ domain }) => domain),
    proofs: domains,
    trustsUnverified: row.trusts_unverified,
    clientId: row.client_id,
    configurationEndpoint: row.configuration_endpoint,
    issuer: row.issuer,
    scope: row.scope,
    fieldClaims: { email: row.email_claim, firstName: row.first_name_claim, lastName: row.last_name_claim },
    roleClaim: row.role_claim,
    roles: row.roles,
  }
  return { sso, sealed: row.client_secret }
}
