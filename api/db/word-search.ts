import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/** Words of a search that are looked for; further ones narrow nothing. */
const wordLimit = 10

/**
 * Whether each word of a text is somewhere in one of the columns, regardless of case and accents. Folding is slow: long
 * lists keep what they tell in a column, for `textMatches`.
 */
export function columnsMatch(columns: readonly Expression<unknown>[], text: string): Expression<SqlBool> {
  return textMatches(sql`search_text(concat_ws(' ', ${sql.join([...columns])}))`, text)
}

/** Whether each word of a text is in one that is folded already. */
export function textMatches(told: RawBuilder<string>, text: string): Expression<SqlBool> {
  return eachWord(text, (word) => matchesWord(told, word))
}

/**
 * A word, folded once a statement: in a subquery, since a plan that is kept for later words would fold it again for each
 * row.
 */
export function foldedWord(word: string): RawBuilder<string> {
  return sql<string>`(select search_text(${word}))`
}

/** Whether a condition holds for each word of a text, which it is given folded. */
export function eachWord(text: string, found: (word: RawBuilder<string>) => RawBuilder<unknown>): Expression<SqlBool> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, wordLimit)
  const conditions = words.map((word) => found(foldedWord(word)))
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether a folded text tells a folded word. No pattern: folding a character may give one that means something to it. */
export function matchesWord(told: RawBuilder<string>, word: RawBuilder<string>): RawBuilder<unknown> {
  return sql`strpos(${told}, ${word}) > 0`
}

/** The users of an account whose name tells a folded word. */
export function usersMatching(accountId: string, word: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select w.id from user_account w where w.account_id = ${accountId} and ${matchesWord(sql`w.told`, word)})`
}
