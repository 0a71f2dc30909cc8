// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { createJobRunner } from '#api/jobs/job-runner.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import type { JobAnswer } from '#sync/calls/job.ts'
import { startApi } from '#tests/support/api-process.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { createTestApi, testTrackingLink } from '#tests/support/api.ts'
import { payoutSecrets, signedEvent, type PayoutManner } from '#tests/support/payout-server.ts'
import { testMasterKey } from '#tests/support/vault.ts'

const world = preparePayments()
const { api, owner, manager, open, become, settled, runJobs, paymentOf, statusOf, markPaid, ledgerOf } = world

const keyOf = async (buybackId: string, number = 1) =>
  `${(await paymentOf(buybackId)).id.replaceAll('-', '')}-${number.toString(36)}`
const paidBy = async (buybackId: string) => world.server().payouts.get(await keyOf(buybackId))
/** In how many seconds the service is asked about a payment, by the jobs that were made for it. */
async function asksOf(buybackId: string): Promise<readonly number[]> {
  const { id } = await paymentOf(buybackId)
  const { rows } = await owner().query<{ seconds: number }>(
    // To five seconds: a job that is brought forward was made a moment before.
    `select 5 * round(extract(epoch from start_after - created_on) / 5)::int as seconds from pgboss.job
      where name = 'payment-ask' and data->>'paymentId' = $1 order by created_on, id`,
    [id],
  )
  return rows.map(({ seconds }) => seconds)
}
const tell = (body: object, at = world.now(), secret?: string) =>
  api().request('/api/payment-events', signedEvent(body, at, secret))

const paymentMails = async (buybackId: string): Promise<number> =>
  (
    await owner().query<{ count: number }>(
      `select count(*)::int as count from mail_message where kind = 'payment' and body_text like '%' || $1 || '%'`,
      [testTrackingLink({ buybackId })],
    )
  ).rows[0]!.count

async function asked(manner: PayoutManner, ms = 0): Promise<string> {
  world.server().behave(manner, ms)
  return settled({ mode: 'http' })
}

