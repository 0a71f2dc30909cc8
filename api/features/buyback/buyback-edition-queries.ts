import { sql, type Transaction } from 'kysely'
import {
  keepSecrets,
  openRegisterIdentity,
  sealRegisterIdentity,
  type CustomerScope,
  type SecretSealer,
} from '#api/db/customer-secrets.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import type { AddressDetails, BankForm } from '#domain/customer/customer.ts'
import type { PayeePayment } from '#domain/payment/payee-steps.ts'
import { replaceCorrections } from './correction-queries.ts'

type Tx = Transaction<Tables>

/** Locks a buyback with all others of its customer, who has one bank account and one mailbox for them. */
export async function lockWithSiblings(
  tx: Tx,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<void> {
  await lockBuybacks(
    tx,
    sql`b.account_id = ${accountId} and b.customer_id = (
      select n.customer_id from buyback n where n.account_id = ${accountId} and n.id = ${buybackId})`,
  )
}

/** What a customer is paid, or will be, for each buyback. */
export async function readPayeePayments(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
): Promise<readonly PayeePayment[]> {
  const { rows } = await sql<PayeePayment>`
    select b.payment_status as status, p.provider,
      case when m.id is not null then json_build_object('type', m.type, 'provider', m.provider) end as mode
    from buyback b
    left join payment p on p.account_id = b.account_id and p.buyback_id = b.id
    left join payment_mode m on m.account_id = b.account_id and m.id = coalesce(p.payment_mode_id, b.payment_mode_id)
    where b.account_id = ${accountId} and b.customer_id = ${customerId}`.execute(tx)
  return rows
}

/**
 * Completes where a customer lives, in what is sealed for the register too: a purchase that is settled later copies both.
 * Lines that the register has stay as they are.
 */
export async function keepAddress(
  tx: Tx,
  vault: SecretSealer,
  { accountId, customerId }: CustomerScope,
  { street, streetMore, zipCode, city, country }: AddressDetails,
): Promise<void> {
  await replaceCorrections(tx, { accountId, customerId }, ['address'])
  const customer = await tx
    .selectFrom('customer')
    .select('register_identity')
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  const sealed = customer?.register_identity ?? null
  const identity = sealed === null ? null : openRegisterIdentity(vault, accountId, sealed)
  await tx
    .updateTable('customer')
    .set({
      street,
      street_more: streetMore,
      zip_code: zipCode,
      city,
      country,
      ...(identity !== null && {
        register_identity: sealRegisterIdentity(vault, accountId, {
          ...identity,
          street,
          streetMore,
          zipCode,
          city,
          country,
        }),
      }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .execute()
}

/** Keeps where a customer is paid; a payment that has begun keeps what its bank or service was told. */
export async function keepBank(
  tx: Tx,
  vault: SecretSealer,
  { accountId, customerId }: CustomerScope,
  { iban, accountHolder, bic }: BankForm,
): Promise<void> {
  await replaceCorrections(tx, { accountId, customerId }, ['bank'])
  await keepSecrets(tx, vault, { accountId, customerId }, { iban, identityNumber: null })
  await sql`
    update customer set account_holder = ${accountHolder}, account_bic = ${bic ?? null}
    where account_id = ${accountId} and id = ${customerId}`.execute(tx)
}
