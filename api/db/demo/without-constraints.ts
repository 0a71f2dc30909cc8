import type pg from 'pg'

const tables = ['buyback', 'item', 'item_history']

/**
 * Runs a large load without the tables' foreign keys, secondary indexes and triggers, which it puts back afterwards:
 * checking and sorting once is several times faster than once a row. All of it belongs to the caller's transaction,
 * so a failure leaves nothing changed; the tables are locked while it runs. The change log misses the rows, so the
 * feed's epoch is raised and every device fetches its base again.
 */
export async function withoutConstraints(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`,
    [tables],
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ($1::regclass[])
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await load()
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes.rows) await client.query(definition)
  for (const { table, name, definition } of keys.rows)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query('select raise_sync_epoch()')
}
