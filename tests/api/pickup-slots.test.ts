// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimBuybackDocuments, keepDocument } from '#api/documents/buyback-document-queries.ts'
import { inAccount } from '#api/db/in-account.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { slotText, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { dayPlus } from '#domain/organization/opening-hours.ts'
import type { CreatedBuybackAnswer } from '#sync/calls/buyback.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'

let world: SaleWorld
let visitor: Asker

const everyDay = Array.from({ length: 7 }, (_, at) => [
  { day: at + 1, opens: '09:00', closes: '12:00' },
  { day: at + 1, opens: '14:00', closes: '18:00' },
]).flat()
const rules = {
  windows: everyDay,
  capacity: 1,
  daysAhead: 6,
  cutOff: { days: 1, time: '16:00' },
  holidaysOf: null,
  closedOn: [],
}

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
})
beforeEach(async () => {
  world.clock.now = world.startedAt
  await world.sql('delete from pickup_booking')
  await configure(rules)
})
afterAll(() => world.close())

const configure = (pickup: object | null) =>
  world.sql(
    'update shipping_method set pickup = $2 where id = $1',
    world.circuits.web_collect.shippingMethodId,
    pickup === null ? null : JSON.stringify(pickup),
  )
const slotsPath = () => `/api/public/shipping-methods/${world.circuits.web_collect.shippingMethodId}/slots`
const slots = async (path = slotsPath()): Promise<readonly PickupSlot[]> =>
  ((await (await visitor.request(path)).json()) as { slots: readonly PickupSlot[] }).slots
const chosen = ({ day, opens }: PickupSlot) => ({ day, opens })
const collected = (pickup?: object, change: object = {}) =>
  postAs(visitor, '/api/buybacks', saleOf(world, 'web_collect', { ...(pickup && { pickup }), ...change }))
const sold = async (slot: PickupSlot) => (await collected(chosen(slot))).body as unknown as CreatedBuybackAnswer

describe('the slots of a shipping method', () => {
  it('are offered only where they are configured, and the options say so', async () => {
    const options = async () => {
      const answer = await visitor.request(`/api/public/options?categoryId=${world.categoryId}`)
      const { circuits } = (await answer.json()) as {
        circuits: { type: string; shippingMethods: { hasSlots: boolean }[] }[]
      }
      return circuits.filter(({ shippingMethods }) => shippingMethods[0]?.hasSlots).map(({ type }) => type)
    }
    expect(await options()).toEqual(['web_collect'])
    expect(await slots()).not.toHaveLength(0)
    await configure(null)
    expect(await options()).toEqual([])
    expect((await visitor.request(slotsPath())).status).toBe(404)
    expect((await collected()).status).toBe(200)
  })

  it('leave out public holidays of the country, and never begin before the cut-off', async () => {
    world.clock.now = new Date('2027-12-23T10:00:00Z')
    visitor = await world.visitor()
    await configure({ ...rules, daysAhead: 3, holidaysOf: 'FR' })
    expect((await slots()).map(({ day, opens }) => `${day} ${opens}`)).toEqual([
      '2027-12-24 09:00',
      '2027-12-24 14:00',
      '2027-12-26 09:00',
      '2027-12-26 14:00',
    ])
    world.clock.now = new Date('2027-12-23T15:00:00Z')
    expect((await slots())[0]).toMatchObject({ day: '2027-12-26' })
    world.clock.now = world.startedAt
    visitor = await world.visitor()
  })

  it('are asked for with the sale, and shown to customer, office and export', async () => {
    expect(await collected()).toMatchObject({ status: 422, code: 'PICKUP_SLOT_REQUIRED' })
    const [, slot] = await slots()
    const { id, trackingToken } = await sold(slot!)
    const tracked = await (await visitor.request(`/api/tracking/${trackingToken}`)).json()
    expect(tracked).toMatchObject({ pickup: { slot, canChange: true } })
    const office = await world.api.signIn('root_management_unit_manager')
    expect(await (await office.request(`/api/buybacks/${id}`)).json()).toMatchObject({ pickup: slot })
    const csv = await (await office.request('/api/buybacks.csv')).text()
    expect(csv).toContain(`${slot!.day} ${slot!.opens}–${slot!.closes}`)
    const narrowed = async (query: string) => {
      const rows = await (await office.request(`/api/buybacks?${query}`)).json()
      const file = await (await office.request(`/api/buybacks.csv?${query}`)).text()
      const isListed = (rows as { 'hydra:member': { id: string }[] })['hydra:member'].some((row) => row.id === id)
      return [isListed, file.includes(`${slot!.day} ${slot!.opens}`)]
    }
    expect(await narrowed(`pickupFrom=${slot!.day}&pickupTo=${slot!.day}`)).toEqual([true, true])
    expect(await narrowed(`pickupFrom=${slot!.day}`)).toEqual([true, true])
    expect(await narrowed(`pickupTo=${dayPlus(slot!.day, -1)}`)).toEqual([false, false])
    expect(await narrowed(`pickupFrom=${dayPlus(slot!.day, 1)}`)).toEqual([false, false])
    const [mail] = await world.sql(
      `select body_text from mail_message where $1 = any (buyback_ids) and kind = 'buyback_confirmation'`,
      id,
    )
    expect(mail?.['body_text']).toContain(`${slot!.opens}–${slot!.closes}`)
  })

  it('take one customer for the last place, however many want it at once', async () => {
    const [slot] = await slots()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => collected(chosen(slot!))))
    const refused = outcomes.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'PICKUP_SLOT_TAKEN']),
    )
    expect(await slots()).not.toContainEqual(slot)
  })

  it('are one visit for a cart, and a slot that is gone at its end names the line', async () => {
    const [slot, other] = await slots()
    const cart = async (pickup: PickupSlot, lines: number) => {
      const cartId = randomUUID()
      const ids = Array.from({ length: lines }, () => randomUUID())
      for (const inCartId of ids) expect((await collected(chosen(pickup), { cartId, inCartId })).status).toBe(200)
      return { ids, end: () => postAs(visitor, `/api/cart/${cartId}/validate`, {}) }
    }
    const [both, late] = [await cart(slot!, 2), await cart(slot!, 1)]
    expect((await both.end()).status).toBe(200)
    expect((await both.end()).status).toBe(200)
    expect(await late.end()).toMatchObject({
      status: 409,
      code: 'PICKUP_SLOT_TAKEN',
      body: { details: { inCartId: late.ids[0] } },
    })
    expect((await (await cart(other!, 1)).end()).status).toBe(200)
  })

  it('are free again once a buyback is cancelled', async () => {
    const [slot] = await slots()
    const { id } = await sold(slot!)
    expect(await slots()).not.toContainEqual(slot)
    const office = await world.api.signIn('root_management_unit_manager')
    const json = { reason: 'customer_retraction' }
    const { status } = await office.request(`/api/buybacks/${id}/cancel`, { method: 'POST', json })
    expect(status).toBe(200)
    expect(await slots()).toContainEqual(slot)
  })
})

