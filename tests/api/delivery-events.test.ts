// @module-tag slow
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import type { DeliveryLineAnswer } from '#sync/calls/delivery.ts'
import { carrierEvent } from '#tests/support/carrier-server.ts'
import { prepareDeliveries, type SentBuyback } from '#tests/support/delivery-world.ts'
import { testVault } from '#tests/support/vault.ts'

const world = prepareDeliveries()
const { labelled, send, statusOf, historyOf, tell, deliveryOf, manager, api, owner } = world

const minute = 60_000
const at = (minutesAgo: number) => new Date(world.now() - minutesAgo * minute).toISOString()
const told = (trackingNumber: string, type: string, minutesAgo: number, id: string = newId()) => ({
  id,
  trackingNumber,
  at: at(minutesAgo),
  type,
  place: 'Lyon',
  text: null,
})

describe('a carrier’s event', () => {
  it('moves item and buyback when the parcel is picked up, with a line of the history and a transport', async () => {
    const { id, itemId, number } = await labelled()
    const before = await changesOf(itemId)
    expect((await tell(told(number, 'parcel.picked_up', 30))).status).toBe(204)
    expect(await statusOf(id)).toEqual({
      item: 'item_in_transit',
      buyback: 'bb_in_transit',
      delivery: 'DELIVERY_PICKED_UP',
    })
    expect(await historyOf(itemId)).toMatchObject([
      { action: 'picked_up', from_status: 'item_created', to_status: 'item_in_transit' },
    ])
    expect(await changesOf(itemId)).toBeGreaterThan(before)
    const list = await (await world.admin().request(`/api/transports?search=${(await codeOf(id)).slice(0, 13)}`)).json()
    expect(list).toMatchObject({
      'hydra:member': [{ buybackId: id, deliveryStatus: 'DELIVERY_PICKED_UP', labelState: 'ready' }],
    })
  })

  it('changes only the delivery status when the parcel is delivered', async () => {
    const { id, itemId, number } = await labelled()
    await tell(told(number, 'parcel.picked_up', 30))
    await tell(told(number, 'parcel.delivered', 10))
    expect(await statusOf(id)).toEqual({
      item: 'item_in_transit',
      buyback: 'bb_in_transit',
      delivery: 'DELIVERY_DELIVERED',
    })
    expect(await historyOf(itemId)).toHaveLength(1)
  })

  it('puts both back to what they were when the parcel comes back to its sender', async () => {
    const { id, number } = await labelled({ circuit: 'store_drop_label' })
    await tell(told(number, 'parcel.picked_up', 30))
    await tell(told(number, 'parcel.returned', 10))
    expect(await statusOf(id)).toEqual({
      item: 'item_awaiting_inventory',
      buyback: 'bb_awaiting_inventory',
      delivery: 'DELIVERY_RETURNED',
    })
  })

  it('counts once, however often it comes at the same time', async () => {
    const { id, itemId, number } = await labelled()
    const event = told(number, 'parcel.picked_up', 30)
    const answers = await Promise.all(Array.from({ length: 12 }, () => tell(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await historyOf(itemId)).toHaveLength(1)
    expect((await deliveryOf(id)).parcels[0]!.events).toHaveLength(1)
  })

  it.each([
    ['parcel.picked_up', 'parcel.in_transit', 'parcel.returned'],
    ['parcel.returned', 'parcel.picked_up', 'parcel.in_transit'],
    ['parcel.in_transit', 'parcel.returned', 'parcel.picked_up'],
    ['parcel.returned', 'parcel.in_transit', 'parcel.picked_up'],
  ])('that is late never turns a status back: %s, %s, %s', async (...order) => {
    const minutes: Record<string, number> = { 'parcel.picked_up': 30, 'parcel.in_transit': 20, 'parcel.returned': 10 }
    const { id, number } = await labelled()
    for (const type of order) expect((await tell(told(number, type, minutes[type]!))).status).toBe(204)
    expect(await statusOf(id)).toEqual({
      item: 'item_created',
      buyback: 'bb_awaiting_inventory',
      delivery: 'DELIVERY_RETURNED',
    })
    expect((await deliveryOf(id)).parcels[0]!.events.map(({ status }) => status)).toEqual([
      'DELIVERY_RETURNED',
      'DELIVERY_IN_TRANSIT',
      'DELIVERY_PICKED_UP',
    ])
  })

  it('moves nothing that a warehouse has checked in already', async () => {
    const { id, itemId, number } = await labelled()
    await tell(told(number, 'parcel.picked_up', 30))
    const { stocks, warehouseId } = world.account()
    await owner().query(
      `update item set status = 'item_awaiting_compliancy_tests', stock_id = $2, warehouse_id = $3 where id = $1`,
      [itemId, stocks.awaiting_control, warehouseId],
    )
    expect((await tell(told(number, 'parcel.returned', 10))).status).toBe(204)
    expect(await statusOf(id)).toMatchObject({ item: 'item_awaiting_compliancy_tests', delivery: 'DELIVERY_RETURNED' })
  })

  it('is refused where it is forged, changed, too old or another carrier’s', async () => {
    const { id, number } = await labelled()
    const event = told(number, 'parcel.picked_up', 30)
    expect((await tell(event, { secret: 'another secret, which is also long enough' })).status).toBe(401)
    expect((await tell(event, { at: world.now() - 301_000 })).status).toBe(401)
    const signed = carrierEvent({ ...event, type: 'parcel.delayed' }, world.now())
    const path = `/api/carrier-events/${world.carrier().id}`
    expect((await api().request(path, { ...signed, body: JSON.stringify(event) })).status).toBe(401)
    const nobodys = carrierEvent(event, world.now())
    expect((await api().request(`/api/carrier-events/${newId()}`, nobodys)).status).toBe(401)
    expect(await statusOf(id)).toMatchObject({ item: 'item_created', delivery: 'ORDER_LABEL_READY' })
  })

  it('that is played again within its time adds nothing', async () => {
    const { id, number } = await labelled()
    const signed = carrierEvent(told(number, 'parcel.picked_up', 30), world.now())
    const path = `/api/carrier-events/${world.carrier().id}`
    for (let time = 0; time < 3; time++) expect((await api().request(path, signed)).status).toBe(204)
    expect((await deliveryOf(id)).parcels[0]!.events).toHaveLength(1)
  })

  it('that lies is refused: of tomorrow, of long before, of no parcel, of no known kind', async () => {
    const { id, number } = await labelled()
    const codeOfAnswer = async (body: object) => ((await (await tell(body)).json()) as { code: string }).code
    expect(await codeOfAnswer(told(number, 'parcel.delivered', -1_440))).toBe('DELIVERY_EVENT_IN_FUTURE')
    const longBefore = { ...told(number, 'parcel.delivered', 1), at: '0000-01-01T00:00:00+01:00' }
    expect(await codeOfAnswer(longBefore)).toBe('DELIVERY_EVENT_INVALID')
    expect(await codeOfAnswer(told('CX-9999', 'parcel.delivered', 1))).toBe('DELIVERY_EVENT_INVALID')
    expect(await codeOfAnswer(told(number, 'constructor', 1))).toBe('DELIVERY_EVENT_INVALID')
    expect(await statusOf(id)).toMatchObject({ item: 'item_created', delivery: 'ORDER_LABEL_READY' })
  })

  it('with an id that cannot be kept is refused, and other texts are taken without such characters', async () => {
    const { id, number } = await labelled()
    for (const eventId of ['a\0b', 'a\uD83D', 'a\nb', 'a\u0085']) {
      expect((await tell(told(number, 'parcel.picked_up', 30, eventId))).status).toBe(422)
    }
    const event = { ...told(number, 'parcel.picked_up', 30, 'é-1 😀'), place: '\0', text: `${'x'.repeat(254)}😀` }
    expect((await tell(event)).status).toBe(204)
    const [kept] = (await deliveryOf(id)).parcels[0]!.events
    expect(kept).toMatchObject({ place: null, text: `${'x'.repeat(254)}` })
  })

  it('is seen by the customer and in the office’s detail, the earliest first', async () => {
    const { id, number } = await labelled()
    await tell(told(number, 'parcel.in_transit', 20))
    await tell(told(number, 'parcel.picked_up', 30))
    const token = trackingToken(testVault, { accountId: world.account().id, buybackId: id })
    const parcel = {
      carrierName: 'Colis Express',
      trackingNumber: number,
      trackingUrl: `https://suivi.example/${number}`,
    }
    const events = [{ status: 'DELIVERY_PICKED_UP', place: 'Lyon' }, { status: 'DELIVERY_IN_TRANSIT' }]
    expect(await (await api().request(`/api/tracking/${token}`)).json()).toMatchObject({
      parcel,
      deliveryEvents: events,
    })
    expect(await (await manager().request(`/api/buybacks/${id}`)).json()).toMatchObject({
      parcel,
      deliveryEvents: events,
    })
  })
})

describe('an event that the office enters', () => {
  const enter = (id: string, body: object, by = manager()) =>
    by.request(`/api/buybacks/${id}/delivery-events`, { method: 'POST', json: { id: newId(), ...body } })

  it('is taken like a carrier’s, and says who entered it', async () => {
    const { id } = await send({ circuit: 'web_collect' })
    await world.makeDocuments()
    const event = { id: newId(), status: 'DELIVERY_PICKED_UP', at: at(5), place: 'Paris', text: '' }
    expect((await enter(id, event)).status).toBe(200)
    expect((await enter(id, event)).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ item: 'item_in_transit', delivery: 'DELIVERY_PICKED_UP' })
    const { parcels } = await deliveryOf(id)
    expect(parcels[0]!.events).toMatchObject([{ source: 'office', place: 'Paris', text: null }])
    expect(parcels[0]!.events).toHaveLength(1)
    expect(parcels[0]!.events[0]!.enteredBy).not.toBeNull()
  })

  it('needs the permission, the buyback’s sight, a parcel, and a moment that has been', async () => {
    const { id } = await send({ circuit: 'web_collect' })
    const event = { status: 'DELIVERY_PICKED_UP', at: at(5) }
    const codeOfAnswer = async (response: Response) => ((await response.json()) as { code: string }).code
    expect(await codeOfAnswer(await enter(id, event))).toBe('DELIVERY_NO_PARCEL')
    await world.makeDocuments()
    expect((await enter(id, event, await api().signIn('store_manager'))).status).toBe(403)
    expect((await enter(id, event, await api().signIn('admin@other.example'))).status).toBe(404)
    expect(await codeOfAnswer(await enter(id, { ...event, at: at(-60) }))).toBe('DELIVERY_EVENT_IN_FUTURE')
    for (const long of ['0000-01-01T00:00:00+01:00', '1999-12-31T23:59:59Z']) {
      const answer = await enter(id, { ...event, at: long })
      expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ field: 'at' })])
    }
    expect((await enter(id, { ...event, status: 'ORDER_FAILED' })).status).toBe(422)
    expect(await statusOf(id)).toMatchObject({ item: 'item_created' })
  })
})

