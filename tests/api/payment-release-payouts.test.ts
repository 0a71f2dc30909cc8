// @module-tag slow
import { describe, expect, it } from 'vitest'
import { prepareReleases, told } from '#tests/support/payment-releases.ts'

const world = prepareReleases()
const {
  api,
  owner,
  manager,
  open,
  become,
  settled,
  runJobs,
  paymentOf,
  statusOf,
  markPaid,
  ledgerOf,
  tryAgain,
  second,
  waitingFor,
  release,
  refuse,
  paymentIdOf,
  withRule,
} = world

/** 500 euros; a payment of the world's is 123.45. */
const above = 50_000

describe('a payment that the program or a service carries out', () => {
  it.each(['voucher', 'http'] as const)(
    'waits above the amount, and is paid once when it is released: %s',
    async (mode) => {
      await withRule(above)
      world.server().behave('complete')
      const small = await settled({ mode, amountCents: above })
      expect(await statusOf(small)).toBe('payment_completed')
      const id = await settled({ mode, amountCents: above + 1 })
      await runJobs(id)
      expect([await statusOf(id), (await ledgerOf(id)).some(({ kind }) => kind === 'paid')]).toEqual([
        'payment_created',
        false,
      ])
      const waiting = await waitingFor(await paymentIdOf(id))
      expect(waiting).toMatchObject({ subject: 'payout', madeBy: null, mayRelease: true })
      expect((await release(waiting.id)).status).toBe(200)
      await runJobs(id)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_completed')
      expect((await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)).toHaveLength(1)
    },
  )

  it('is not released by a user who acted on its product', async () => {
    await withRule(0)
    const id = await open({ mode: 'voucher' })
    await owner().query(
      `insert into item_history (account_id, id, item_id, action, actor_id)
       select account_id, gen_random_uuid(), id, 'complete_compliance', $2 from item where buyback_id = $1`,
      [id, api().accounts.userIds['south@retailer.example']],
    )
    await become(id, 'bb_completed')
    await runJobs(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(waiting.mayRelease).toBe(false)
    expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id, manager())).status).toBe(200)
  })

  describe('to whom a customer’s e-mail names', () => {
    const mails = { contact: { clientEmail: 'elsewhere@customer.example', clientPhone: '0612345678' } }
    const correct = (id: string, by = second()) =>
      by.request(`/api/buybacks/${id}`, {
        method: 'PATCH',
        json: mails,
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    /** Two buybacks of one customer, the first one settled. */
    async function siblings(): Promise<readonly [string, string]> {
      const [paid, other] = [await open({ mode: 'http' }), await open()]
      await owner().query(
        'update buyback set customer_id = (select customer_id from buyback where id = $1) where id = $2',
        [paid, other],
      )
      await become(paid, 'bb_completed')
      await runJobs(paid)
      return [paid, other]
    }

    it('is not released by a user who corrected it in another buyback of that customer', async () => {
      await withRule(0)
      world.server().behave('complete')
      const [id, other] = await siblings()
      expect((await waitingFor(await paymentIdOf(id))).mayRelease).toBe(true)
      expect((await correct(other)).status).toBe(200)
      const waiting = await waitingFor(await paymentIdOf(id))
      expect(waiting).toMatchObject({ mayRelease: false, customerEmail: 'elsewhere@customer.example' })
      expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    })

    it('is asked for again where that is corrected after the release and before the payment', async () => {
      await withRule(0)
      world.server().behave('complete')
      const [id, other] = await siblings()
      const first = await waitingFor(await paymentIdOf(id))
      expect((await release(first.id)).status).toBe(200)
      expect((await correct(other)).status).toBe(200)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_created')
      const again = await waitingFor(await paymentIdOf(id))
      expect(again.id).not.toBe(first.id)
      expect(await told(await release(again.id))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
      expect((await release(again.id, manager())).status).toBe(200)
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_completed')
    })

    it('is sent to no other payee than was released, where its service knows nothing of it', async () => {
      await withRule(0)
      const [id, other] = await siblings()
      await release((await waitingFor(await paymentIdOf(id))).id)
      world.server().behave('drop')
      await runJobs(id)
      expect(await statusOf(id)).toBe('payment_initiated')
      expect((await correct(other)).status).toBe(200)
      world.server().behave('complete')
      const paid = world.server().payouts.size
      expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_OUTCOME_UNKNOWN' } })
      expect([await statusOf(id), world.server().payouts.size]).toEqual(['payment_initiated', paid])
    })
  })

  it('is left alone once it is refused, until a user asks again, whom another one releases', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: 'refused' })
    expect((await tryAgain(id))!.status).toBe(200)
    await runJobs(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id)).status).toBe(200)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is asked for again where who asked for it takes it back', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    await tryAgain(id)
    const taken = await refuse((await waitingFor(await paymentIdOf(id))).id, manager())
    expect(await taken.json()).toMatchObject({ state: 'withdrawn' })
    await runJobs(id)
    expect(await paymentOf(id)).toMatchObject({
      status: 'payment_created',
      releaseState: 'refused',
      mayAskAgain: true,
    })
    expect((await tryAgain(id))!.status).toBe(200)
    expect(await paymentOf(id)).toMatchObject({ releaseState: 'waiting', mayAskAgain: false })
    await release((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('waits again where it was released, cancelled before it was paid, and is owed again', async () => {
    await withRule(0)
    const id = await settled({ mode: 'voucher' })
    const first = await waitingFor(await paymentIdOf(id))
    expect((await release(first.id)).status).toBe(200)
    await become(id, 'bb_cancelled')
    expect(await statusOf(id)).toBe('payment_cancelled')
    await owner().query(`update buyback set payment_status = 'payment_created' where id = $1`, [id])
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_created')
    expect((await waitingFor(await paymentIdOf(id))).id).not.toBe(first.id)
  })

  it('is not asked for again where a payment by hand alone was refused', async () => {
    await withRule(null)
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    expect(await statusOf(id)).toBe('payment_failed')
    await withRule(0)
    await markPaid(id)
    await refuse((await waitingFor(await paymentIdOf(id))).id)
    expect(await paymentOf(id)).toMatchObject({ releaseState: 'refused', mayAskAgain: false })
  })

  it('is asked for again at each attempt, by whom wants it paid again', async () => {
    await withRule(0)
    world.server().behave('refuse')
    const id = await settled({ mode: 'http' })
    await release((await waitingFor(await paymentIdOf(id))).id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_failed')
    world.server().behave('complete')
    await tryAgain(id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_created')
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    await release(waiting.id)
    await runJobs(id)
    expect(await statusOf(id)).toBe('payment_completed')
  })
})
