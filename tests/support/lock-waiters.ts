import type pg from 'pg'

/**
 * How many connections to a client's database wait for a lock. Inside a transaction PostgreSQL shows the connections of
 * its first look, so that one that was opened since would never be counted: each look is a new one.
 */
export async function countLockWaiters(client: Pick<pg.Client, 'query'>): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}
