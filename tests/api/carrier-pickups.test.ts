// @module-tag slow
import { expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

const world = prepareDeliveries()
const { send, labelled, parcelOf, runJob, owner, server, api } = world

const everyDay = Array.from({ length: 7 }, (_, at) => ({ day: at + 1, opens: '09:00', closes: '12:00' }))
const cutOff = { days: 0, time: '23:59' }
const rules = { windows: everyDay, capacity: 5, daysAhead: 5, cutOff, holidaysOf: null, closedOn: [] }

/** Lets a buyback be collected in slots; answers the calls of its private link. */
async function collectedInSlots(id: string) {
  const methodId = newId()
  const { rows } = await owner().query<{ account: string }>('select account_id as account from buyback where id = $1', [
    id,
  ])
  const accountId = rows[0]!.account
  await owner().query(`insert into shipping_method (account_id, id, type, pickup) values ($1, $2, 'web_collect', $3)`, [
    accountId,
    methodId,
    JSON.stringify(rules),
  ])
  await owner().query('update buyback set shipping_method_id = $2 where id = $1', [id, methodId])
  const link = `/api/tracking/${trackingToken(testVault, { accountId, buybackId: id })}`
  return {
    slots: async () => {
      const answer = (await (await api().request(`${link}/slots`)).json()) as { slots: readonly PickupSlot[] }
      return answer.slots.slice(-2) as [PickupSlot, PickupSlot]
    },
    choose: async ({ day, opens }: PickupSlot) =>
      outcomeOf(await api().request(`${link}/slot`, { method: 'POST', json: { day, opens } })),
    slot: async () => {
      const answer = (await (await api().request(link)).json()) as { pickup: { slot: PickupSlot | null } }
      return answer.pickup.slot
    },
  }
}

it('a slot that is chosen before the label is ordered goes to the carrier with the order', async () => {
  server().behave('ready')
  const { id } = await send()
  const link = await collectedInSlots(id)
  const [slot] = await link.slots()
  expect((await link.choose(slot)).status).toBe(200)
  await runJob(id)
  expect(server().orders.get((await parcelOf(id)).key)).toMatchObject({ pickup: slot })
})

it('another slot is asked of the carrier, and the former one counts until it agrees', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const [slot, other] = await link.slots()
  const order = async () => server().orders.get((await parcelOf(id)).key)?.pickup
  expect((await link.choose(slot)).status).toBe(200)
  expect(await order()).toEqual(slot)
  server().refuseCancelling(true)
  expect(await link.choose(other)).toMatchObject({ status: 409, code: 'PICKUP_FIXED' })
  server().refuseCancelling(false)
  server().behave('ill')
  expect(await link.choose(other)).toMatchObject({ status: 503, code: 'PICKUP_UNCONFIRMED' })
  expect([await link.slot(), await order()]).toEqual([slot, slot])
  server().behave('ready')
  expect((await link.choose(other)).status).toBe(200)
  expect([await link.slot(), await order()]).toEqual([other, other])
})

it('the point that was chosen goes to the carrier with the order', async () => {
  server().behave('ready')
  const { id } = await send()
  const point = { reference: 'K1', name: 'Kiosque', street: null, zipCode: '75012', city: 'Paris', country: 'FR' }
  const whole = { ...point, latitude: null, longitude: null, openingHours: null }
  await owner().query(
    `insert into buyback_relay_point (account_id, buyback_id, point) select account_id, id, $2 from buyback where id = $1`,
    [id, JSON.stringify(whole)],
  )
  await runJob(id)
  expect(server().orders.get((await parcelOf(id)).key)).toMatchObject({ relayPoint: whole })
})
