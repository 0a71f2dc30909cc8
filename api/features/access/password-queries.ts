import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { UserScope } from '#api/mail/password-mails.ts'

/** Uses a link up; false when it was used before, so that it serves once however many requests race. */
export async function usePasswordLink(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly linkId: string },
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('password_token')
    .set({ used_at: now })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.linkId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** What a change of a user's password is judged by. */
export interface PasswordState {
  /** Null for a user without a password. */
  readonly hash: string | null
  /** The user signs in through SSO alone, so that no password can be set (AUTH-16). */
  readonly isForcedSso: boolean
  readonly email: string
  readonly accountName: string
}

/** The state of a user's password; null for a user who is not there. */
export async function readPasswordState(tx: Transaction<Tables>, scope: UserScope): Promise<PasswordState | null> {
  const row = await tx
    .selectFrom('user_account')
    .innerJoin('account', 'account.id', 'user_account.account_id')
    .select(['password_hash', 'force_sso', 'email', 'account.name as account_name'])
    .where('user_account.account_id', '=', scope.accountId)
    .where('user_account.id', '=', scope.userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { email, account_name: accountName } = row
  return { hash: row.password_hash, isForcedSso: row.force_sso, email, accountName }
}

/**
 * Locks a user whose password is still the one of this hash, and counts; false where a change was faster. It comes before
 * links and sessions are written, as all take these locks.
 */
export async function lockPassword(tx: Transaction<Tables>, scope: UserScope, hash: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('user_account')
    .select(['password_hash', 'force_sso'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined && row.password_hash === hash && !row.force_sso
}

/** Stores a new password's hash. */
export async function storePasswordHash(
  tx: Transaction<Tables>,
  scope: UserScope,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.userId)
    .execute()
}
