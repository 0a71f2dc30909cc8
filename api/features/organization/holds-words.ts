import { sql, type Expression, type SqlBool } from 'kysely'
import { likePattern } from '#api/db/like-pattern.ts'

/** Whether each word of a text stands somewhere in one of the columns, whatever its case and its accents. */
export function holdsWords(columns: readonly Expression<unknown>[], text: string): Expression<SqlBool> {
  const words = text.split(/\s+/).filter(Boolean)
  const told = sql`search_text(concat_ws(' ', ${sql.join([...columns])}))`
  const found = words.map((word) => sql<SqlBool>`${told} like search_text(${likePattern(word)})`)
  return found.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(found, sql` and `)})`
}
