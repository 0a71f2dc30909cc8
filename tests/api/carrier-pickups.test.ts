// @module-tag slow
import { expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPickupJobs } from '#api/features/buyback/pickup-jobs.ts'
import { createReschedulePickup } from '#api/features/delivery/reschedule-pickup.ts'
import { createHttpCarrier } from '#api/adapters/carrier/http-carrier.ts'
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
  const asked = async () => {
    const found = await owner().query<{ asked: string | null }>(
      'select asked_day::text as asked from pickup_booking where buyback_id = $1',
      [id],
    )
    return found.rows.map((row) => row.asked)
  }
  const [pickupJob] = createPickupJobs({
    database: api().db,
    now: () => new Date(world.now()),
    vault: testVault,
    publicUrl: 'https://reprise.example',
    reschedulePickup: createReschedulePickup({
      database: api().db,
      vault: testVault,
      carrierHosts: [server().host],
      openCarrier: createHttpCarrier,
    }),
  })
  return {
    link,
    methodId,
    /** What the carrier is asked for, a line for each booking. */
    asked,
    /** Runs the jobs that wait to ask the carrier again. */
    confirm: async () => {
      const waiting = await owner().query<{ data: unknown }>(
        `select data from pgboss.job where name = 'carrier-pickup' and data ->> 'buybackId' = $1 and state < 'active'`,
        [id],
      )
      expect(waiting.rows).not.toEqual([])
      for (const { data } of waiting.rows) await pickupJob.run(data)
    },
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

/** The carrier's label of a buyback with its parcel, and how often the carrier was asked for labels so far. */
async function labelOf(id: string) {
  const { rows } = await owner().query<{ state: string; bytes: Buffer | null }>(
    `select state, bytes from buyback_document where buyback_id = $1 and kind = 'shipping_label'`,
    [id],
  )
  const { state, attempt } = await parcelOf(id)
  const { delivery } = await world.statusOf(id)
  const requests = server().requests()
  return { paper: rows[0], parcel: { state, attempt }, delivery, jobs: await world.waitingJobs(id), requests }
}

it('another slot leaves the label of the carrier as it is, and asks for no other', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const before = await labelOf(id)
  expect(before).toMatchObject({
    paper: { state: 'ready', bytes: expect.any(Buffer) },
    parcel: { state: 'ready', attempt: 1 },
    jobs: [],
  })
  for (const slot of await link.slots()) {
    expect((await link.choose(slot)).status).toBe(200)
    expect(await labelOf(id)).toEqual(before)
  }
})

it('another slot orders no label that the carrier has refused', async () => {
  const { id } = await send()
  server().behave('refuse')
  await runJob(id)
  server().behave('ready')
  const link = await collectedInSlots(id)
  const before = await labelOf(id)
  expect(before).toMatchObject({ paper: { state: 'failed' }, parcel: { state: 'failed', attempt: 1 }, jobs: [] })
  const [slot] = await link.slots()
  expect((await link.choose(slot)).status).toBe(200)
  expect(await labelOf(id)).toEqual(before)
})

/** The jobs of a buyback's slot that wait. */
const jobsOfSlot = async (id: string) =>
  (
    await owner().query<{ state: string }>(
      `select state from pgboss.job where name = 'carrier-pickup' and data ->> 'buybackId' = $1 and state < 'active'`,
      [id],
    )
  ).rows.length

it('a slot without a definite answer stays held, and a job asks until the carrier has said', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const [slot, other] = await link.slots()
  await link.choose(slot)
  server().behave('ill')
  expect((await link.choose(other)).code).toBe('PICKUP_UNCONFIRMED')
  expect(await link.asked()).toEqual([other.day])
  expect(await jobsOfSlot(id)).toBe(1)
  // Nothing else is asked until then, the former slot no more than a third one.
  server().behave('ready')
  expect(await link.choose(slot)).toMatchObject({ status: 503, code: 'PICKUP_UNCONFIRMED' })
  server().behave('ill')
  await expect(link.confirm()).rejects.toThrow('CARRIER_OUTCOME_UNKNOWN')
  expect(await link.asked()).toEqual([other.day])
  server().behave('ready')
  await link.confirm()
  expect([await link.slot(), await link.asked()]).toEqual([other, [null]])
  expect(server().orders.get((await parcelOf(id)).key)?.pickup).toEqual(other)
})