it('are free again once the customer has cancelled behind the private link, who is not collected then', async () => {
  const [slot] = await slots()
  const { trackingToken } = await sold(slot!)
  const path = `/api/tracking/${trackingToken}`
  expect((await postAs(visitor, `${path}/cancel`, { reason: 'mistake' })).status).toBe(200)
  expect(await slots()).toContainEqual(slot)
  expect(await (await visitor.request(path)).json()).toMatchObject({ pickup: { canChange: false } })
  expect(await postAs(visitor, `${path}/slot`, chosen(slot!))).toMatchObject({ status: 409, code: 'PICKUP_FIXED' })
})

it('are free for the one who declares once more, whose former buyback gives its place', async () => {
  const [slot] = await slots()
  const { id } = await sold(slot!)
  await world.sql(`update buyback set status = 'bb_awaiting_store_drop' where id = $1`, id)
  await world.sql(`update item set status = 'item_awaiting_store_drop' where buyback_id = $1`, id)
  const again = await collected(chosen(slot!), { replaces: { buybackId: id } })
  expect([again.status, again.code]).toEqual([200, undefined])
})

describe('the customer of a private link', () => {
  const change = (token: string, slot: PickupSlot) => postAs(visitor, `/api/tracking/${token}/slot`, chosen(slot))

  it('chooses another slot, which frees the former one, and the same again changes nothing', async () => {
    const [slot, other] = await slots()
    const { trackingToken } = await sold(slot!)
    expect(await slots(`/api/tracking/${trackingToken}/slots`)).toContainEqual(slot)
    for (const _time of [1, 2])
      expect(await change(trackingToken, other!)).toMatchObject({ status: 200, body: { slot: other, canChange: true } })
    expect(await slots()).toContainEqual(slot)
    expect(await slots()).not.toContainEqual(other)
  })

  it('is mailed each change once, in their language', async () => {
    const [slot, other] = await slots()
    const { id, trackingToken } = await sold(slot!)
    const mails = () =>
      world.sql(
        `select body_text, subject, language from mail_message
        where $1 = any (buyback_ids) and kind = 'pickup_changed' order by created_at, id`,
        id,
      )
    await world.sql(
      `update customer set language = 'de-DE' where id = (select customer_id from buyback where id = $1)`,
      id,
    )
    for (const _time of [1, 2]) expect(await change(trackingToken, other!)).toMatchObject({ status: 200 })
    expect(await mails()).toMatchObject([
      { language: 'de-DE', subject: expect.stringContaining(slotText(other!, 'de-DE')) },
    ])
    expect((await mails())[0]?.['body_text']).toContain(`/buyback/tracking/${trackingToken}`)
    for (const back of [slot, other]) {
      world.clock.now = new Date(world.clock.now.getTime() + 1000)
      await change(trackingToken, back!)
    }
    expect(await mails()).toHaveLength(3)
  })

  it('is handed no paper that names the former slot, and keeps the contract as it was signed', async () => {
    const [slot, other] = await slots()
    const { id, trackingToken } = await sold(slot!)
    const papers = async () => {
      const rows = await world.sql(
        `select kind, state, bytes is null as "isGone" from buyback_document
        where buyback_id = $1 and kind in ('tracking_sheet', 'transfer_order') order by kind`,
        id,
      )
      return rows.map(({ kind, state, isGone }) => [kind, state, isGone])
    }
    await world.sql(
      `update buyback_document set state = 'ready', bytes = '%PDF', ready_at = now() where buyback_id = $1`,
      id,
    )
    await change(trackingToken, other!)
    expect(await papers()).toEqual([
      ['tracking_sheet', 'awaiting', true],
      ['transfer_order', 'ready', false],
    ])
    // A job that has read the slot before it changes again keeps nothing.
    await world.sql('update buyback_document set next_attempt_at = now() where buyback_id = $1', id)
    const claimed = (await claimBuybackDocuments(world.api.db, 100, 60)).filter(({ buybackId }) => buybackId === id)
    expect(claimed.map(({ kind }) => kind)).toContain('tracking_sheet')
    await change(trackingToken, slot!)
    const made = { state: 'ready', bytes: Buffer.from('%PDF'), at: world.clock.now, unknownVariables: [] } as const
    for (const one of claimed)
      expect(await inAccount(world.api.db, one.accountId, (tx) => keepDocument(tx, one, made))).toBe(false)
    expect((await papers())[0]).toEqual(['tracking_sheet', 'awaiting', true])
  })

  it('flips between slots a few times an hour, then waits: nothing is mailed, and the slot stays', async () => {
    const { attempts } = throttleLimits.pickupChangeByBuyback
    const [slot, other, last] = await slots()
    const { id, trackingToken } = await sold(slot!)
    for (let at = 0; at < attempts; at++) {
      world.clock.now = new Date(world.clock.now.getTime() + 1000)
      expect(await change(trackingToken, at % 2 === 0 ? other! : slot!)).toMatchObject({ status: 200 })
    }
    const held = attempts % 2 === 0 ? slot! : other!
    const path = `/api/tracking/${trackingToken}/slot`
    const refused = await visitor.request(path, { method: 'POST', json: chosen(last!) })
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'PICKUP_CHANGED_TOO_OFTEN' }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    // The same slot again asks nobody, and other buybacks have a limit of their own.
    expect(await change(trackingToken, held)).toMatchObject({ status: 200 })
    const [count] = await world.sql(
      `select count(*)::int as mails, (select asked_day from pickup_booking where buyback_id = $1) as asked
      from mail_message where $1 = any (buyback_ids) and kind = 'pickup_changed'`,
      id,
    )
    expect(count).toEqual({ mails: attempts, asked: null })
    const tracked = await (await visitor.request(`/api/tracking/${trackingToken}`)).json()
    expect(tracked).toMatchObject({ pickup: { slot: held, canChange: true } })
    const neighbour = await sold(held === slot ? other! : slot!)
    expect(await change(neighbour.trackingToken, last!)).toMatchObject({ status: 200 })
    // An hour later it may be changed again.
    await world.sql(`update throttle set window_started_at = window_started_at - interval '61 minutes'`)
    const [free] = await slots()
    expect(await change(trackingToken, free!)).toMatchObject({ status: 200 })
  })

  it('is told that a slot has been taken', async () => {
    const [slot, other] = await slots()
    const { trackingToken } = await sold(slot!)
    await sold(other!)
    expect(await change(trackingToken, other!)).toMatchObject({ status: 409, code: 'PICKUP_SLOT_TAKEN' })
  })

  it('chooses none any more once the carrier has the product', async () => {
    const [slot, other] = await slots()
    const { id, trackingToken } = await sold(slot!)
    await world.sql(`update buyback set delivery_status = 'DELIVERY_PICKED_UP' where id = $1`, id)
    expect(await change(trackingToken, other!)).toMatchObject({ status: 409, code: 'PICKUP_FIXED' })
    expect(await outcomeOf(await visitor.request(`/api/tracking/${trackingToken}/slots`))).toMatchObject({
      status: 409,
      code: 'PICKUP_FIXED',
    })
    const tracked = await (await visitor.request(`/api/tracking/${trackingToken}`)).json()
    expect(tracked).toMatchObject({ pickup: { slot, canChange: false } })
  })
})
