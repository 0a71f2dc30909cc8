import { sql, type RawBuilder } from 'kysely'

/**
 * The condition that a column of codes begins like a code, which its index finds. Unlike `like`, these comparisons may be
 * tried under row-level security before the policy. Indexes of codes are in the order of the database's language, which
 * is not that of `^@` everywhere; digits stand in the same order in each.
 */
export function hasCodePrefix(column: string, code: string): RawBuilder<unknown> {
  const plain = sql`${sql.raw(column)} ^@ ${code}::text`
  if (!/^\d+$/.test(code)) return plain
  const behind = String(BigInt(code) + 1n).padStart(code.length, '0')
  const below = behind.length > code.length ? sql`` : sql` and ${sql.raw(column)} < ${behind}`
  return sql`(${plain} and ${sql.raw(column)} >= ${code}${below})`
}
