import type { Transaction } from 'kysely'
import { openSecrets, type SecretSealer } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import type { SellerProof } from '#domain/document/transfer-order.ts'
import type { BuybackScope } from './buyback-document-queries.ts'
import { dayOf, type Reader } from './reader.ts'

/**
 * By which document the seller of a buyback is known, and where the money goes: of their numbers only the ends, as papers
 * lie open. Null where nothing was asked, or the customer is erased.
 */
export async function readSellerProof(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  { accountId, buybackId }: BuybackScope,
  { language }: Reader,
): Promise<SellerProof | null> {
  const row = await tx
    .selectFrom('buyback')
    .innerJoin('customer', (join) =>
      join.onRef('customer.account_id', '=', 'buyback.account_id').onRef('customer.id', '=', 'buyback.customer_id'),
    )
    .leftJoin('payment_mode', (join) =>
      join
        .onRef('payment_mode.account_id', '=', 'buyback.account_id')
        .onRef('payment_mode.id', '=', 'buyback.payment_mode_id'),
    )
    .select(['customer.id as customerId', 'identification_type as type', 'identification_issued_on as issuedOn'])
    .select(['identification_authority as authority', 'account_holder as holder', 'payment_mode.type as paymentType'])
    .where('buyback.account_id', '=', accountId)
    .where('buyback.id', '=', buybackId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { customerId, type, issuedOn, authority, holder, paymentType } = row
  const { identityNumber, iban } = await openSecrets(tx, vault, { accountId, customerId })
  // A day has no time zone of its own.
  const written = issuedOn === null ? null : dayOf(new Date(`${issuedOn}T12:00:00Z`), { language, timeZone: 'UTC' })
  return {
    document: type === null ? null : { type, end: identityNumber?.slice(-4) ?? null, issuedOn: written, authority },
    account: iban === null || paymentType !== 'bank_transfer' ? null : { ibanEnd: iban.slice(-4), holder },
  }
}
