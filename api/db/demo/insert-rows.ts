import type pg from 'pg'

/** Values by column, as JSON carries them. */
export type Row = Readonly<Record<string, unknown>>

/** Inserts rows that all have the columns of the first one, in one statement. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const first = rows[0]
  if (first === undefined) return
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
