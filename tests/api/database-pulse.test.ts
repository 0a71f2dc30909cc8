import { createServer, connect, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { currentRequest } from '#api/db/request-context.ts'
import { createDatabase, type Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { insertPicture } from '#api/db/picture-queries.ts'
import { createDatabasePulse, DatabaseDown } from '#api/db/database-health.ts'
import { createNumberSource } from '#api/features/buyback/number-source.ts'
import { createPublish } from '#api/features/counter/publish-counter-catalog.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let gate: Server
let database: Database
/** Whether the gate before the database lets anything through. */
let isOpen = true
const held = new Set<() => void>()

/** Passes bytes on while it is open, and holds them while it is not, as a process that is paused. */
function passOn(from: Socket, to: Socket): void {
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
  from.on('data', (data) => {
    if (isOpen) to.write(data)
    else held.add(() => to.write(data))
  })
}

beforeAll(async () => {
  api = await createTestApi()
  const { hostname, port } = new URL(api.testDatabase.appUrl)
  gate = createServer((client) => {
    const server = connect(Number(port), hostname)
    passOn(client, server)
    passOn(server, client)
  })
  await new Promise<void>((resolve) => void gate.listen(0, '127.0.0.1', resolve))
  const through = new URL(api.testDatabase.appUrl)
  const address = gate.address()
  through.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  database = createDatabase({ appUrl: through.href, maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await new Promise((resolve) => void gate.close(resolve))
  await api.close()
})

it('a server that answers with an error is up: only the work knows what it meant', async () => {
  const url = new URL(api.testDatabase.appUrl)
  url.pathname = '/no-such-database'
  const pulse = createDatabasePulse(url.href, { patienceMs: 20, downPatienceMs: 20, beatMs: 10_000, everyMs: 20 })
  const slow = api.db.pool.query('select pg_sleep(0.5), 1 as one')
  expect((await pulse.whileUp(slow)).rows).toMatchObject([{ one: 1 }])
  pulse.stop()
})

it('work that waits for a paused database is given up, work that is slow is not, and all goes on afterwards', async () => {
  const { appUrl } = api.testDatabase
  const through = database.pool.options.connectionString ?? appUrl
  const times = { patienceMs: 50, downPatienceMs: 10_000, beatMs: 10_000, everyMs: 20 }
  const patient = createDatabasePulse(through, times)
  const slow = database.pool.query('select pg_sleep(0.5), 1 as one')
  expect((await patient.whileUp(slow)).rows).toMatchObject([{ one: 1 }])
  patient.stop()

  const pulse = createDatabasePulse(through, { ...times, beatMs: 100 })
  isOpen = false
  const hanging = database.pool.query('select 2 as two')
  await expect(pulse.whileUp(hanging)).rejects.toBeInstanceOf(DatabaseDown)
  isOpen = true
  for (const pass of held) pass()
  expect((await hanging).rows).toEqual([{ two: 2 }])
  expect((await pulse.whileUp(database.pool.query('select 3 as three'))).rows).toEqual([{ three: 3 }])
  pulse.stop()
})

const keepPicture = () =>
  inAccount(database, api.accounts.retailer.id, (tx) =>
    insertPicture(tx, api.accounts.retailer.id, { type: 'image/png', bytes: Buffer.from('x') }),
  )
const countPictures = async () => {
  const { rows } = await inAccount(api.db, api.accounts.retailer.id, (tx) =>
    sql<{ count: number }>`select count(*)::int as count from picture`.execute(tx),
  )
  return rows[0]!.count
}

it('a call that was given up while it waited for a connection writes nothing, and keeps no connection', async () => {
  const before = await countPictures()
  const taken = await Promise.all([database.pool.connect(), database.pool.connect()])
  const [late, inTime] = [{ isGivenUp: false }, { isGivenUp: false }]
  const refused = currentRequest.run(late, keepPicture)
  const alone = currentRequest.run(late, () => database.app.deleteFrom('picture').execute())
  const kept = currentRequest.run(inTime, keepPicture)
  late.isGivenUp = true
  const outcomes = Promise.allSettled([refused, alone, kept])
  for (const client of taken) client.release()
  const [first, second, third] = await outcomes
  for (const outcome of [first, second])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseDown' } })
  expect(third.status).toBe('fulfilled')
  expect(await countPictures()).toBe(before + 1)
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

it('a call that was given up in the course of its transaction takes back what it wrote', async () => {
  const before = await countPictures()
  const call = { isGivenUp: false }
  const work = currentRequest.run(call, () =>
    inAccount(database, api.accounts.retailer.id, async (tx) => {
      await insertPicture(tx, api.accounts.retailer.id, { type: 'image/png', bytes: Buffer.from('x') })
      call.isGivenUp = true
    }),
  )
  await expect(work).rejects.toBeInstanceOf(DatabaseDown)
  expect(await countPictures()).toBe(before)
  await keepPicture()
  expect(await countPictures()).toBe(before + 1)
})

it('a block of numbers that several calls wait for comes also when the first of them was given up', async () => {
  const numbers = createNumberSource(database)
  const taken = await Promise.all([database.pool.connect(), database.pool.connect()])
  const [late, inTime] = [{ isGivenUp: false }, { isGivenUp: false }]
  const both = Promise.allSettled([late, inTime].map((call) => currentRequest.run(call, () => numbers.next())))
  late.isGivenUp = true
  for (const client of taken) client.release()
  const [, second] = await both
  expect(second).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^\d+$/) })
})

it('a catalog that several calls wait for is published also when the one that began it was given up', async () => {
  const calls = [{ isGivenUp: false }, { isGivenUp: false }]
  // The time is asked for between reading and writing; the work is of no call, or of the one that began it.
  const now = () => {
    ;(currentRequest.getStore() ?? calls[0])!.isGivenUp = true
    return new Date()
  }
  const publish = createPublish({ database, now })
  const outcomes = await Promise.allSettled(
    calls.map((call) => currentRequest.run(call, () => publish(api.accounts.retailer.id))),
  )
  const firstTaken = calls.findIndex(({ isGivenUp }) => !isGivenUp)
  expect(outcomes[firstTaken]?.status).toBe('fulfilled')
})
