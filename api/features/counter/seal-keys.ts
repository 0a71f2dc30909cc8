import { sql, type Transaction } from 'kysely'
import { pointOf, sealKeyOwner } from '#api/adapters/vault/sealing-key.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { SealKey } from '#sync/calls/counter.ts'
import type { WrappedColumn } from '#api/db/sealed-column.ts'

const dayMs = 86_400_000
/** After this a new key takes over. */
export const sealKeyRotationMs = 30 * dayMs
/** After this nothing that was sealed to a key can still be on its way, and it is destroyed. */
export const sealKeyLifeMs = 90 * dayMs

/**
 * The key to which devices seal now; a new one every thirty days, and old ones are destroyed: what a device or the
 * ledger still holds of them then opens for nobody.
 */
export async function presentSealKey(
  tx: Transaction<Tables>,
  vault: Vault,
  accountId: string,
  now: Date,
): Promise<SealKey> {
  const known = await readNewest(tx, accountId, new Date(now.getTime() - sealKeyRotationMs))
  if (known !== null) return known
  await sql`select pg_advisory_xact_lock(hashtextextended('seal key ' || ${accountId}, 0))`.execute(tx)
  const knownUnderLock = await readNewest(tx, accountId, new Date(now.getTime() - sealKeyRotationMs))
  if (knownUnderLock !== null) return knownUnderLock
  await tx
    .deleteFrom('counter_seal_key')
    .where('account_id', '=', accountId)
    .where('created_at', '<', new Date(now.getTime() - sealKeyLifeMs))
    .execute()
  const id = newId()
  const { point, wrapped } = newPair(vault, sealKeyOwner(accountId, id))
  await tx
    .insertInto('counter_seal_key')
    .values({ account_id: accountId, id, point, wrapped_key: wrapped, created_at: now })
    .execute()
  return { id, point: point.toString('base64url') }
}

/** What a new master key wraps again. */
export const wrappedOfCounters: WrappedColumn = {
  table: 'counter_seal_key',
  id: 'id',
  owner: sealKeyOwner,
}

async function readNewest(tx: Transaction<Tables>, accountId: string, since: Date): Promise<SealKey | null> {
  const row = await tx
    .selectFrom('counter_seal_key')
    .select(['id', 'point'])
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, point: row.point.toString('base64url') }
}

function newPair(vault: Vault, owner: string): { readonly point: Buffer; readonly wrapped: Buffer } {
  for (;;) {
    const { key, wrapped } = vault.newKey(owner)
    const point = pointOf(key)
    if (point !== null) return { point, wrapped }
  }
}
