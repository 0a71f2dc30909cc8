import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { plainCode, recoveryCodeCount, recoveryCodeOf } from '#domain/access/one-time-code.ts'
import { hashCost } from './password-hash.ts'

type Tx = Transaction<Tables>

/** A code has 49 bits: by a fast hash, who reads the table would find it. The salt is one of all codes given together. */
function slowHash(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(plainCode(code), { ...hashCost, salt, outputLen: 32 })
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(tx: Tx, { accountId, userId }: UserScope): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(
  tx: Tx,
  { accountId, userId }: UserScope,
  code: string,
  now: Date,
): Promise<boolean> {
  const given = await tx
    .selectFrom('recovery_code')
    .select('salt')
    .distinct()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const hashes = await Promise.all(given.map(({ salt }) => slowHash(code, salt)))
  if (hashes.length === 0) return false
  const taken = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Gives recovery codes, which are shown once; those before are worth nothing any more. */
export async function giveRecoveryCodes(tx: Tx, { accountId, userId }: UserScope): Promise<readonly string[]> {
  const salt = randomBytes(16)
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(randomBytes(10)))
  const hashes = await Promise.all(codes.map((code) => slowHash(code, salt)))
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, user_id: userId, code_hash, salt })))
    .execute()
  return codes
}
