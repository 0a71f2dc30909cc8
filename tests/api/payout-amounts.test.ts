// @module-tag slow
import { describe, expect, it } from 'vitest'
import { preparePayments } from '#tests/support/payment-world.ts'
import { signedEvent, type PayoutManner } from '#tests/support/payout-server.ts'

const world = preparePayments()
const { api, settled, runJobs, paymentOf, statusOf } = world

const keyOf = async (buybackId: string): Promise<string> => `${(await paymentOf(buybackId)).id.replaceAll('-', '')}-1`
const tell = (body: object) => api().request('/api/payment-events', signedEvent(body, world.now()))

async function asked(manner: PayoutManner): Promise<string> {
  world.server().behave(manner)
  return settled({ mode: 'http' })
}

describe('a signed event of the payout service', () => {
  it('of a shape that nobody knows is told apart from a forged one, rightly signed as it is', async () => {
    const id = await asked('accept')
    const key = await keyOf(id)
    const shapes = [{}, { key }, { key, status: 'paid' }, { status: 'completed' }, { key: 7, status: 'failed' }]
    const unsaid = [
      { key, status: 'completed', amountCents: null },
      { key, status: 'completed', currency: 'euro' },
    ]
    for (const shape of [...shapes, ...unsaid]) {
      const told = await tell(shape)
      expect([shape, told.status, await told.json()]).toMatchObject([shape, 422, { code: 'PAYMENT_EVENT_INVALID' }])
    }
    expect(await statusOf(id)).toBe('payment_initiated')
  })

  it('of another amount or currency than was to be paid changes nothing', async () => {
    const id = await asked('accept')
    const key = await keyOf(id)
    const wrong = [{ amountCents: 12_344 }, { amountCents: 1_234_500 }, { currency: 'CHF' }]
    for (const status of ['completed', 'accepted'])
      for (const amount of wrong) {
        const told = await tell({ key, status, amountCents: 12_345, currency: 'EUR', ...amount })
        expect([told.status, await told.json()]).toMatchObject([409, { code: 'PAYMENT_AMOUNT_DIFFERS' }])
      }
    expect(await statusOf(id)).toBe('payment_initiated')
    expect((await tell({ key, status: 'completed' })).status).toBe(204)
    expect(await statusOf(id)).toBe('payment_completed')
    expect((await tell({ key, status: 'completed', amountCents: 1 })).status).toBe(204)
  })

  it.each([
    ['none', { amountCents: 0, currency: 'EUR' }],
    ['nothing', { amountCents: null, currency: null }],
  ])('that failed is taken where it speaks of %s', async (_amount, said) => {
    const id = await asked('accept')
    expect((await tell({ key: await keyOf(id), status: 'accepted', amountCents: null, currency: null })).status).toBe(
      204,
    )
    expect((await tell({ key: await keyOf(id), status: 'failed', ...said })).status).toBe(204)
    expect(await statusOf(id)).toBe('payment_failed')
  })
})

describe('an answer of the service about another amount', () => {
  it('settles nothing, and is asked about until it is mended', async () => {
    world.server().misstate(1)
    const id = await asked('complete')
    expect(await statusOf(id)).toBe('payment_initiated')
    expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_AMOUNT_DIFFERS' } })
    world.server().misstate(null)
    await runJobs(id, 'payment-ask')
    expect(await statusOf(id)).toBe('payment_completed')
    expect(world.server().payouts.get(await keyOf(id))).toMatchObject({ amountCents: 12_345 })
  })
})
