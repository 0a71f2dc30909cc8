import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { isUnavailable } from '#api/http/unavailable.ts'
import { createDatabase, type Database } from '#api/db/database.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let database: Database

beforeAll(async () => {
  api = await createTestApi()
  database = createDatabase({ appUrl: api.testDatabase.appUrl, maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await api.close()
})

/** Ends every connection that runs a statement, as a server that goes down does. */
async function cutThoseThatWork(): Promise<number> {
  const { rowCount } = await database.readPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  return rowCount ?? 0
}

// An error that nobody listens to would end the process, and this run with it.
it('a connection that breaks under a statement fails that alone, as unavailable', async () => {
  const waiting = [
    sql`select pg_sleep(20)`.execute(database.app),
    database.app.transaction().execute((tx) => sql`select pg_sleep(20)`.execute(tx)),
    database.readPool.query('select pg_sleep(20)'),
  ].map((one) => one.then(() => 'answered').catch((error: unknown) => isUnavailable(error)))
  let cut = 0
  await expect.poll(async () => (cut += await cutThoseThatWork())).toBe(3)
  expect(await Promise.all(waiting)).toEqual([true, true, true])
  // The pool may hear of the end of a connection a moment later than of the statement's.
  const { rows } = await vi.waitFor(() => sql<{ one: number }>`select 1 as one`.execute(database.app))
  expect(rows).toEqual([{ one: 1 }])
})
