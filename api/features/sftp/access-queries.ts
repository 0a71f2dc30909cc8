import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import type { Tables } from '#api/db/tables.ts'

/** SFTP access as the office sees it; version 0 before the first enabling. */
export interface StoredAccess {
  readonly version: number
  readonly active: boolean
  readonly userName: string | null
  readonly changedAt: Date | null
  readonly changedBy: string | null
  readonly lastSignInAt: Date | null
  readonly organizationId: string | null
}

/** Makes those wait who change the access of one account at the same time, also where it has none yet. */
export async function lockAccess(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sftp access ' || ${accountId}, 0))`.execute(tx)
}

/** The access of an account; null without the feature `sftp_access`. */
export async function readAccess(tx: Transaction<Tables>, accountId: string): Promise<StoredAccess | null> {
  const found = await sql<StoredAccess & { readonly features: readonly string[] }>`
    select coalesce(s.version, 0) as version, s.password_hash is not null as active, s.user_name as "userName",
      s.changed_at as "changedAt", s.last_sign_in_at as "lastSignInAt",
      (select u.first_name || ' ' || u.last_name from user_account u
        where u.account_id = s.account_id and u.id = s.changed_by) as "changedBy",
      (select o.id from organization o where o.account_id = d.account_id and o.type = 'root_management_unit'
        order by o.id limit 1) as "organizationId", d.enabled_premium_features as features
    from organization_root_detail d left join sftp_access s on s.account_id = d.account_id
    where d.account_id = ${accountId}`.execute(tx)
  const [row] = found.rows
  if (row === undefined || !hasFeature(row.features, 'sftp_access')) return null
  const { features: _features, ...access } = row
  return access
}

/** The account's own name, which its user name begins with. */
export async function readAccountName(tx: Transaction<Tables>, accountId: string): Promise<string> {
  const row = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
  return row?.name ?? ''
}

/** Who changes an access, and when. */
interface Change {
  readonly accountId: string
  readonly userId: string
  readonly at: Date
}

/** Enables the access under a new password; the user name stays the first one. */
export async function enableAccess(
  tx: Transaction<Tables>,
  { accountId, userId, at }: Change,
  { userName, passwordHash }: { readonly userName: string; readonly passwordHash: string },
): Promise<void> {
  await sql`
    insert into sftp_access (account_id, user_name, password_hash, changed_at, changed_by, version)
    values (${accountId}, ${userName}, ${passwordHash}, ${at}, ${userId}, 1)
    on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by, version = sftp_access.version + 1`.execute(tx)
}

/** Forgets the password; nothing where the access is inactive already. */
export async function disableAccess(tx: Transaction<Tables>, { accountId, userId, at }: Change): Promise<void> {
  await tx
    .updateTable('sftp_access')
    .set(({ eb }) => ({
      password_hash: null,
      changed_at: at,
      changed_by: userId,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('password_hash', 'is not', null)
    .execute()
}

/** What a user name opens now. */
export interface OpenAccess {
  readonly accountId: string
  readonly passwordHash: string
  readonly version: number
}

/** Finds by user name over all accounts; null where the name, its access, its account or its feature is not there. */
export async function findAccess(database: Database, userName: string): Promise<OpenAccess | null> {
  const { rows } = await sql<OpenAccess>`
    select account_id as "accountId", password_hash as "passwordHash", version from sftp_find_access(${userName})
  `.execute(database.app)
  return rows[0] ?? null
}

/** Whether what was signed in under still holds: version, account and feature. */
export async function isSignInStillValid(
  tx: Transaction<Tables>,
  { accountId, version }: Pick<OpenAccess, 'accountId' | 'version'>,
): Promise<boolean> {
  const found = await sql`
    select from sftp_access s
    join account a on a.id = s.account_id and a.status = 'active'
    join organization_root_detail d on d.account_id = s.account_id and 'sftp_access' = any (d.enabled_premium_features)
    where s.account_id = ${accountId} and s.version = ${version} and s.password_hash is not null`.execute(tx)
  return found.rows.length > 0
}

/** Notes a sign-in; the version stays. */
export async function noteSignIn(tx: Transaction<Tables>, accountId: string, at: Date): Promise<void> {
  await tx.updateTable('sftp_access').set({ last_sign_in_at: at }).where('account_id', '=', accountId).execute()
}
