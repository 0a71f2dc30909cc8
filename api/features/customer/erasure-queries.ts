import { noticeKinds } from '#domain/buyback/notice-kind.ts'
import { sql, type Transaction } from 'kysely'
import { destroySecrets, type CustomerScope } from '#api/db/customer-secrets.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import { isSamePerson } from '#domain/customer/seller.ts'

type Tx = Transaction<Tables>

/** A customer that is locked, and whether a contract or a payment still needs the person. */
export interface LockedCustomer {
  readonly customerId: string
  readonly firstName: string
  readonly lastName: string
  readonly erasedAt: Date | null
  readonly email: string | null
  readonly isInUse: boolean
}

/**
 * Locks a customer with all rows of the same person: those that finalising has set apart from the customer of the cart,
 * and that one, with their buybacks before them. The named row comes first; null for an unknown one.
 */
export async function lockPerson(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
): Promise<readonly [LockedCustomer, ...LockedCustomer[]] | null> {
  const person = sql`(
      with named as (
        select coalesce(n.set_apart_from, n.id) as id from customer n
        where n.account_id = ${accountId} and n.id = ${customerId})
      select id from named
      union all select a.id from customer a where a.account_id = ${accountId} and a.set_apart_from = (select id from named))`
  await lockBuybacks(tx, sql`b.account_id = ${accountId} and b.customer_id in ${person}`)
  const { rows } = await sql<LockedCustomer>`
    select u.id as "customerId", u.first_name as "firstName", u.last_name as "lastName", u.erased_at as "erasedAt",
      u.email, exists (select from buyback b
      where b.account_id = u.account_id and b.customer_id = u.id
        and (b.status not in ('bb_completed', 'bb_completed_by_price', 'bb_completed_with_absorption',
            'bb_completed_with_negociation', 'bb_cancelled', 'bb_not_completed')
          or b.payment_status not in ('payment_completed', 'payment_not_needed', 'payment_cancelled'))) as "isInUse"
    from customer u
    where u.account_id = ${accountId} and u.id in ${person}
    order by u.id
    for update of u`.execute(tx)
  const named = rows.find((row) => row.customerId === customerId)
  if (named === undefined) return null
  const others = rows.filter((row) => row !== named && row.erasedAt === null && isSamePerson(row, named))
  return [named, ...others]
}

/** Kinds of mails to customers whose cause is not the buyback alone, but each change of it. */
const mailsOfCustomers = [
  'pickup_changed',
  'bank_correction',
  'address_correction',
  'bank_corrected',
  'address_corrected',
]

/**
 * Destroys what names a person: the key of the secrets with them, the details, the copy for the register that no
 * purchase has taken, comments and notes about the buybacks, mails about them, and others to an address that is nobody
 * else's. The register keeps its
 * own lines.
 */
export async function eraseRow(
  tx: Tx,
  scope: CustomerScope,
  { email, at }: { readonly email: string | null; readonly at: Date },
): Promise<void> {
  const { accountId, customerId } = scope
  await destroySecrets(tx, scope)
  await tx
    .updateTable('customer')
    .set({
      first_name: '—',
      last_name: '—',
      latin_name: null,
      email: null,
      phone: null,
      street: null,
      street_more: null,
      zip_code: null,
      city: null,
      identification_type: null,
      identification_issued_on: null,
      identification_authority: null,
      account_holder: null,
      account_bic: null,
      register_identity: null,
      found_again_since: null,
      erased_at: at,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .execute()
  // A point near a customer's home tells where that is.
  await sql`delete from buyback_relay_point n using buyback b where n.account_id = ${accountId}
    and b.account_id = n.account_id and b.id = n.buyback_id and b.customer_id = ${customerId}`.execute(tx)
  await sql`select erase_words_about(${customerId})`.execute(tx)
  // A new version makes devices read the histories again, and forget the words that they have kept.
  await sql`
    update item i set product_id = i.product_id from buyback b
    where i.account_id = ${accountId} and b.account_id = i.account_id and b.id = i.buyback_id
      and b.customer_id = ${customerId}`.execute(tx)
  // Mails about the customer's buybacks by their cause, for the address may have been corrected since.
  await sql`
    delete from mail_message m where m.account_id = ${accountId} and (
      m.dedupe_key in (
        select k.kind || ':' || b.id from buyback b,
          unnest(${['buyback_confirmation', 'shipping_label', 'payment', ...noticeKinds]}::text[]) as k (kind)
        where b.account_id = ${accountId} and b.customer_id = ${customerId}
        union all
        select k.kind || p.id || k.turn from price_proposal p
        cross join (values ('price_proposal:', ''), ('proposal_reminder:', ':1'), ('proposal_reminder:', ':2')) as k (kind, turn)
        join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
        where b.account_id = ${accountId} and b.customer_id = ${customerId})
      or m.kind = any (${mailsOfCustomers}::text[]) and exists (select from buyback b
        where b.account_id = ${accountId} and b.customer_id = ${customerId} and b.id = any (m.buyback_ids))
      or m.recipient = ${email}
        and not exists (select from customer u where u.account_id = m.account_id and u.email = m.recipient)
        and not exists (select from user_account a where a.account_id = m.account_id and a.email = lower(m.recipient)))
    `.execute(tx)
}
