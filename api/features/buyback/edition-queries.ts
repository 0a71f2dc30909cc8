import { sql, type Transaction } from 'kysely'
import type { CustomerScope } from '#api/db/customer-secrets.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import type { PayeePayment } from '#domain/payment/payee-steps.ts'

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
