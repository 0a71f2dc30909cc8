import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startHostedApi } from '#tests/support/hosted-api.ts'
import { createDatabase } from '#tests/support/postgres.ts'

// The host loads the modules of the API first.
it(
  'a hosted server whose port is taken says so, leaves no connection behind, and another starts',
  { timeout: 240_000 },
  async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const database = await createDatabase()
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    const others = async () => {
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      return rows[0]!.n
    }
    try {
      const { port } = taken.address() as AddressInfo
      await expect(startHostedApi(database, { port })).rejects.toThrow('EADDRINUSE')
      await expect.poll(others).toBe(0)
      const api = await startHostedApi(database, {})
      expect((await fetch(`${api.url}/api/health`)).status).toBe(200)
      await api.stop()
    } finally {
      taken.close()
      await owner.end()
      await database.drop()
    }
  },
)