describe('a payout over HTTP', () => {
  it('is paid once, and the ledger says by whom', { tags: ['slow'] }, async () => {
    const id = await asked('complete')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', provider: 'http', attempts: 1 })
    expect(await paidBy(id)).toMatchObject({ amountCents: 12_345 })
    expect(await ledgerOf(id)).toContainEqual({ kind: 'paid', ledger: 'provider', cents: -12_345 })
  })

  it('hands on the custom values of the rule by which the product came in, and nothing without any (CIRC-14)', async () => {
    world.server().behave('accept')
    const without = await settled({ mode: 'http' })
    expect(await paidBy(without)).not.toHaveProperty('customValues')
    const { rows } = await owner().query<{ id: string }>(
      `with b as (select account_id, circuit_id, category_id from buyback where id = $1),
        r as (insert into dispatch_circuit_rule (account_id, id, circuit_id, custom_values)
          select account_id, uuid_v7(), circuit_id, '{"merchant": "42"}' from b returning account_id, id)
       insert into dispatch_circuit_rule_category (account_id, rule_id, category_id)
       select r.account_id, r.id, k.path[1] from r, b join category k on k.account_id = b.account_id and k.id = b.category_id
       returning rule_id as id`,
      [without],
    )
    const id = await settled({ mode: 'http' })
    expect(await paidBy(id)).toMatchObject({ customValues: { merchant: '42' } })
    await owner().query('delete from dispatch_circuit_rule_category where rule_id = $1', [rows[0]!.id])
    await owner().query('delete from dispatch_circuit_rule where id = $1', [rows[0]!.id])
  })

  it('is told to the customer once, when it is completed', { tags: ['slow'] }, async () => {
    world.server().behave('accept')
    const id = await settled({ mode: 'http' })
    expect(await paymentMails(id)).toBe(0)
    const key = await keyOf(id)
    for (let time = 0; time < 3; time++) await tell({ key, status: 'completed', id: 'p-1' })
    expect(await statusOf(id)).toBe('payment_completed')
    expect(await paymentMails(id)).toBe(1)
  })

  it('of fifty jobs at once reaches the service under one key', { tags: ['slow'] }, async () => {
    const before = world.server().payouts.size
    world.server().behave('complete', 50)
    const id = await open({ mode: 'http' })
    await become(id, 'bb_completed')
    await Promise.all(Array.from({ length: 50 }, () => runJobs(id)))
    await runJobs(id, 'payment-ask')
    expect(await statusOf(id)).toBe('payment_completed')
    expect(world.server().payouts.size - before).toBe(1)
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toHaveLength(2)
  })

  it('whose answer is lost is asked for, never paid again', async () => {
    const id = await asked('pay-and-drop')
    expect(await statusOf(id)).toBe('payment_initiated')
    expect((await markPaid(id)).status).toBe(409)
    world.server().behave('complete')
    const requests = world.server().requests()
    await runJobs(id, 'payment-ask')
    expect(await statusOf(id)).toBe('payment_completed')
    expect(world.server().requests()).toBe(requests)
  })

  it('that never arrived is sent again under the same key', async () => {
    const id = await asked('drop')
    expect([await statusOf(id), await paidBy(id)]).toEqual(['payment_initiated', undefined])
    world.server().behave('complete')
    await runJobs(id, 'payment-ask')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', attempts: 1 })
  })

  it.each(['ill', 'drop'] as const)('of a service that is %s stays open, and the job comes back', async (manner) => {
    const id = await asked(manner)
    world.server().behave('ill')
    expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_OUTCOME_UNKNOWN' } })
    expect(await statusOf(id)).toBe('payment_initiated')
  })

  it('that never arrives comes back with its own job, and makes no other', async () => {
    const id = await asked('drop')
    const [first, ...others] = await asksOf(id)
    expect([first, others]).toEqual([10, []])
    expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_OUTCOME_UNKNOWN' } })
    expect(await asksOf(id)).toEqual([10])
  })

  it('that the service has accepted is asked about every three hours, for as long as it takes', async () => {
    const id = await asked('accept')
    expect(await asksOf(id)).toEqual([900])
    for (let day = 0; day < 2; day++) expect(await runJobs(id, 'payment-ask')).toMatchObject({ status: 'fulfilled' })
    expect(await asksOf(id)).toEqual([900, 10_800, 10_800])
    await tell({ key: await keyOf(id), status: 'completed', id: 'p-2' })
    await runJobs(id, 'payment-ask')
    expect([await statusOf(id), (await asksOf(id)).length]).toEqual(['payment_completed', 3])
  })

  it('whose answer is lost before the service’s event comes is asked about by one job at a time', async () => {
    const id = await asked('accept-and-drop')
    await tell({ key: await keyOf(id), status: 'accepted', id: 'p-3' })
    expect(await asksOf(id)).toEqual([10])
    for (let round = 0; round < 2; round++)
      expect(await runJobs(id, 'payment-ask')).toMatchObject({ status: 'fulfilled' })
    expect(await asksOf(id)).toEqual([10, 10_800, 10_800])
  })

  it('that waits for three hours is asked for at once after another attempt', async () => {
    const id = await asked('accept')
    expect(await runJobs(id, 'payment-ask')).toMatchObject({ status: 'fulfilled' })
    expect(await asksOf(id)).toEqual([900, 10_800])
    await tell({ key: await keyOf(id), status: 'failed', reason: 'account closed' })
    world.server().behave('drop')
    await world.tryAgain(id)
    await runJobs(id)
    expect(await asksOf(id)).toEqual([900, 10])
  })

  it('that is slower than the time we wait is asked for', { tags: ['slow'] }, async () => {
    const id = await asked('complete', 2_500)
    expect(await statusOf(id)).toBe('payment_initiated')
    world.server().behave('complete')
    await runJobs(id, 'payment-ask')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', attempts: 1 })
  })

  it('that is refused has failed, and a new attempt has a key of its own', async () => {
    const id = await asked('refuse')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_failed', failure: 'no funds', attempts: 1 })
    world.server().behave('complete')
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_failed')
    expect((await world.tryAgain(id))?.status).toBe(200)
    expect((await world.tryAgain(id))?.status).toBe(409)
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', attempts: 2 })
    expect(world.server().payouts.get(await keyOf(id, 2))?.status).toBe('completed')
  })

  it('waits, and may be paid by hand, while the installation names no service any more', async () => {
    const [waiting, failed] = [await open({ mode: 'http' }), await asked('refuse')]
    await become(waiting, 'bb_completed')
    await owner().query(`update payment set provider = 'http' where buyback_id = $1`, [waiting])
    expect(await runJobs(waiting, 'payment-start', null)).toMatchObject({
      reason: { message: 'PAYMENT_SERVICE_MISSING' },
    })
    expect(await paymentOf(waiting)).toMatchObject({ status: 'payment_created', attempts: 0 })
    expect((await paymentOf(waiting)).promisedOn).not.toBeNull()
    expect((await markPaid(waiting)).status).toBe(200)
    expect(await runJobs(waiting, 'payment-start', null)).toMatchObject({ status: 'fulfilled' })
    const without = await createTestApi({ now: () => new Date(world.now()), share: api() })
    try {
      const manager = await without.signIn('root_management_unit_manager')
      const refused = (await world.tryAgain(failed, manager))!
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'PAYMENT_SERVICE_MISSING' })
    } finally {
      await without.close()
    }
    expect(await statusOf(failed)).toBe('payment_failed')
  })

  it('whose outcome is open is asked for once there is a service again', async () => {
    const id = await asked('accept')
    expect(await runJobs(id, 'payment-ask', null)).toMatchObject({ reason: { message: 'PAYMENT_SERVICE_MISSING' } })
    expect(await statusOf(id)).toBe('payment_initiated')
  })

  it('begun before its buyback was cancelled by force ends as the service says', async () => {
    const [paid, failed] = [await asked('accept'), await asked('accept')]
    for (const id of [paid, failed]) await become(id, 'bb_cancelled')
    expect([await statusOf(paid), await statusOf(failed)]).toEqual(['payment_initiated', 'payment_initiated'])
    await tell({ key: await keyOf(paid), status: 'completed' })
    await tell({ key: await keyOf(failed), status: 'failed', reason: 'account closed' })
    expect([await statusOf(paid), await statusOf(failed)]).toEqual(['payment_completed', 'payment_cancelled'])
  })
})

