import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { freePort } from '../../scripts/embedded-postgres.mjs'
import { projectRoot } from '../../scripts/process.mjs'
import { spend } from './expenses.ts'
import { startHostedApi } from './hosted-api.ts'
import { createDatabase, filledTemplate, type TestDatabase } from './postgres.ts'
import { testVault } from './vault.ts'

/** An item of the demo that a check-in accepts, as its label reads. */
export interface LabelledItem {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
}

/** What a check-in left on the server: one history line. */
export interface CheckInRecord {
  readonly itemId: string
  readonly opId: string
  readonly action: string
  readonly actor: string
  /** Place in the queue of its device and author: the order of capture. */
  readonly seq: number
}

/** The whole product on a database of a test's own: the demo account, the API, and the built web app. */
export interface AppServer {
  readonly url: string
  readonly port: number
  /** Owner of the tables, beyond row-level security. */
  readonly owner: pg.Client
  readonly ownerUrl: string
  /** The API's login. */
  readonly appUrl: string
  /** The demo's first warehouse, where `warehouse_operator@demo.example` works, and its second. */
  readonly warehouses: readonly [string, string]
  /** Takes the server away and brings it back on the same address. */
  stop(): Promise<void>
  restart(): Promise<void>
  /** Items in transit to a warehouse, untested, in a stable order. */
  itemsInTransit(warehouseId: string, count: number): Promise<readonly LabelledItem[]>
  /** Check-ins and undos by operation, in the order in which the server applied them. */
  checkIns(since: Date): Promise<readonly CheckInRecord[]>
  close(): Promise<void>
}

/** Starts it with the built web app, or the one in a folder of the test's own, and what its environment has besides. */
export async function startAppServer(
  items = 600,
  dist = process.env.WEB_DIST ?? path.join(projectRoot, 'dist'),
  more: Readonly<Record<string, string>> = {},
): Promise<AppServer> {
  if (!existsSync(dist)) throw new Error('dist is missing: build the web app before its tests')
  // As `npm start` does: the demo's administrators sign in by password alone.
  const environment = { WEB_DIST: dist, DEMO: '1', ...more }
  const database = await spend('database', () => demoDatabase(items))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  const found = await owner.query<{ id: string }>(
    `select o.id from organization o
      join user_account u on u.account_id = o.account_id
      join user_module m on m.account_id = u.account_id and m.user_id = u.id and m.module = 'rps'
      where u.email = 'warehouse_operator@demo.example' and o.type = 'warehouse'
      order by o.id <> m.organization_id`,
  )
  const warehouses: [string, string] = [found.rows[0]!.id, found.rows[1]!.id]
  const served = await portOfWorker()
  let api = await spend('server', () =>
    startHostedApi(database, { environment, ...served }).catch((error: unknown) => {
      // Another run on this machine has taken the worker's port since it was seen to be free.
      if (!String(error).includes('EADDRINUSE')) throw error
      return startHostedApi(database, { environment })
    }),
  )
  const { port, url } = api
  return {
    url,
    port,
    owner,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    warehouses,
    stop: () => api.stop(),
    restart: async () => {
      api = await startHostedApi(database, { port, environment })
    },
    itemsInTransit: async (warehouseId, count) => {
      const rows = await owner.query<LabelledItem>(
        `select i.id, i.identification_number as code, b.identification_number as "buybackCode" from item i
          join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
          where i.destination_warehouse_id = $1 and not i.tested
            and i.status in ('item_in_transit', 'item_awaiting_inventory', 'item_created')
          order by i.id limit $2`,
        [warehouseId, count],
      )
      if (rows.rows.length < count) throw new Error(`only ${rows.rows.length} items to check in`)
      return rows.rows
    },
    checkIns: async (since) => {
      const rows = await owner.query<CheckInRecord>(
        `select h.item_id as "itemId", h.op_id as "opId", h.action, h.actor_id as actor, o.seq::int as seq
          from item_history h join sync_op o on o.account_id = h.account_id and o.op_id = h.op_id
          where h.server_at >= $1 order by h.server_at, o.seq`,
        [since],
      )
      return rows.rows
    },
    close: async () => {
      await owner.end()
      await spend('server', () => api.stop())
      await spend('database', () => database.drop())
    },
  }
}

// The browser tests of one process are all served at one address, so that their devices may have the app already.
async function portOfWorker(): Promise<{ port?: number }> {
  const index = process.env.TEST_PARALLEL_INDEX
  const port = index === undefined ? undefined : await freePort(4400 + Number(index) * 10)
  return port === undefined ? {} : { port }
}

// Many files ask for the same few sizes: each is made once and cloned. A bench's own is not worth a second copy.
async function demoDatabase(items: number): Promise<TestDatabase> {
  const load = async ({ ownerUrl }: TestDatabase): Promise<void> =>
    void (await loadDemo({ ownerUrl, items, vault: testVault }))
  if (items <= 5000) return createDatabase({ template: await filledTemplate(`demo_${items}`, load) })
  const database = await createDatabase()
  await load(database)
  return database
}
