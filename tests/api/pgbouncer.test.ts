import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { createCounterDevice, said } from '#tests/support/counter-world.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { pgbouncerVersion, startPgbouncer, type TestPooler } from '#tests/support/pgbouncer.ts'
import { createDatabase as createTestDatabase } from '#tests/support/postgres.ts'
import { createSaleWorld } from '#tests/support/sale-world.ts'

const [major, minor] = pgbouncerVersion ?? [0, 0]
/** From 1.21 on it hands prepared statements on; before, the API has to be told. */
const keepsStatements = major > 1 || minor >= 21

describe.skipIf(pgbouncerVersion === null)(
  'behind the PgBouncer of this machine (apt-get install pgbouncer)',
  { timeout: 60_000 },
  () => {
    let pooler: TestPooler
    beforeAll(async () => {
      pooler = await startPgbouncer(await createTestDatabase())
    })
    afterAll(async () => {
      await pooler.close()
      await pooler.database.drop()
    })

    describe('money', () => {
      const world = preparePayments({ reached: () => ({ database: pooler.database, keepsStatements }) })

      it('is paid once, however many ask at a time for more connections than the pooler has', async () => {
        const id = await world.settled({ mode: 'manual' })
        const answers = await Promise.all(Array.from({ length: 20 }, () => world.markPaid(id)))
        expect(answers.filter(({ status }) => status >= 500)).toEqual([])
        expect(answers.some(({ status }) => status === 200)).toBe(true)
        expect(await world.statusOf(id)).toBe('payment_completed')
        expect((await world.ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toHaveLength(2)
      })

      it('is listed by reads that travel together', async () => {
        const manager = world.manager()
        const answers = await Promise.all(Array.from({ length: 30 }, () => manager.request('/api/payments')))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      })

      it('is kept to the limits of each transaction, on whichever connection it runs', async () => {
        const { db, accounts } = world.api()
        const shown = await Promise.all(
          Array.from({ length: 12 }, () =>
            readInAccount<{ readonly limit: string }>(
              db,
              accounts.retailer.id,
              db.app
                .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('statement_timeout')]).as('limit'))
                .compile(),
            ),
          ),
        )
        expect(new Set(shown.flat().map(({ limit }) => limit))).toEqual(new Set(['30s']))
      })
    })

    it('takes a sale of a counter once, which a device sends twice at a time', async () => {
      const own = await startPgbouncer(await createTestDatabase())
      const world = await createSaleWorld({ database: own.database, keepsStatements })
      const device = await createCounterDevice(world)
      const sale = await device.sale()
      const sent = await Promise.all([device.push(sale), device.push(sale)])
      expect(sent.map((outcomes) => outcomes.map(said))).toEqual([['applied'], ['applied']])
      const others = await Promise.all(Array.from({ length: 6 }, async () => device.sale()))
      for (const each of others) expect((await device.push(each)).map(said)).toEqual(['applied'])
      expect(await world.sql('select 1 from buyback')).toHaveLength(7)
      await world.close()
      await own.close()
      await own.database.drop()
    })

    it.runIf(!keepsStatements)('has to be told where the pooler knows no statement of another connection', async () => {
      const { appUrl } = pooler.database
      const told = createDatabase({ appUrl, maxConnections: 6 })
      const clients = await Promise.all(Array.from({ length: 4 }, () => told.pool.connect()))
      const codes: (string | undefined)[] = []
      for (const client of clients)
        await client
          .query({ name: 'one', text: 'select 1 as one' })
          .catch((error: { code?: string }) => codes.push(error.code))
      // The name stands on a connection of the pooler already, or is asked of one that has not heard of it.
      expect(codes.length).toBeGreaterThan(0)
      expect(codes.filter((code) => code !== '42P05' && code !== '26000')).toEqual([])
      for (const client of clients) client.release()
      await told.close()
    })
  },
)
