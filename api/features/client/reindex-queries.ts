import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'

/** Products of one part: so many are written in well under a second. */
const partSize = 500

/** A part that was rewritten: its products, the last of them, and how many the catalog has. */
export interface ReindexedPart {
  readonly done: number
  readonly last: string
  readonly total: number
}

/** Rewrites the part of an account's search index that follows a product; null where no product is left. */
export async function reindexPart(
  tx: Transaction<Tables>,
  accountId: string,
  after: string | null,
): Promise<ReindexedPart | null> {
  const { rows } = await sql<ReindexedPart>`
    select done, last, total from reindex_catalog(${accountId}, ${after}, ${partSize})`.execute(tx)
  return rows[0] ?? null
}
