import type { Transaction } from 'kysely'
import type { AccessEventKind } from '#domain/access/one-time-code.ts'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

type Tx = Transaction<Tables>
interface Scope {
  readonly accountId: string
  readonly userId: string
}

/** Ends a user's one-time codes; false where there are none. */
export async function endCodes(tx: Tx, { accountId, userId }: Scope): Promise<boolean> {
  const ended = await tx
    .deleteFrom('user_code')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  await forgetRecoveryCodes(tx, { accountId, userId })
  return ended.numDeletedRows > 0n
}

/** Forgets the recovery codes of a user who has nothing left that they stand in for. */
export async function forgetRecoveryCodes(tx: Tx, { accountId, userId }: Scope): Promise<void> {
  const own = (table: 'user_code' | 'passkey') =>
    tx.selectFrom(table).select('user_id').where('account_id', '=', accountId).where('user_id', '=', userId)
  await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where(({ not, exists }) => not(exists(own('user_code'))))
    .where(({ not, exists }) => not(exists(own('passkey'))))
    .execute()
}

/** Removes a user's passkeys; false where there are none. */
export async function endPasskeys(tx: Tx, { accountId, userId }: Scope): Promise<boolean> {
  const ended = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await forgetRecoveryCodes(tx, { accountId, userId })
  return ended.numDeletedRows > 0n
}

/** Notes what happened to a user's ways of signing in, and by whom. */
export async function noteAccess(
  tx: Tx,
  { accountId, userId }: Scope,
  event: { readonly kind: AccessEventKind; readonly actorName: string; readonly at: Date },
): Promise<void> {
  const { kind, actorName, at } = event
  await tx
    .insertInto('access_event')
    .values({ account_id: accountId, id: newId(), user_id: userId, kind, actor_name: actorName, at })
    .execute()
}

/** The newest of what was noted, the newest first. */
export async function readAccessEvents(
  tx: Tx,
  { accountId, userId }: Scope,
): Promise<readonly { readonly kind: AccessEventKind; readonly actorName: string; readonly at: Date }[]> {
  return tx
    .selectFrom('access_event')
    .select(['kind', 'actor_name as actorName', 'at'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}

/** The e-mail by which the author of a change is named. */
export async function readEmail(tx: Tx, { accountId, userId }: Scope): Promise<string> {
  const row = await tx
    .selectFrom('user_account')
    .select('email')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email ?? ''
}
