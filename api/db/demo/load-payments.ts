import type pg from 'pg'
import { settledPaymentsSql } from './settled-payments.ts'

/**
 * Makes the payments of the drafted items that are settled, with their postings and, for the newest of the last weeks,
 * the lines of the register.
 */
export async function loadPayments(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query('create temp table settled_before (account_id uuid, buyback_id uuid)')
  await client.query('insert into settled_before select $1, buyback_id from demo_draft', [accountId])
  await client.query(settledPaymentsSql)
  await client.query('drop table settled_before')
  await client.query(failureSql, [accountId])
  await client.query(registerSql, [accountId])
  await client.query(payerSql, [accountId])
}

const failureSql = `
  update payment_attempt set failure = 'Compte clôturé' where account_id = $1 and state = 'failed'`

const registerSql = `
  select record_purchase(r.account_id, r.buyback_id, r.amount_cents, r.created_at) from (
    select p.* from demo_draft d join payment p on p.account_id = $1 and p.buyback_id = d.buyback_id
    where p.created_at > now() - interval '60 days' order by p.created_at desc limit 300
  ) r order by r.created_at, r.id`

const payerSql = `
  insert into payer (account_id, name, iban, town, country)
  select id, name, 'FR7630006000011234567890189', 'Paris', 'FR' from account where id = $1
  on conflict (account_id) do nothing`