describe('a file of events', () => {
  const upload = async (csv: string, apply: boolean, by = manager()): Promise<readonly DeliveryLineAnswer[]> => {
    const response = await by.request('/api/delivery-events/import', { method: 'POST', json: { csv, apply } })
    expect(response.status).toBe(200)
    return ((await response.json()) as { lines: DeliveryLineAnswer[] }).lines
  }
  async function numbered(): Promise<SentBuyback & { number: string }> {
    const sent = await send({ circuit: 'web_collect' })
    await world.makeDocuments()
    const { parcels } = await deliveryOf(sent.id)
    return { ...sent, number: parcels[0]!.trackingNumber! }
  }

  it('is shown before it is taken, line by line, and adds nothing the second time', async () => {
    const { id, number } = await numbered()
    const csv = [
      'trackingNumber;at;status;place',
      `${number};${at(30)};DELIVERY_PICKED_UP;Paris`,
      `${number};${at(30)};DELIVERY_PICKED_UP;Paris`,
      `905999999999999999;${at(30)};DELIVERY_PICKED_UP;`,
      `${number};demain;DELIVERY_DELIVERED;`,
      `${number};${at(-90)};DELIVERY_DELIVERED;`,
      `${number};${at(20)};DELIVERY_IN_TRANSIT;Lyon`,
    ].join('\n')
    const outcomes = (lines: readonly DeliveryLineAnswer[]) => lines.map(({ outcome, fault }) => fault ?? outcome)
    const expected = ['new', 'known', 'unknown_parcel', 'at', 'in_future', 'new']
    const tried = await upload(csv, false)
    expect(outcomes(tried)).toEqual(expected)
    // What is refused is put right in the file, where it is found by its parcel.
    const numbers = tried.map(({ trackingNumber }) => trackingNumber)
    expect(numbers).toEqual([number, number, '905999999999999999', number, number, number])
    expect(await statusOf(id)).toMatchObject({ item: 'item_created', delivery: 'ORDER_LABEL_READY' })
    expect(outcomes(await upload(csv, true))).toEqual(expected)
    expect(await statusOf(id)).toMatchObject({ item: 'item_in_transit', delivery: 'DELIVERY_IN_TRANSIT' })
    expect(outcomes(await upload(csv, true))).toEqual(['known', 'known', 'unknown_parcel', 'at', 'in_future', 'known'])
    expect((await deliveryOf(id)).parcels[0]!.events).toHaveLength(2)
  })

  it('without offsets is read by the clocks of the account', async () => {
    const { number } = await numbered()
    const setClocks = (timeZone: string) =>
      owner().query('update account set time_zone = $2 where id = $1', [api().accounts.retailer.id, timeZone])
    await setClocks('America/Cayenne')
    const [line] = await upload(`trackingNumber;at;status\n${number};2026-01-05 10:00;DELIVERY_PICKED_UP`, false)
    await setClocks('Europe/Paris')
    expect(line).toMatchObject({ outcome: 'new', at: '2026-01-05T13:00:00.000Z' })
  })

  it('knows only parcels that its sender sees', async () => {
    const { number } = await numbered()
    const csv = `trackingNumber,at,status\n${number},${at(5)},DELIVERY_PICKED_UP`
    const stranger = await api().signIn('admin@other.example')
    expect(await upload(csv, true, stranger)).toMatchObject([{ outcome: 'refused', fault: 'unknown_parcel' }])
  })

  it('with the head of another file is refused', async () => {
    const json = { csv: 'a;b\n1;2', apply: false }
    const response = await manager().request('/api/delivery-events/import', { method: 'POST', json })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'DELIVERY_CSV_HEAD'])
  })
})

const changesOf = async (itemId: string): Promise<number> =>
  (await owner().query(`select 1 from sync_change where entity_id = $1`, [itemId])).rows.length

const codeOf = async (buybackId: string): Promise<string> =>
  (
    await owner().query<{ code: string }>(`select identification_number as code from buyback where id = $1`, [
      buybackId,
    ])
  ).rows[0]!.code
