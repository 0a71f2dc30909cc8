import { describe, expect, it } from 'vitest'
import { createPaymentSweep } from '#api/features/payment/payment-sweep.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

const world = preparePayments()
const { api, owner, open, become, settled, runJobs, statusOf } = world

const day = 24 * 3_600_000
/** More tries than any queue gives a job. */
const manyTries = 40

const sweep = (isServed = true) =>
  createPaymentSweep({ database: api().db, isServed, log: { warn: () => undefined } })()
/** A payment as it is stored, for a session of the office ends within days. */
const paymentOf = async (buybackId: string) =>
  (
    await owner().query<{ accountId: string; paymentId: string; attempts: number }>(
      'select account_id as "accountId", id as "paymentId", attempts from payment where buyback_id = $1',
      [buybackId],
    )
  ).rows[0]!
const asks = async (buybackId: string) => {
  const { paymentId } = await paymentOf(buybackId)
  return jobsOf(owner(), 'payment-ask', { paymentId })
}

async function spend(buybackId: string, queue: string): Promise<void> {
  for (let time = 0; time < manyTries; time++) {
    const { paymentId } = await paymentOf(buybackId)
    if ((await jobsOf(owner(), queue, { paymentId })).includes('failed')) return
    await runJobs(buybackId, queue)
  }
  throw new Error('its tries did not end')
}

describe('a payout whose service is away for days', () => {
  it(
    'is asked for again whenever the tries of a job have run out, by one job, until the service is back',
    { tags: ['slow'] },
    async () => {
      world.server().behave('drop')
      const id = await settled({ mode: 'http' })
      for (let gone = 0; gone < 3; gone++) {
        world.server().behave('ill')
        await spend(id, 'payment-ask')
        world.pass(day)
        expect(await asks(id)).toEqual(['failed'])
        // A process without the service has nobody to ask.
        expect(await sweep(false)).toBe(0)
        expect(await asks(id)).toEqual(['failed'])
        // Two processes, each with its own round.
        await Promise.all([sweep(), sweep()])
        expect(await asks(id)).toEqual(['created'])
        await sweep()
        expect(await asks(id)).toEqual(['created'])
      }
      world.server().behave('complete')
      await runJobs(id, 'payment-ask')
      expect([await statusOf(id), (await paymentOf(id)).attempts]).toEqual(['payment_completed', 1])
      await sweep()
      expect(await asks(id)).toEqual(['completed'])
    },
  )

  it('is asked for although its job is gone altogether', async () => {
    world.server().behave('drop')
    const id = await settled({ mode: 'http' })
    await owner().query('delete from pgboss.job')
    expect(await sweep()).toBe(1)
    expect(await asks(id)).toEqual(['created'])
    world.server().behave('complete')
    await runJobs(id, 'payment-ask')
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is paid in the end where the process died before the service heard of it', async () => {
    const id = await open({ mode: 'http' })
    await become(id, 'bb_completed')
    await dieWhilePaying(id)
    expect(await statusOf(id)).toBe('payment_initiated')
    expect(await asks(id)).toEqual([])
    // What it was asked never arrived, and what it is told now does not arrive either, for as long as its first job
    // has tries.
    world.server().behave('drop')
    for (let time = 0; time < manyTries; time++) await runJobs(id)
    expect(await statusOf(id)).toBe('payment_initiated')
    expect(await asks(id)).toEqual(['created'])
    world.server().behave('complete')
    await runJobs(id, 'payment-ask')
    expect([await statusOf(id), (await paymentOf(id)).attempts]).toEqual(['payment_completed', 1])
  })

  it('is left alone while a job for it waits, or where its outcome is known', async () => {
    world.server().behave('accept')
    const waiting = await settled({ mode: 'http' })
    world.server().behave('refuse')
    const refused = await settled({ mode: 'http' })
    const byHand = await settled({ mode: 'manual' })
    const inFile = await settled({ mode: 'transfer' })
    expect(await sweep()).toBe(0)
    expect(await asks(waiting)).toEqual(['created'])
    for (const id of [refused, byHand, inFile]) expect(await asks(id)).toEqual([])
  })
})

/** Keeps the attempt of a payment, and goes no further. */
async function dieWhilePaying(buybackId: string): Promise<void> {
  const { accountId, paymentId } = await paymentOf(buybackId)
  const { http } = world.jobDeps()
  const dying = { ...http, pay: () => Promise.reject(new Error('dead')) }
  const [start] = createPaymentJobs({ ...world.jobDeps(), http: dying })
  await expect(start.run({ accountId, paymentId })).rejects.toThrow('dead')
}
