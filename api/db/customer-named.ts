import { sql, type RawBuilder } from 'kysely'
import { likeText } from './like-pattern.ts'

/** The condition that each word of a text is part of a name of customer `u`. */
export function customerNamed(text: string): RawBuilder<unknown> {
  const named = text
    .split(/\s+/)
    .filter(Boolean)
    .map(
      (word) => sql`search_text(u.first_name || ' ' || u.last_name) like '%' || search_text(${likeText(word)}) || '%'`,
    )
  return named.length === 0 ? sql`true` : sql.join(named, sql` and `)
}

/** The condition that buyback `b` has a code that begins like a text, or is of a customer who is named so. */
export function buybackKnownAs(accountId: string, text: string): RawBuilder<unknown> {
  return sql`(b.identification_number like ${`${likeText(text.replaceAll(/\s/g, ''))}%`}
    or b.customer_id in (select u.id from customer u where u.account_id = ${accountId} and ${customerNamed(text)}))`
}
