import { sql, type RawBuilder } from 'kysely'
import { hasCodePrefix } from './code-prefix.ts'

/** The condition that buyback `b` is of a customer whose name has each word of a text; of the current account alone. */
export function ofCustomerNamed(text: string): RawBuilder<unknown> {
  // What PostgreSQL takes for a blank hangs on its locale; a text that was pasted has such that part no words there.
  return sql`b.customer_id in (select customers_told(${text.split(/\s+/u).join(' ')}))`
}

/** Ids of the buybacks of an account that have a code that begins like a text, or a customer who is named so. */
export function buybacksKnownAs(accountId: string, text: string): RawBuilder<unknown> {
  const code = text.replaceAll(/\s/g, '')
  return sql`(select b.id from buyback b where b.account_id = ${accountId} and ${hasCodePrefix('b.identification_number', code)}
    union all select b.id from buyback b where b.account_id = ${accountId} and ${ofCustomerNamed(text)})`
}
