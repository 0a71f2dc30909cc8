import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { createHttpPayouts, type HttpPayoutOptions } from '#api/adapters/payment/http-payout-provider.ts'
import type { PayoutProvider } from '#api/adapters/payment/payout-provider.ts'
import { keepSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { createTestApi, type TestApi, type TestApiOptions, type TestSession, testTrackingLink } from './api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from './factories.ts'
import { payoutSecrets, startPayoutServer, type PayoutServer } from './payout-server.ts'
import { runQueued } from './queued-job.ts'
import { testVault } from './vault.ts'

/** How a settled buyback is paid, and to whom. */
export interface SettleOptions {
  readonly mode?: keyof typeof modes
  readonly amountCents?: number
  readonly iban?: string | null
  readonly settledAt?: Date
  readonly firstName?: string
  readonly account?: TestAccount
}

const modes = {
  manual: ['bank_transfer', 'none'],
  transfer: ['bank_transfer', 'bank_transfer'],
  voucher: ['voucher', 'gift_card'],
  plainVoucher: ['voucher', 'none'],
  giftCard: ['gift_card', 'gift_card'],
  http: ['no_iban_transfer', 'card_payment'],
} as const

type WorldOptions = Pick<TestApiOptions, 'sftpServer'> & {
  /** How the API reaches its database, where the test has made one. */
  readonly reached?: () => Pick<TestApiOptions, 'database' | 'keepsStatements'>
}

/** The API for the tests of one file, with customers to be paid and a service that pays. */
export function preparePayments({ reached, ...options }: WorldOptions = {}) {
  let clock = Date.now()
  let api: TestApi
  let owner: pg.Client
  let many: pg.Pool
  let account: TestAccount
  let manager: TestSession
  let server: PayoutServer

  beforeAll(async () => {
    server = await startPayoutServer()
    const payouts = createHttpPayouts({ url: server.url, ...payoutSecrets, timeoutMs: 2_000 })
    api = await createTestApi({
      ...options,
      ...reached?.(),
      now: () => new Date(clock),
      payouts,
      payoutHosts: [new URL(server.url).host],
    })
    owner = await connectAsOwner(api.testDatabase.ownerUrl)
    many = new pg.Pool({ connectionString: api.testDatabase.ownerUrl, max: 8, options: '-c app.system=on' })
    // The end of a pool does not wait for its connections, which dropping the database may break first.
    many.on('error', () => undefined)
    account = await furnishRetailer(owner, api.accounts.retailer)
    manager = await api.signIn('root_management_unit_manager')
  })
  afterAll(async () => {
    await Promise.all([owner.end(), many.end()])
    await api.close()
    await server.close()
  })

  const jobDeps = () => ({
    database: api.db,
    now: () => new Date(clock),
    publicHolidays: createPublicHolidays(),
    http: createHttpPayouts({ url: server.url, ...payoutSecrets, timeoutMs: 2_000 }),
    payoutHosts: [new URL(server.url).host],
    openPayouts: (service: HttpPayoutOptions) => createHttpPayouts({ ...service, timeoutMs: 2_000 }),
    vault: testVault,
    trackingLink: testTrackingLink,
  })

  async function modeId(of: TestAccount, mode: keyof typeof modes): Promise<string> {
    const [type, provider] = modes[mode]
    const found = await many.query<{ id: string }>(
      'select id from payment_mode where account_id = $1 and type = $2 and provider = $3',
      [of.id, type, provider],
    )
    if (found.rows[0] !== undefined) return found.rows[0].id
    const id = newId()
    await many.query('insert into payment_mode (account_id, id, type, label, provider) values ($1, $2, $3, $4, $5)', [
      of.id,
      id,
      type,
      mode,
      provider,
    ])
    return id
  }

  /** A buyback in the workshop's hands, not settled yet. */
  async function open(options: SettleOptions = {}): Promise<string> {
    const of = options.account ?? account
    const client = await many.connect()
    const [item] = await createItems(client, of, 1, { imei: '350000000000006', serial_number: 'SN1' })
    client.release()
    const customerId = newId()
    await many.query(
      `insert into customer (account_id, id, first_name, last_name, email, street, zip_code, city, country)
       values ($1, $2, $3, 'Müller & Søn', 'zoe@customer.example', '1 rue Neuve', '69001', 'Lyon', 'FR')`,
      [of.id, customerId, options.firstName ?? 'Zoé'],
    )
    const iban = options.iban === undefined ? 'FR7630006000011234567890189' : options.iban
    await inAccount(api.db, of.id, (tx) =>
      keepSecrets(tx, testVault, { accountId: of.id, customerId }, { iban, identityNumber: null }),
    )
    await many.query(
      `update buyback set customer_id = $3, payment_mode_id = $4, status = 'bb_in_processing'
       where account_id = $1 and id = $2`,
      [of.id, item!.buybackId, customerId, await modeId(of, options.mode ?? 'manual')],
    )
    await many.query(
      `update item set facts = jsonb_build_object('validated', jsonb_build_object('grade', null, 'priceCents', $3::int,
         'paymentCents', $3::int)) where account_id = $1 and id = $2`,
      [of.id, item!.id, options.amountCents ?? 12_345],
    )
    return item!.buybackId
  }

  /** Writes a status as the floor does; what follows is the database's business. */
  const become = (buybackId: string, status: string, at = new Date(clock), by: pg.ClientBase = owner) =>
    by.query(
      `update buyback set status = $2::text, validated_price_cents = 12345,
         settled_at = case when $2::text like 'bb_completed%' then coalesce(settled_at, $3) else settled_at end,
         cancel_reason = case when $2::text = 'bb_cancelled' then 'other' end
       where id = $1`,
      [buybackId, status, at],
    )

  async function paymentOf(buybackId: string): Promise<PaymentAnswer> {
    const response = await manager.request(`/api/payments?buybackId=${buybackId}`)
    const body = (await response.json()) as { 'hydra:member': PaymentAnswer[] }
    return body['hydra:member'][0]!
  }

  /** Runs the jobs that wait for a payment, as the runner does, with or without a service; answers what they threw. */
  async function runJobs(
    buybackId: string,
    queue = 'payment-start',
    http: PayoutProvider | null = jobDeps().http,
  ): Promise<PromiseSettledResult<void>> {
    const found = await many.query<{ accountId: string; paymentId: string }>(
      `select account_id as "accountId", id as "paymentId" from payment where buyback_id = $1`,
      [buybackId],
    )
    const handler = createPaymentJobs({ ...jobDeps(), http }).find((each) => each.queue === queue)!
    const [job] = found.rows
    const [done] = await Promise.allSettled([
      job === undefined ? Promise.resolve() : runQueued(many, queue, { ...job }, () => handler.run(job)),
    ])
    return done
  }

  /** A settled buyback whose first job has run. */
  async function settled(options: SettleOptions = {}): Promise<string> {
    const id = await open(options)
    await become(id, 'bb_completed', options.settledAt)
    await runJobs(id)
    return id
  }

  const statusOf = async (buybackId: string): Promise<string> =>
    (await many.query<{ status: string }>('select payment_status as status from buyback where id = $1', [buybackId]))
      .rows[0]!.status

  const markPaid = (buybackId: string, by: TestSession = manager, note?: string) =>
    by.request(`/api/buybacks/${buybackId}/mark-as-paid`, {
      method: 'POST',
      json: note === undefined ? {} : { complementaryInformation: note },
    })

  /** Asks for another try, as the office does. */
  async function tryAgain(buybackId: string, by = manager): Promise<Response | null> {
    const payment = await paymentOf(buybackId)
    return payment === undefined
      ? null
      : by.request(`/api/payments/${payment.id}/try-again`, { method: 'POST', json: {} })
  }

  const assignToBuyer = (buybackId: string) =>
    many.query('update buyback set buyer_account_id = $2 where id = $1', [buybackId, api.accounts.buyer.id])

  const ledgerOf = async (buybackId: string) =>
    (
      await many.query<{ kind: string; ledger: string; cents: number }>(
        `select e.kind, e.ledger, e.amount_cents as cents from ledger_entry e
         join payment p on p.id = e.payment_id where p.buyback_id = $1 order by e.posted_at, e.kind, e.amount_cents desc`,
        [buybackId],
      )
    ).rows

  return {
    api: () => api,
    owner: () => owner,
    account: () => account,
    manager: () => manager,
    /** Signs the manager in again, whose session has ended. */
    signInAgain: async () => void (manager = await api.signIn('root_management_unit_manager')),
    server: () => server,
    now: () => clock,
    pass: (ms: number) => void (clock += ms),
    open,
    anotherOwner: () => connectAsOwner(api.testDatabase.ownerUrl),
    become,
    settled,
    runJobs,
    jobDeps,
    paymentOf,
    statusOf,
    markPaid,
    tryAgain,
    assignToBuyer,
    ledgerOf,
  }
}
