// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { customerCancelReasons } from '#domain/buyback/cancel-reason.ts'
import { cancelAs, createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { outcomeOf, postAs, saleOf, type Asker } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: ChangeWorld
let visitor: Asker

beforeAll(async () => {
  world = await createChangeWorld()
  visitor = await world.visitor()
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

interface Sold {
  readonly id: string
  readonly trackingToken: string
}
const sell = async (circuit: 'web_post' | 'web_drop' = 'web_post'): Promise<Sold> =>
  (await postAs(visitor, '/api/buybacks', saleOf(world, circuit))).body as unknown as Sold
const cancel = (token: string, json: object = { reason: 'changed_mind' }) =>
  postAs(world.api, `/api/tracking/${token}/cancel`, json)
const read = async (token: string) => (await outcomeOf(await world.api.request(`/api/tracking/${token}`))).body
const linesOf = (id: string) =>
  world.sql(
    `select h.actor_id as actor, h.from_status as "from", h.to_status as "to", h.details from item_history h
      join item i on i.id = h.item_id where i.buyback_id = $1 and h.action = 'customer_cancel'`,
    id,
  )
// Beside the reminder, which waits for its day and is then not mailed.
const noticesOf = (id: string) =>
  world.sql(`select kind from customer_notice where buyback_id = $1 and kind <> 'send_reminder'`, id)

describe('a buyback behind its private link', () => {
  it('is cancelled by its customer while the product is at home, and says so from then on', async () => {
    const { id, trackingToken: token } = await sell()
    expect((await read(token))['cancel']).toEqual({ lateCause: null, isByCustomer: false })
    expect(await cancel(token, { reason: 'better_offer' })).toMatchObject({
      status: 200,
      body: { lateCause: 'ended', isByCustomer: true },
    })
    expect(await world.stateOf(id)).toMatchObject({
      status: 'bb_cancelled',
      item: 'item_cancelled',
      payment: 'payment_cancelled',
      reason: 'customer_retraction',
      comment: null,
    })
    expect(await read(token)).toMatchObject({
      status: 'bb_cancelled',
      cancel: { lateCause: 'ended', isByCustomer: true },
    })
    const details = { reason: 'customer_retraction', customerReason: 'better_offer', paymentStatus: 'awaiting_payment' }
    expect(await linesOf(id)).toEqual([{ actor: null, from: 'item_created', to: 'item_cancelled', details }])
    const office = await world.as('root_management_unit_manager')
    const shown = (await outcomeOf(await office.request(`/api/buybacks/${id}`))).body
    expect(shown).toMatchObject({ cancelReason: 'customer_retraction', canCancel: false, canEdit: false })
    expect((shown['history'] as readonly object[])[0]).toMatchObject({
      action: 'customer_cancel',
      actorName: null,
      details,
    })
  })

  it('is cancelled once, however many tabs ask, and told once', async () => {
    const { id, trackingToken: token } = await sell()
    const outcomes = await Promise.all(customerCancelReasons.map((reason) => cancel(token, { reason })))
    expect(outcomes.map(({ status }) => status)).toEqual(customerCancelReasons.map(() => 200))
    expect(await linesOf(id)).toHaveLength(1)
    expect(await noticesOf(id)).toEqual([{ kind: 'buyback_cancelled' }])
  })

  it('loses the label of the program, and is awaited by no store', async () => {
    const posted = await sell()
    await cancel(posted.trackingToken)
    const papers = await world.sql(
      `select state from buyback_document where buyback_id = $1 and kind = 'shipping_label'`,
      posted.id,
    )
    expect(papers).toEqual([{ state: 'none' }])
    const dropped = await sell('web_drop')
    expect((await cancel(dropped.trackingToken)).status).toBe(200)
    expect(await world.stateOf(dropped.id)).toMatchObject({ status: 'bb_cancelled', item: 'item_cancelled' })
  })

  it.each([
    ['item_in_transit', 'bb_in_transit', 'awaiting_payment', 'sent'],
    ['item_awaiting_inventory', 'bb_awaiting_inventory', 'awaiting_payment', 'in_store'],
    ['item_awaiting_compliancy_tests', 'bb_in_processing', 'awaiting_payment', 'received'],
    ['item_in_quarantine', 'bb_in_processing', 'awaiting_payment', 'received'],
    ['item_completed', 'bb_completed', 'payment_created', 'settled'],
    ['item_completed', 'bb_completed', 'payment_completed', 'settled'],
    ['item_to_return', 'bb_not_completed', 'payment_cancelled', 'ended'],
  ] as const)(
    'with a product that is %s, %s, %s says that it is too late: %s',
    async (item, status, payment, cause) => {
      const id = await world.made(item, status, payment)
      const token = trackingToken(testVault, { accountId: world.accountId, buybackId: id })
      expect((await read(token))['cancel']).toEqual({ lateCause: cause, isByCustomer: false })
      expect(await cancel(token)).toMatchObject({
        status: 409,
        code: 'BUYBACK_NOT_CANCELLABLE',
        body: { details: { cause } },
      })
      expect(await world.stateOf(id)).toMatchObject({ status, item, payment, reason: null })
      expect(await linesOf(id)).toEqual([])
    },
  )

  it('is not said to be cancelled by its customer where the office was faster', async () => {
    const { id, trackingToken: token } = await sell()
    await cancelAs(await world.as('root_management_unit_manager'), id)
    expect(await cancel(token)).toMatchObject({ status: 409, body: { details: { cause: 'ended' } } })
    expect((await read(token))['cancel']).toEqual({ lateCause: 'ended', isByCustomer: false })
  })

  it('is not for who has no link of it, an erased customer, or a reason that nobody offers', async () => {
    const { id, trackingToken: token } = await sell()
    const made = trackingToken(testVault, { accountId: world.api.accounts.other.id, buybackId: id })
    for (const other of [made, `${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`, 't_x'])
      expect(await cancel(other)).toMatchObject({ status: 404, code: 'TRACKING_LINK_INVALID' })
    for (const [json, status] of [
      [{ reason: 'technical_problem' }, 422],
      [{}, 422],
      [{ reason: 'other', comment: 'x' }, 400],
    ] as const)
      expect((await cancel(token, json)).status).toBe(status)
    await world.sql(
      `update customer set erased_at = now() where id = (select customer_id from buyback where id = $1)`,
      id,
    )
    expect((await cancel(token)).status).toBe(404)
    expect(await world.stateOf(id)).toMatchObject({ status: 'bb_awaiting_inventory' })
  })
})
