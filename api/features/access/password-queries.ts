import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'

/** Whose password is meant. */
export interface UserScope {
  readonly accountId: string
  readonly userId: string
}

/** A password link about to be mailed. */
export interface NewPasswordLink extends UserScope {
  readonly id: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a link; the ones mailed before it stop working. */
export async function insertPasswordLink(tx: Transaction<Tables>, link: NewPasswordLink): Promise<void> {
  await endPasswordLinks(tx, link, link.createdAt)
  await tx
    .insertInto('password_token')
    .values({
      account_id: link.accountId,
      id: link.id,
      user_id: link.userId,
      token_hash: link.tokenHash,
      purpose: 'renew',
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

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

/** Ends every open link of a user. */
export async function endPasswordLinks(tx: Transaction<Tables>, scope: UserScope, now: Date): Promise<void> {
  await tx
    .updateTable('password_token')
    .set({ used_at: now })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('used_at', 'is', null)
    .execute()
}

/** What a change of a user's password is judged by. */
export interface PasswordState {
  /** Null for a user without a password. */
  readonly hash: string | null
  /** The user signs in through SSO alone, so that no password can be set (AUTH-16). */
  readonly isForcedSso: boolean
}

/** The state of a user's password; null for a user who is not there. */
export async function readPasswordState(tx: Transaction<Tables>, scope: UserScope): Promise<PasswordState | null> {
  const row = await tx
    .selectFrom('user_account')
    .select(['password_hash', 'force_sso'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.userId)
    .executeTakeFirst()
  return row === undefined ? null : { hash: row.password_hash, isForcedSso: row.force_sso }
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

/** Whom a mail greets, in which language, in whose name. */
export interface MailReader {
  readonly email: string
  readonly firstName: string
  readonly language: string
  readonly accountName: string
  readonly mainColor: string | null
}

/** The reader of a mail about a user's access. */
export async function readMailReader(tx: Transaction<Tables>, scope: UserScope): Promise<MailReader | null> {
  const row = await tx
    .selectFrom('user_account')
    .innerJoin('account', 'account.id', 'user_account.account_id')
    .select(['email', 'first_name', 'user_account.language', 'account.language as account_language'])
    .select(['account.name', 'account.main_color'])
    .where('user_account.account_id', '=', scope.accountId)
    .where('user_account.id', '=', scope.userId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    firstName: row.first_name,
    language: row.language ?? row.account_language,
    accountName: row.name,
    mainColor: row.main_color,
  }
}
