import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import { forgetRecoveryCodes } from '#api/db/user-codes.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import type { OwnPasskeys } from '#sync/calls/passkey.ts'

type Tx = Transaction<Tables>

/** A passkey as a sign-in needs it, before any account is known. */
export interface FoundPasskey {
  readonly account_id: string
  readonly id: string
  readonly user_id: string
  readonly public_key: Buffer
  readonly counter: string
  readonly host: string
  readonly email: string
  readonly status: string
  readonly account_status: string
  readonly force_sso: boolean
}

/** Finds a passkey by the name that its device gave it, over all accounts. */
export async function findPasskey(database: Pick<Database, 'app'>, credentialId: Buffer): Promise<FoundPasskey | null> {
  const { rows } = await sql<FoundPasskey>`
    select account_id, id, user_id, public_key, counter, host, email, status, account_status, force_sso
    from auth_find_passkey(${credentialId})`.execute(database.app)
  return rows[0] ?? null
}

/** Holds up what else is done to a user's factors: of two at once one alone is the first, and one the last. */
export async function lockUser(tx: Tx, { accountId, userId }: UserScope): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** The passkeys of a user, the newest first. */
export async function readPasskeys(tx: Tx, { accountId, userId }: UserScope): Promise<OwnPasskeys['passkeys']> {
  const rows = await tx
    .selectFrom('passkey')
    .select(['id', 'name', 'host', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, name, host, created_at, last_used_at }) => ({
    id,
    name,
    host,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }))
}

/** Whether a user has a passkey. */
export async function hasPasskey(tx: Tx, { accountId, userId }: UserScope): Promise<boolean> {
  const row = await tx
    .selectFrom('passkey')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The host names under which a user has passkeys. */
export async function passkeyHosts(tx: Tx, { accountId, userId }: UserScope): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('passkey')
    .select('host')
    .distinct()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('host')
    .execute()
  return rows.map(({ host }) => host)
}

/** The names that the devices gave the passkeys of a user under a host, so that a device makes no second one. */
export async function credentialsAt(
  tx: Tx,
  { accountId, userId }: UserScope,
  host: string,
): Promise<readonly Buffer[]> {
  const rows = await tx
    .selectFrom('passkey')
    .select('credential_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('host', '=', host)
    .execute()
  return rows.map(({ credential_id: id }) => id)
}

/** A passkey about to be kept. */
export interface NewPasskey {
  readonly id: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly host: string
  readonly name: string
  readonly createdAt: Date
}

/** Keeps a passkey; false where it is known already. */
export async function insertPasskey(tx: Tx, { accountId, userId }: UserScope, made: NewPasskey): Promise<boolean> {
  const stored = await tx
    .insertInto('passkey')
    .values({
      account_id: accountId,
      id: made.id,
      user_id: userId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: String(made.counter),
      host: made.host,
      name: made.name,
      created_at: made.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (stored.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes a passkey of a user; false where there is none. */
export async function deletePasskey(tx: Tx, { accountId, userId }: UserScope, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  await forgetRecoveryCodes(tx, { accountId, userId })
  return removed.numDeletedRows > 0n
}

/**
 * Notes that a passkey has signed, with the device's count of it; false where another call was faster with the same count,
 * or the passkey is gone. Devices that keep no count say 0 each time.
 */
export async function notePasskeyUse(
  tx: Tx,
  { accountId, id, counter, now }: { accountId: string; id: string; counter: number; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('passkey')
    .set({ counter: String(counter), last_used_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('counter', '<', String(counter)),
        eb.and([eb('counter', '=', '0'), eb(eb.val(counter), '=', eb.lit(0))]),
      ]),
    )
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}
