import { sql, type Expression, type SqlBool } from 'kysely'

/** Words of a search that are looked for; further ones narrow nothing. */
const wordLimit = 10

/** Whether each word of a text stands somewhere in one of the columns, whatever its case and its accents. */
export function holdsWords(columns: readonly Expression<unknown>[], text: string): Expression<SqlBool> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, wordLimit)
  const told = sql`search_text(concat_ws(' ', ${sql.join([...columns])}))`
  // Folding a character may give one that means something to a pattern, so that there is none.
  const found = words.map((word) => sql<SqlBool>`strpos(${told}, search_text(${word})) > 0`)
  return found.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(found, sql` and `)})`
}
