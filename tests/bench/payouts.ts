import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { createHttpPayouts } from '#api/adapters/payment/http-payout-provider.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { PaymentDeps } from '#api/features/payment/payment-deps.ts'
import { actOnPayment, lockPayment } from '#api/features/payment/payment-state.ts'
import { startPayment } from '#api/features/payment/run-payout.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { noServiceOfAccounts, payoutSecrets, startPayoutServer } from '#tests/support/payout-server.ts'
import { testVault } from '#tests/support/vault.ts'

// Fifty payouts of one buyback at the same moment, as a shaken queue, impatient people and a service make them: by a
// service over HTTP, as a voucher of the program, and by hand. Each buyback is paid once, or the bench fails.
const atOnce = 50
const rounds = Number(process.argv[2] ?? 20)

const manners = {
  'a service over HTTP': ['no_iban_transfer', 'card_payment'],
  'a voucher of the program': ['voucher', 'gift_card'],
  'people by hand': ['bank_transfer', 'none'],
} as const

const bench = await createBenchDatabase(rounds * Object.keys(manners).length)
const server = await startPayoutServer()
try {
  const { superuser, database, world } = bench
  const { accountId } = world
  const deps: PaymentDeps = {
    database,
    now: () => new Date(),
    publicHolidays: createPublicHolidays(),
    http: createHttpPayouts({ url: server.url, ...payoutSecrets, timeoutMs: 10_000 }),
    ...noServiceOfAccounts,
    vault: testVault,
    trackingLink: () => 'https://shop.example/tracking',
  }
  const buybacks = (await superuser.query<{ id: string }>('select id from buyback where account_id = $1', [accountId]))
    .rows
  for (const [name, [type, provider]] of Object.entries(manners)) {
    const modeId = newId()
    await superuser.query(
      'insert into payment_mode (account_id, id, type, label, provider) values ($1, $2, $3, $4, $5)',
      [accountId, modeId, type, name, provider],
    )
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { id: buybackId } = buybacks.pop()!
      const paymentId = await settle(buybackId, modeId)
      const scope = { accountId, paymentId }
      const one = name === 'people by hand' ? () => payByHand(scope) : () => startPayment(deps, scope)
      const begun = performance.now()
      await Promise.allSettled(Array.from({ length: atOnce }, one))
      took.push(performance.now() - begun)
      await expectOnePayout(buybackId)
    }
    report(`${atOnce} payouts at once of one buyback, by ${name}`, took, 'ms', 'each pays once')
  }

  async function settle(buybackId: string, modeId: string): Promise<string> {
    await superuser.query(
      `update buyback set status = 'bb_completed', settled_at = now(), validated_price_cents = 12345, payment_mode_id = $2
       where id = $1`,
      [buybackId, modeId],
    )
    const found = await superuser.query<{ id: string }>('select id from payment where buyback_id = $1', [buybackId])
    return found.rows[0]!.id
  }

  async function payByHand(scope: { readonly accountId: string; readonly paymentId: string }): Promise<void> {
    await inAccount(database, accountId, async (tx) => {
      const payment = await lockPayment(tx, scope)
      if (payment !== null) await actOnPayment(tx, deps, payment, 'mark_paid')
    })
  }

  async function expectOnePayout(buybackId: string): Promise<void> {
    const { rows } = await superuser.query<{ status: string; paid: number; cents: number }>(
      `select b.payment_status as status, count(e.id)::int as paid, coalesce(sum(e.amount_cents), 0)::int as cents
       from buyback b join payment p on p.account_id = b.account_id and p.buyback_id = b.id
       left join ledger_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.kind = 'paid'
         and e.amount_cents > 0
       where b.id = $1 group by b.payment_status`,
      [buybackId],
    )
    const [found] = rows
    if (found?.status !== 'payment_completed' || found.paid !== 1 || found.cents !== 12_345)
      throw new Error(`a buyback was not paid exactly once: ${JSON.stringify(found)}`)
  }
  if (server.payouts.size !== rounds) throw new Error(`the service paid ${server.payouts.size} times, not ${rounds}`)
  console.log(
    `The service was asked ${server.requests()} times for ${rounds} payouts, and paid ${server.payouts.size}.`,
  )
} finally {
  await server.close()
  await bench.close()
}
