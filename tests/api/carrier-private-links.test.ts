// @module-tag slow
import { expect, it } from 'vitest'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

const world = prepareDeliveries()
const { labelled, parcelOf, runJob, owner, server, api } = world

/** Posts to a part of a buyback's private link. */
async function postTo(id: string, part: string, json: object) {
  const { rows } = await owner().query<{ accountId: string }>(
    'select account_id as "accountId" from buyback where id = $1',
    [id],
  )
  const token = trackingToken(testVault, { accountId: rows[0]!.accountId, buybackId: id })
  return outcomeOf(await api().request(`/api/tracking/${token}/${part}`, { method: 'POST', json }))
}
const cancel = (id: string) => postTo(id, 'cancel', { reason: 'changed_mind' })

it('the carrier hears that nothing is to be collected, as after the office’s cancelling', async () => {
  server().behave('ready')
  const { id } = await labelled()
  const { key } = await parcelOf(id)
  expect((await cancel(id)).status).toBe(200)
  expect(await parcelOf(id)).toMatchObject({ state: 'cancelling' })
  await runJob(id, 'carrier-cancel')
  expect(server().orders.get(key)).toMatchObject({ status: 'cancelled' })
  expect(await parcelOf(id)).toMatchObject({ state: 'cancelled' })
})

const picked = (number: string, id: string) => ({
  id,
  trackingNumber: number,
  at: new Date(world.now()).toISOString(),
  type: 'parcel.picked_up',
})

it('a parcel that the carrier has picked up is no longer cancelled by its customer', async () => {
  const { id, number } = await labelled()
  expect((await world.tell(picked(number, `e-${id}`))).status).toBeLessThan(300)
  expect(await cancel(id)).toMatchObject({ status: 409, body: { details: { cause: 'sent' } } })
  expect(await world.statusOf(id)).toMatchObject({ buyback: 'bb_in_transit', item: 'item_in_transit' })
})

it('a carrier that picks up while the customer cancels leaves one of both, whole', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < 2; round++) {
    const { id, number } = await labelled()
    const event = () => world.tell(picked(number, `r-${id}`))
    const [cancelled] = await Promise.all(round % 2 === 0 ? [cancel(id), event()] : [event().then(() => cancel(id))])
    const { buyback, item, delivery } = await world.statusOf(id)
    outcomes.add(cancelled.status)
    const { rows } = await owner().query(
      `select 1 from item_history h join item i on i.id = h.item_id
        where i.buyback_id = $1 and h.action = 'customer_cancel'`,
      [id],
    )
    // The event is known in either case; what it says of a cancelled product is the row «carrier: picked up».
    expect(delivery).toBe('DELIVERY_PICKED_UP')
    expect([cancelled.status, buyback, rows.length]).toEqual(
      cancelled.status === 200 ? [200, 'bb_cancelled', 1] : [409, 'bb_in_transit', 0],
    )
    if (cancelled.status === 409) expect(item).toBe('item_in_transit')
  }
  expect(outcomes).toContain(409)
})

it('an address to which a carrier is ordered is changed by the seller alone', async () => {
  const { id } = await labelled()
  await owner().query('update buyback set circuit_id = $2 where id = $1', [id, world.circuitId('web_collect')])
  const address = { clientStreet: '3 rue Haute', clientZipCode: '69002', clientCity: 'Lyon', clientCountry: 'FR' }
  expect(await postTo(id, 'corrections', { address })).toMatchObject({
    status: 409,
    code: 'CORRECTION_CLOSED',
    body: { details: { cause: 'carrier_comes' } },
  })
  await owner().query('update buyback set circuit_id = $2 where id = $1', [id, world.circuitId('web_post')])
  expect(await postTo(id, 'corrections', { address })).toMatchObject({ status: 200, body: { isSent: true } })
})