it('a slot whose job has run out of tries is asked for again, by its customer too though it is offered no more', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const [slot, other] = await link.slots()
  await link.choose(slot)
  server().behave('ill')
  expect((await link.choose(other)).code).toBe('PICKUP_UNCONFIRMED')
  await owner().query(
    `update pgboss.job set state = 'failed' where name = 'carrier-pickup' and data ->> 'buybackId' = $1`,
    [id],
  )
  await owner().query(`update shipping_method set pickup = $2 where id = $1`, [
    link.methodId,
    JSON.stringify({ ...rules, closedOn: [other.day] }),
  ])
  expect((await link.choose(slot)).code).toBe('PICKUP_UNCONFIRMED')
  expect(await jobsOfSlot(id)).toBe(1)
  server().behave('ready')
  expect((await link.choose(other)).status).toBe(200)
  expect([await link.slot(), await link.asked()]).toEqual([other, [null]])
})

it('a slot that the carrier refuses late leaves the former one, and a first one none', async () => {
  for (const hasFormer of [true, false]) {
    const { id } = await labelled()
    const link = await collectedInSlots(id)
    const [slot, other] = await link.slots()
    if (hasFormer) expect((await link.choose(slot)).status).toBe(200)
    server().behave('ill')
    expect((await link.choose(other)).code).toBe('PICKUP_UNCONFIRMED')
    expect(await link.slot()).toEqual(hasFormer ? slot : null)
    server().behave('ready')
    server().refuseCancelling(true)
    await link.confirm()
    server().refuseCancelling(false)
    expect([await link.slot(), await link.asked()]).toEqual(hasFormer ? [slot, [null]] : [null, []])
  }
})

it('a slot that the carrier refuses at once leaves a job that finds nothing to do', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const [slot, other] = await link.slots()
  await link.choose(slot)
  server().refuseCancelling(true)
  expect((await link.choose(other)).code).toBe('PICKUP_FIXED')
  await link.confirm()
  server().refuseCancelling(false)
  expect([await link.slot(), await link.asked()]).toEqual([slot, [null]])
})

it('a first slot takes its place while the carrier is asked', async () => {
  const [{ id }, second] = [await labelled(), await labelled()]
  const [first, late] = [await collectedInSlots(id), await collectedInSlots(second.id)]
  await owner().query(`update shipping_method set pickup = $2 where id = $1`, [
    first.methodId,
    JSON.stringify({ ...rules, capacity: 1 }),
  ])
  await owner().query('update buyback set shipping_method_id = $2 where id = $1', [second.id, first.methodId])
  const [slot] = await first.slots()
  server().behave('ill')
  expect((await first.choose(slot)).code).toBe('PICKUP_UNCONFIRMED')
  server().behave('ready')
  expect((await late.choose(slot)).code).toBe('PICKUP_SLOT_TAKEN')
})

it('a slot that is chosen while the order is on its way is told to the carrier afterwards', async () => {
  const { id } = await send()
  const link = await collectedInSlots(id)
  const [slot, other] = await link.slots()
  server().behave('ready')
  expect((await link.choose(slot)).status).toBe(200)
  await owner().query(`delete from pgboss.job where name = 'carrier-pickup'`)
  server().beforeOrder(async () => {
    expect((await link.choose(other)).status).toBe(200)
    await owner().query(`delete from pgboss.job where name = 'carrier-pickup'`)
  })
  await runJob(id)
  const order = async () => server().orders.get((await parcelOf(id)).key)?.pickup
  expect([await order(), await jobsOfSlot(id)]).toEqual([slot, 1])
  server().refuseCancelling(true)
  await expect(link.confirm()).rejects.toThrow('CARRIER_PICKUP_REFUSED')
  server().refuseCancelling(false)
  await link.confirm()
  expect(await order()).toEqual(other)
})

it('a carrier that the installation does not speak to any more changes nothing, and holds no place', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  const [slot] = await link.slots()
  const { rows } = await owner().query<{ url: string }>('select url from carrier where id = $1', [world.carrier().id])
  await owner().query(`update carrier set url = 'https://elsewhere.example' where id = $1`, [world.carrier().id])
  expect(await link.choose(slot)).toMatchObject({ status: 503, code: 'PICKUP_UNCONFIRMED' })
  await owner().query(`update carrier set url = $2 where id = $1`, [world.carrier().id, rows[0]!.url])
  expect([await link.slot(), await link.asked()]).toEqual([null, []])
})

it('an account that is paused tells no slots', async () => {
  const { id } = await labelled()
  const link = await collectedInSlots(id)
  await owner().query(`update account set status = 'inactive' where id = $1`, [world.account().id])
  const answered = await api().request(`${link.link}/slots`)
  await owner().query(`update account set status = 'active' where id = $1`, [world.account().id])
  expect(await outcomeOf(answered)).toMatchObject({ code: 'TRACKING_LINK_INVALID' })
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
