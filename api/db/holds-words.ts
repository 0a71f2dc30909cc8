import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/** Words of a search that are looked for; further ones narrow nothing. */
const wordLimit = 10

/** Whether each word of a text is somewhere in one of the columns, regardless of case and accents. */
export function holdsWords(columns: readonly Expression<unknown>[], text: string): Expression<SqlBool> {
  return toldWords(foldedText(columns), text)
}

/** What the columns say, folded as words are that are looked for in it. */
export function foldedText(columns: readonly Expression<unknown>[]): RawBuilder<string> {
  return sql`search_text(concat_ws(' ', ${sql.join([...columns])}))`
}

/** Whether each word of a text is in one that is folded already. */
export function toldWords(told: Expression<string>, text: string): Expression<SqlBool> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, wordLimit)
  // Folding a character may give one that means something to a pattern, so that there is none.
  const found = words.map((word) => sql<SqlBool>`strpos(${told}, search_text(${word})) > 0`)
  return found.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(found, sql` and `)})`
}