describe('a payout that is refused once its product was kept from a buyback cancelled by force', () => {
  it('is still owed, and may be tried again', async () => {
    const id = await asked('accept')
    await become(id, 'bb_cancelled')
    await owner().query(
      `update item set status = 'item_to_reintegrate_to_stock', warehouse_id = $2, stock_id = $3
       where buyback_id = $1`,
      [id, world.account().warehouseId, world.account().stocks.in_quarantine],
    )
    await tell({ key: await keyOf(id), status: 'failed', reason: 'account closed' })
    expect(await statusOf(id)).toBe('payment_failed')
    expect((await ledgerOf(id)).map(({ kind }) => kind)).not.toContain('cancelled')
    world.server().behave('complete')
    expect((await world.tryAgain(id))?.status).toBe(200)
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', attempts: 2 })
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toHaveLength(2)
  })
})

describe('an event of the service', () => {
  it('counts once, however often and in whatever order events come', async () => {
    const id = await asked('accept')
    const key = await keyOf(id)
    const done = { key, status: 'completed', id: 'p-1' }
    const answers = await Promise.all([tell(done), tell(done), tell({ key, status: 'accepted' }), tell(done)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect((await tell({ key, status: 'failed', reason: 'late' })).status).toBe(204)
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', failure: null })
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toHaveLength(2)
  })

  it('with characters that cannot be kept is taken without them', async () => {
    const failed = await asked('accept')
    const told = { key: await keyOf(failed), status: 'failed', reason: `no\0 accounts \uD83D ${'😀'.repeat(200)}` }
    expect((await tell(told)).status).toBe(204)
    const { failure } = await paymentOf(failed)
    expect(failure).toBe(`no accounts \uFFFD ${'😀'.repeat(120)}`)
    const paid = await asked('accept')
    const key = await keyOf(paid)
    expect((await tell({ key, status: 'completed', id: 'p\0-1' })).status).toBe(204)
    expect(await statusOf(paid)).toBe('payment_completed')
    expect((await tell({ key: 'a\0b', status: 'completed' })).status).toBe(422)
  })

  it('of an attempt that has failed does not touch the next', async () => {
    const id = await asked('refuse')
    world.server().behave('accept')
    await world.tryAgain(id)
    await runJobs(id)
    for (const status of ['completed', 'cancel_refused']) {
      expect((await tell({ key: await keyOf(id, 1), status })).status).toBe(204)
      expect(await statusOf(id)).toBe('payment_initiated')
    }
    await tell({ key: await keyOf(id, 2), status: 'completed' })
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('that a cancellation was refused leaves the payment to its final answer', async () => {
    const id = await asked('accept')
    await tell({ key: await keyOf(id), status: 'cancel_refused' })
    expect(await statusOf(id)).toBe('payment_cancel_failed')
    await tell({ key: await keyOf(id), status: 'completed' })
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is refused where it is forged, changed, too old, or names nothing of ours', async () => {
    const id = await asked('accept')
    const key = await keyOf(id)
    const body = { key, status: 'completed' }
    expect((await tell(body, world.now(), 'another secret, which is also long enough')).status).toBe(401)
    expect((await tell(body, world.now() - 301_000)).status).toBe(401)
    const signed = signedEvent({ key, status: 'failed' }, world.now())
    const changed = { ...signed, body: JSON.stringify(body) }
    expect((await api().request('/api/payment-events', changed)).status).toBe(401)
    expect(
      (await api().request('/api/payment-events', { ...signed, headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(401)
    expect((await tell({ key: `${'0'.repeat(32)}-1`, status: 'completed' })).status).toBe(404)
    expect(await statusOf(id)).toBe('payment_initiated')
  })
})

describe('a voucher', () => {
  it.each([
    ['voucher', 'voucher'],
    ['plainVoucher', 'voucher'],
    ['giftCard', 'gift_card'],
  ] as const)('of mode %s is issued once, with a code that nobody guesses', async (mode, type) => {
    const id = await open({ mode })
    await become(id, 'bb_completed')
    await Promise.all(Array.from({ length: 10 }, () => runJobs(id)))
    const { rows } = await owner().query<{ type: string; code: string; amount_cents: number }>(
      'select v.type, v.code, v.amount_cents from voucher v join payment p on p.id = v.payment_id where p.buyback_id = $1',
      [id],
    )
    expect(rows).toMatchObject([{ type, amount_cents: 12_345 }])
    expect(rows[0]!.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/)
    expect(await statusOf(id)).toBe('payment_completed')
    expect(await ledgerOf(id)).toContainEqual({ kind: 'paid', ledger: 'vouchers', cents: -12_345 })
  })
})

describe('a process that is killed between the service’s payout and its own note of it', () => {
  it('leaves a payment that is asked for and never made twice', { tags: ['slow'] }, async () => {
    world.server().behave('complete', 60_000)
    // What other tests left open must not be in its way.
    await owner().query('delete from pgboss.job')
    const id = await open({ mode: 'http' })
    const process = await startApi(api().testDatabase, {
      environment: {
        PAYOUT_URL: world.server().url,
        PAYOUT_API_KEY: payoutSecrets.apiKey,
        PAYOUT_EVENT_SECRET: payoutSecrets.eventSecret,
        MASTER_KEY: testMasterKey.toString('base64'),
      },
    })
    await become(id, 'bb_completed')
    const key = `${(await paymentOf(id)).id.replaceAll('-', '')}-1`
    await vi.waitUntil(() => world.server().payouts.has(key), { timeout: 20_000 })
    await process.kill()
    expect(await statusOf(id)).toBe('payment_initiated')
    world.server().behave('complete')
    const requests = world.server().requests()
    // The job returns to the queue, the process that still runs takes it, and it queues the job that asks.
    await runJobs(id)
    await runJobs(id, 'payment-ask')
    expect(await statusOf(id)).toBe('payment_completed')
    expect(world.server().requests()).toBe(requests)
    expect(world.server().payouts.get(key)).toMatchObject({ amountCents: 12_345 })
  })
})

describe('jobs', () => {
  const jobs = async (query: string, by = manager()) =>
    ((await (await by.request(`/api/jobs${query}`)).json()) as { 'hydra:member': JobAnswer[] })['hydra:member']

  it('run by the API’s login, which owns nothing, and are seen while they wait, once they failed, and tried again', async () => {
    world.server().behave('accept')
    const id = await open({ mode: 'http' })
    await become(id, 'bb_completed')
    const { id: paymentId } = await paymentOf(id)
    const mine = async (state: string) =>
      (await jobs(`?state=${state}&itemsPerPage=200`)).find(({ subjectId }) => subjectId === paymentId)
    const waiting = (await mine('waiting'))!
    expect(waiting).toMatchObject({ queue: 'payment-start', state: 'waiting', attempts: 0, error: null })
    await owner().query(`update pgboss.job set state = 'failed', output = '{"message": "X_Y"}' where id = $1`, [
      waiting.id,
    ])
    expect(await mine('failed')).toMatchObject({ state: 'failed', error: 'X_Y', dueAt: null })
    const runner = createJobRunner({
      databaseUrl: api().testDatabase.appUrl,
      log: { warn: () => undefined },
      now: () => new Date(world.now()),
      handlers: createPaymentJobs(world.jobDeps()),
    })
    const retry = (by = manager()) => by.request(`/api/jobs/${waiting.id}/retry`, { method: 'POST', json: {} })
    expect((await retry(await api().signIn('admin@other.example'))).status).toBe(404)
    expect((await retry(await api().signIn('store_manager'))).status).toBe(403)
    expect((await retry()).status).toBe(200)
    await runner.start()
    try {
      await vi.waitUntil(async () => (await statusOf(id)) === 'payment_initiated', { timeout: 20_000 })
      await vi.waitUntil(() => mine('done'), { timeout: 20_000 })
    } finally {
      await runner.stop()
    }
    expect(await jobs('?itemsPerPage=200', await api().signIn('admin@other.example'))).toEqual([])
  })
})
