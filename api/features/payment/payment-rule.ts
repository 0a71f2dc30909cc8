import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { PaymentRule } from '#domain/payment/payment-release.ts'

type Tx = Transaction<Tables>

/** A rule with the version that its next change names. */
export interface VersionedRule extends PaymentRule {
  readonly version: number
}

/** Above which amount an account asks for two people; without a row it asks for one only. */
export async function readPaymentRule(tx: Tx, accountId: string): Promise<VersionedRule> {
  const row = await tx
    .selectFrom('payment_rule')
    .select(['version', 'release_above_cents as releaseAboveCents'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { version: 0, releaseAboveCents: null }
}

/**
 * The same, before money is moved. Where the rule is on, a call that moves money of the account waits here for the one
 * before, so that two payments at once do not both count as the last that one person may make alone. It comes before
 * every other lock (docs/reference/order-of-locks.md).
 */
export async function lockRuleInForce(tx: Tx, accountId: string): Promise<PaymentRule> {
  const rule = await readPaymentRule(tx, accountId)
  return rule.releaseAboveCents === null ? rule : lockRule(tx, accountId)
}

/** Locks the rule for its change; an account gets its row with the first one. */
export async function lockRule(tx: Tx, accountId: string): Promise<VersionedRule> {
  await tx
    .insertInto('payment_rule')
    .values({ account_id: accountId, release_above_cents: null, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('payment_rule')
    .select(['version', 'release_above_cents as releaseAboveCents'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Keeps the rule. */
export async function writeRule(tx: Tx, accountId: string, { releaseAboveCents }: PaymentRule): Promise<void> {
  await tx
    .updateTable('payment_rule')
    .set({ release_above_cents: releaseAboveCents })
    .where('account_id', '=', accountId)
    .execute()
}

/** Users of the account itself who could release what another has made. */
export async function countReleasers(tx: Tx, accountId: string, types: readonly string[]): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(distinct u.id)::int as count from user_account u
    join user_module m on m.account_id = u.account_id and m.user_id = u.id
    where u.account_id = ${accountId} and u.status = 'active' and m.user_type = any (${types}::text[])`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/**
 * What a user has moved alone, in cents, since the day of the account began: payments marked as paid and files of
 * transfers, without those that a second person has released, refused or is still to decide about.
 */
export async function movedAlone(
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  now: Date,
): Promise<number> {
  const found = await sql<{ cents: number }>`
    with today as (select date_trunc('day', ${now}::timestamptz at time zone a.time_zone) at time zone a.time_zone as start
      from account a where a.id = ${accountId})
    select (coalesce((select sum(p.amount_cents) from payment p, today
        where p.account_id = ${accountId} and p.marked_by = ${userId} and p.completed_at >= today.start
          and not exists (select from payment_release r where r.account_id = ${accountId} and r.payment_id = p.id
            and r.subject = 'mark' and r.state = 'released')), 0)
      + coalesce((select sum(f.total_cents) from payment_file f, today
        where f.account_id = ${accountId} and f.created_by = ${userId} and f.created_at >= today.start
          and not exists (select from payment_release r where r.account_id = ${accountId} and r.file_id = f.id)), 0)
      )::float8 as cents`.execute(tx)
  return found.rows[0]?.cents ?? 0
}
