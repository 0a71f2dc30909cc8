import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { FileScanner } from '#domain/kernel/file-verdict.ts'
import { createHttpCarrier } from '#api/adapters/carrier/http-carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { queueBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import { createDeliveryJobs } from '#api/features/delivery/delivery-jobs.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-document-jobs.ts'
import type { CarrierAnswer, DeliveryAnswer } from '#sync/calls/delivery.ts'
import { createTestApi, testTrackingLink, type TestApi, type TestSession } from './api.ts'
import { carrierEvent, carrierSecrets, startCarrierServer, type CarrierServer } from './carrier-server.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from './factories.ts'
import { runQueued } from './queued-job.ts'
import { testVault } from './vault.ts'

/** A buyback whose product a carrier takes. */
export interface SentBuyback {
  readonly id: string
  readonly itemId: string
  readonly code: string
}

/** How a buyback is sent. */
export interface SendOptions {
  readonly circuit?: 'web_post' | 'store_drop_label' | 'web_collect'
  readonly itemStatus?: 'item_created' | 'item_awaiting_inventory'
}

/** The API for the tests of one file, with a carrier that takes the parcels of `web_post` and `store_drop_label`. */
export function prepareDeliveries() {
  let clock = Date.now()
  let api: TestApi
  let owner: pg.Client
  let account: TestAccount
  let admin: TestSession
  let manager: TestSession
  let server: CarrierServer
  let carrier: CarrierAnswer
  const circuits: Record<string, string> = {}

  beforeAll(async () => {
    server = await startCarrierServer()
    api = await createTestApi({ now: () => new Date(clock), carrierHosts: [server.host] })
    owner = await connectAsOwner(api.testDatabase.ownerUrl)
    account = await furnishRetailer(owner, api.accounts.retailer)
    admin = await api.signIn('admin')
    manager = await api.signIn('root_management_unit_manager')
    for (const type of ['web_post', 'store_drop_label', 'web_collect', 'store_drop']) {
      circuits[type] = newId()
      await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, $3, $3)`, [
        account.id,
        circuits[type],
        type,
      ])
    }
    const made = await admin.request('/api/carriers', {
      method: 'POST',
      json: {
        name: 'Colis Express',
        url: server.url,
        ...carrierSecrets,
        circuitIds: [circuits['web_post'], circuits['store_drop_label']],
      },
    })
    if (made.status !== 200) throw new Error(`carrier: ${made.status} ${await made.text()}`)
    carrier = (await made.json()) as CarrierAnswer
  })
  afterAll(async () => {
    await owner.end()
    await api.close()
    await server.close()
  })

  let scanner: FileScanner | null = null
  const jobDeps = () => ({
    database: api.db,
    now: () => new Date(clock),
    vault: testVault,
    carrierHosts: [server.host],
    openCarrier: (options: Parameters<typeof createHttpCarrier>[0]) =>
      createHttpCarrier({ ...options, timeoutMs: 1_000 }),
    scanner,
    trackingLink: testTrackingLink,
    mailQueued: () => undefined,
  })

  /** A buyback whose papers are asked for, and with them its label. */
  async function send({ circuit = 'web_post', itemStatus }: SendOptions = {}): Promise<SentBuyback> {
    const status = itemStatus ?? (circuit === 'store_drop_label' ? 'item_awaiting_inventory' : 'item_created')
    const [item] = await createItems(owner, account, 1, { status })
    const customerId = newId()
    await owner.query(
      `insert into customer (account_id, id, first_name, last_name, email, street, zip_code, city, country)
       values ($1, $2, 'Anna', 'Martin', 'anna@customer.example', '1 rue Neuve', '69001', 'Lyon', 'FR')`,
      [account.id, customerId],
    )
    await owner.query(
      `update buyback set status = 'bb_awaiting_inventory', circuit_id = $3, customer_id = $4,
         store_id = case when $5 then store_id end where account_id = $1 and id = $2`,
      [account.id, item!.buybackId, circuits[circuit], customerId, circuit.startsWith('store')],
    )
    await inAccount(api.db, account.id, (tx) =>
      queueBuybackDocuments(tx, { accountId: account.id, buybackIds: [item!.buybackId] }),
    )
    // Other papers are made by nobody here.
    await owner.query(`update buyback_document set state = 'none' where buyback_id = $1 and kind <> 'shipping_label'`, [
      item!.buybackId,
    ])
    return { id: item!.buybackId, itemId: item!.id, code: item!.buybackCode }
  }

  interface StoredParcel {
    readonly id: string
    readonly key: string
    readonly state: string
    readonly number: string | null
    readonly attempt: number
    readonly failure: string | null
  }

  async function parcelOf(buybackId: string): Promise<StoredParcel> {
    const { rows } = await owner.query<Omit<StoredParcel, 'key'>>(
      `select id, state, tracking_number as number, attempt, failure from parcel
       where buyback_id = $1 or package_id = $1`,
      [buybackId],
    )
    const [row] = rows
    if (row === undefined) throw new Error('no parcel')
    return { ...row, key: `${row.id.replaceAll('-', '')}-${row.attempt.toString(36)}` }
  }

  /** Runs the job of a parcel, as the runner does; answers what it threw. */
  async function runJob(
    subjectId: string,
    queue: 'carrier-order' | 'carrier-cancel' = 'carrier-order',
  ): Promise<string | null> {
    const { id: parcelId } = await parcelOf(subjectId)
    const handler = createDeliveryJobs(jobDeps()).find((each) => each.queue === queue)!
    const data = { accountId: account.id, parcelId }
    const [done] = await Promise.allSettled([runQueued(owner, queue, data, () => handler.run(data))])
    return done.status === 'fulfilled' ? null : (done.reason as Error).message
  }

  /** Jobs of a parcel that wait. */
  async function waitingJobs(subjectId: string): Promise<readonly string[]> {
    const { id } = await parcelOf(subjectId)
    const { rows } = await owner.query<{ name: string }>(
      `select name from pgboss.job where data ->> 'parcelId' = $1 and state in ('created', 'retry') order by name`,
      [id],
    )
    return rows.map(({ name }) => name)
  }

  /** A buyback whose label the carrier has made. */
  async function labelled(options: SendOptions = {}): Promise<SentBuyback & { readonly number: string }> {
    server.behave('ready')
    const sent = await send(options)
    await runJob(sent.id)
    return { ...sent, number: (await parcelOf(sent.id)).number ?? '' }
  }

  const statusOf = async (buybackId: string) =>
    (
      await owner.query<{ item: string; buyback: string; delivery: string | null }>(
        `select i.status as item, b.status as buyback, b.delivery_status as delivery
         from buyback b join item i on i.buyback_id = b.id where b.id = $1`,
        [buybackId],
      )
    ).rows[0]!

  const historyOf = async (itemId: string) =>
    (
      await owner.query<{ action: string; from_status: string; to_status: string; warehouse_id: string | null }>(
        `select action, from_status, to_status, warehouse_id from item_history where item_id = $1
         order by server_at, id`,
        [itemId],
      )
    ).rows

  /** The carrier's own word, signed. */
  const tell = (body: object, { at = clock, secret }: { at?: number; secret?: string } = {}) =>
    api.request(`/api/carrier-events/${carrier.id}`, carrierEvent(body, at, secret))

  const deliveryOf = async (buybackId: string, by: TestSession = manager): Promise<DeliveryAnswer> => {
    const response = await by.request(`/api/buybacks/${buybackId}/delivery`)
    if (response.status !== 200) throw new Error(`delivery: ${response.status}`)
    return (await response.json()) as DeliveryAnswer
  }

  const makeDocuments = () =>
    createBuybackDocuments({
      database: api.db,
      vault: testVault,
      now: () => new Date(clock),
      log: { warn: () => undefined },
      trackingLink: testTrackingLink,
      mailQueued: () => undefined,
    })()

  return {
    /** Looks at labels from then on; null: nothing does. */
    scanBy: (next: FileScanner | null) => void (scanner = next),
    api: () => api,
    owner: () => owner,
    account: () => account,
    admin: () => admin,
    manager: () => manager,
    server: () => server,
    carrier: () => carrier,
    circuitId: (type: string) => circuits[type]!,
    now: () => clock,
    pass: (ms: number) => void (clock += ms),
    send,
    labelled,
    parcelOf,
    runJob,
    waitingJobs,
    statusOf,
    historyOf,
    tell,
    deliveryOf,
    makeDocuments,
  }
}
