import { sql, type RawBuilder } from 'kysely'
import { likeText } from './like-pattern.ts'

/** The condition on customers `u` of which each word of a text names a part. */
export function customerNamed(text: string): RawBuilder<unknown> {
  const named = text
    .split(/\s+/)
    .filter(Boolean)
    .map(
      (word) => sql`search_text(u.first_name || ' ' || u.last_name) like '%' || search_text(${likeText(word)}) || '%'`,
    )
  return named.length === 0 ? sql`true` : sql.join(named, sql` and `)
}
