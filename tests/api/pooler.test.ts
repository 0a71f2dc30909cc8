import { sql } from 'kysely'
import { connect as connectTo, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '#api/db/database.ts'
import { inAccount, readInAccount } from '#api/db/in-account.ts'
import { inAccountSql } from '#api/sync/account-sql.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let pooler: Server
let database: Database
const sockets = new Set<Socket>()
const refused: string[] = []

/** What a stock PgBouncer takes as parameters of a connection, in transaction mode. */
const taken = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone']

/** The parameters of a connection: length, version, then names and values that end with a zero. */
function parametersOf(startup: Buffer): readonly string[] {
  const texts = startup.subarray(8).toString('utf8').split('\0')
  return texts.filter((text, at) => at % 2 === 0 && text !== '')
}

function refusal(name: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

beforeAll(async () => {
  api = await createTestApi()
  const server = new URL(api.testDatabase.appUrl)
  pooler = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (startup) => {
      const unknown = parametersOf(startup).filter((name) => !taken.includes(name))
      refused.push(...unknown)
      if (unknown.length > 0) return void socket.end(refusal(unknown[0]!))
      const onward = connectTo(Number(server.port), server.hostname)
      sockets.add(onward)
      onward.on('error', () => undefined)
      onward.write(startup)
      socket.pipe(onward).pipe(socket)
    })
  })
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
  const through = (url: string): string => {
    const changed = new URL(url)
    changed.port = String((pooler.address() as AddressInfo).port)
    return changed.href
  }
  const { appUrl, adminUrl } = api.testDatabase
  database = createDatabase({ appUrl: through(appUrl), adminUrl: through(adminUrl), maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((closed) => pooler.close(closed))
  await api.close()
})

const setting = sql<Record<string, string>>`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
const settings = { statement: '30s', lock: '10s', idle: '30s', jit: 'off' }

describe('behind a pooler that takes no parameters of its clients', () => {
  it('every kind of transaction has its settings, and statements outside of them', async () => {
    const accountId = api.accounts.retailer.id
    expect((await inAccount(database, accountId, (tx) => setting.execute(tx))).rows).toEqual([settings])
    expect(await readInAccount(database, accountId, setting.compile(database.app))).toEqual([settings])
    const { rows } = await database.admin!.transaction().execute((tx) => setting.execute(tx))
    expect(rows).toEqual([settings])
    const statement = { name: 'limits', text: setting.compile(database.app).sql }
    expect(await inAccountSql(database.pool, accountId, 'read committed', (on) => on.rows(statement, []))).toEqual([
      settings,
    ])
    expect((await setting.execute(database.app)).rows).toEqual([settings])
    expect(refused).toEqual([])
  })

  it('the settings of a transaction do not depend on what its connection was told', async () => {
    const client = await database.pool.connect()
    await client.query('reset all')
    client.release()
    const { rows } = await inAccount(database, api.accounts.retailer.id, (tx) => setting.execute(tx))
    expect(rows).toEqual([settings])
  })
})
