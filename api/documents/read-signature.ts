import type { Transaction } from 'kysely'
import * as z from 'zod'
import { openSignature, type SecretSealer } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import type { SignedWith } from '#domain/document/signature.ts'
import type { BuybackScope } from './buyback-document-queries.ts'

const signedWith = z.union([
  z.object({ width: z.number(), height: z.number(), path: z.string() }),
  z.object({ name: z.string() }),
])

/** What the customer of a buyback signed with at a counter; null where nobody did, or the customer is erased. */
export async function readSignature(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  { accountId, buybackId }: BuybackScope,
): Promise<SignedWith | null> {
  const row = await tx
    .selectFrom('buyback')
    .select('customer_id as customerId')
    .where('account_id', '=', accountId)
    .where('id', '=', buybackId)
    .executeTakeFirst()
  if (row === undefined || row.customerId === null) return null
  const kept = await openSignature(tx, vault, { accountId, customerId: row.customerId })
  return kept === null ? null : (signedWith.safeParse(JSON.parse(kept.text)).data ?? null)
}
