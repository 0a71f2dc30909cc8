import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { SsoConfiguration } from '#domain/sso/sso-configuration.schema.ts'

type Tx = Transaction<Tables>

/** Makes those wait who change the configuration of one account at the same time, also where it has none yet. */
export async function lockSso(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sso configuration ' || ${accountId}, 0))`.execute(tx)
}

/** Stores a configuration; a secret that is not given stays, and with it the issuer that was known by it. Fails (23505) where another account has a domain. */
export async function storeSso(
  tx: Tx,
  accountId: string,
  sso: Omit<SsoConfiguration, 'clientSecret' | 'trustsUnverified'> & { readonly trustsUnverified: boolean },
  secret: { readonly sealed: Buffer | null; readonly isFirst: boolean },
): Promise<void> {
  const values = {
    status: sso.status,
    client_id: sso.clientId,
    configuration_endpoint: sso.configurationEndpoint,
    scope: sso.scope,
    email_claim: sso.fieldClaims.email,
    first_name_claim: sso.fieldClaims.firstName,
    last_name_claim: sso.fieldClaims.lastName,
    trusts_unverified: sso.trustsUnverified,
    role_claim: sso.roleClaim,
    roles: JSON.stringify(sso.roles),
    changed_at: sql<Date>`now()`,
  }
  if (secret.isFirst) {
    if (secret.sealed === null) throw new Error('a configuration cannot begin without its secret')
    await tx
      .insertInto('sso_configuration')
      .values({ ...values, account_id: accountId, id: newId(), client_secret: secret.sealed })
      .execute()
  } else {
    await tx
      .updateTable('sso_configuration')
      .set({ ...values, ...(secret.sealed !== null && { client_secret: secret.sealed, issuer: null }) })
      .where('account_id', '=', accountId)
      .execute()
  }
  await tx.deleteFrom('sso_domain').where('account_id', '=', accountId).where('domain', 'not in', sso.domains).execute()
  await tx
    .insertInto('sso_domain')
    .values(sso.domains.map((domain) => ({ account_id: accountId, domain })))
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .execute()
}

/** Forgets who users are at a provider: another client of it, or another provider, may have other names for all of them. */
export async function forgetIdentities(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sso_identity').where('account_id', '=', accountId).execute()
}

/** Whether another account has active users under an e-mail domain; says neither who nor whose. */
export async function isUsedElsewhere(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select auth_domain_is_used_elsewhere(${accountId}, ${domain}) as used`.execute(tx)
  return rows[0]?.used ?? false
}

/** Whether a domain signs in with another account. */
export async function isDomainOfOtherAccount(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`
    select auth_domain_is_proved_elsewhere(${accountId}, ${domain}) as proved`.execute(tx)
  return rows[0]?.proved ?? false
}

/** Keeps how a domain was shown to be the account's; the platform may name one that is not stored. */
export async function storeProof(
  tx: Tx,
  {
    accountId,
    domain,
    proof,
  }: { readonly accountId: string; readonly domain: string; readonly proof: 'dns' | 'platform' },
): Promise<void> {
  const proved = { proof, proved_at: sql<Date>`now()` }
  await tx
    .insertInto('sso_domain')
    .values({ account_id: accountId, domain, ...proved })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doUpdateSet(proved))
    .execute()
}

/** How many active users of an account may sign in through these domains alone. */
export async function countForced(tx: Tx, accountId: string, domains: readonly string[]): Promise<number> {
  if (domains.length === 0) return 0
  const { rows } = await sql<{ users: number }>`
    select count(*)::int as users from user_account
    where account_id = ${accountId} and status = 'active' and force_sso
      and split_part(email, '@', -1) = any(${[...domains]}::text[])`.execute(tx)
  return rows[0]?.users ?? 0
}
