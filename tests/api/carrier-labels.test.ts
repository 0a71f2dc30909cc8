// @module-tag slow
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ScanVerdict } from '#domain/kernel/file-verdict.ts'
import { startApi } from '#tests/support/api-process.ts'
import { labelOfCarrier, type CarrierManner } from '#tests/support/carrier-server.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'

const world = prepareDeliveries()
const { send, labelled, parcelOf, runJob, waitingJobs, statusOf, owner, server, manager, admin, api } = world

const labelOf = (id: string) => manager().request(`/api/buybacks/${id}/shipping-label`)
const orderAgain = (id: string, by: 'carrier' | 'program' = 'carrier', who = manager()) =>
  who.request(`/api/buybacks/${id}/order-label`, { method: 'POST', json: { by } })
const factsOf = async (itemId: string) =>
  (await owner().query<{ facts: Record<string, unknown> }>('select facts from item where id = $1', [itemId])).rows[0]!
    .facts
const mailsAbout = async (text: string) =>
  (await owner().query(`select 1 from mail_message where kind = 'shipping_label' and body_text like $1`, [`%${text}%`]))
    .rows.length

describe('the label of a buyback that a carrier serves', () => {
  it('is ordered by a job of the transaction that asks for the papers, and waits for it', async () => {
    server().behave('ready')
    const { id, code } = await send()
    await world.makeDocuments()
    expect(await waitingJobs(id)).toEqual(['carrier-order'])
    expect((await statusOf(id)).delivery).toBe('ORDER_CREATED')
    expect((await labelOf(id)).status).toBe(425)
    expect(await runJob(id)).toBeNull()
    const { key, number } = await parcelOf(id)
    expect(server().orders.get(key)).toMatchObject({
      reference: code,
      number,
      from: { name: 'Anna Martin', city: 'Lyon' },
    })
    const label = await labelOf(id)
    expect(Buffer.from(await label.arrayBuffer()).equals(labelOfCarrier)).toBe(true)
    expect((await statusOf(id)).delivery).toBe('ORDER_LABEL_READY')
    expect(await mailsAbout(number!)).toBe(1)
  })

  it('is kept and mailed only once the virus scanner has found nothing in it', async () => {
    const { id } = await send()
    const verdicts: ScanVerdict[] = ['unknown', 'unknown']
    const scanned: string[] = []
    world.scanBy({
      scan: (bytes) => {
        scanned.push(Buffer.from(bytes).equals(labelOfCarrier) ? 'the label' : 'another file')
        return Promise.resolve(verdicts.shift() ?? 'harmless')
      },
    })
    try {
      expect([await runJob(id), await runJob(id)]).toEqual(['FILE_NOT_SCANNED', 'FILE_NOT_SCANNED'])
      expect(await parcelOf(id)).toMatchObject({ state: 'ordering', attempt: 1 })
      expect((await labelOf(id)).status).not.toBe(200)
      expect(await runJob(id)).toBeNull()
      expect(scanned).toEqual(['the label', 'the label', 'the label'])
      expect((await labelOf(id)).status).toBe(200)
    } finally {
      world.scanBy(null)
    }
  })

  it('has failed where the virus scanner knows it, and is ordered again', async () => {
    const { id } = await send()
    const verdicts: ScanVerdict[] = ['harmful']
    world.scanBy({ scan: () => Promise.resolve(verdicts.shift() ?? 'harmless') })
    try {
      expect(await runJob(id)).toBeNull()
      expect(await parcelOf(id)).toMatchObject({ state: 'failed', attempt: 1 })
      expect((await labelOf(id)).status).not.toBe(200)
      expect((await orderAgain(id)).status).toBeLessThan(300)
      expect(await runJob(id)).toBeNull()
      expect((await labelOf(id)).status).toBe(200)
    } finally {
      world.scanBy(null)
    }
  })

  it('says what the product weighs and measures, by itself or by its category (CAT-40)', async () => {
    await owner().query('update category set default_weight_grams = 300, default_width_cm = 9')
    await owner().query('update product set weight_grams = null, height_cm = 15')
    const { id } = await send()
    await runJob(id)
    expect(server().orders.get((await parcelOf(id)).key)).toMatchObject({
      weightGrams: 300,
      products: [{ weightGrams: 300, lengthCm: null, widthCm: 9, heightCm: 15 }],
    })
    await owner().query('update category set default_weight_grams = null')
  })

  it('lets a store hand the product over once it is ready', async () => {
    const { itemId } = await labelled({ circuit: 'store_drop_label' })
    expect(await factsOf(itemId)).toMatchObject({ hasTransportLabel: true, transportLabelFailed: false })
  })

  it('is the program’s own where no carrier serves the circuit', async () => {
    const { id, itemId } = await send({ circuit: 'web_collect' })
    await world.makeDocuments()
    expect((await labelOf(id)).status).toBe(200)
    expect(await factsOf(itemId)).toMatchObject({ hasTransportLabel: true })
    const { parcels } = await world.deliveryOf(id)
    expect(parcels).toMatchObject([{ kind: 'own', state: 'program', isCurrent: true, id: null }])
    expect(parcels[0]!.trackingNumber).toMatch(/^905\d{15}$/)
  })

  it('of twenty jobs at once is one parcel to the carrier', { tags: ['slow'] }, async () => {
    const before = server().orders.size
    server().behave('ready', 30)
    const { id } = await send()
    await Promise.all(Array.from({ length: 20 }, () => runJob(id)))
    expect(server().orders.size - before).toBe(1)
    expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
  })

  it.each(['make-and-drop', 'drop', 'ill', 'no-pdf', 'other-key', 'foreign-page'] as const satisfies CarrierManner[])(
    'of a carrier that does «%s» stays ordered, and the same order is asked for again',
    async (manner) => {
      server().behave(manner)
      const { id } = await send()
      expect(await runJob(id)).toBe('CARRIER_OUTCOME_UNKNOWN')
      expect(await parcelOf(id)).toMatchObject({ state: 'ordering', attempt: 1 })
      expect((await labelOf(id)).status).toBe(425)
      const orders = server().orders.size
      const wasMade = server().orders.has((await parcelOf(id)).key)
      server().behave('ready')
      expect(await runJob(id)).toBeNull()
      expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
      expect(server().orders.size - orders).toBe(wasMade ? 0 : 1)
    },
  )

  it('of a carrier that is slower than the time we wait is asked for again', { tags: ['slow'] }, async () => {
    server().behave('ready', 1_400)
    const { id } = await send()
    expect(await runJob(id)).toBe('CARRIER_OUTCOME_UNKNOWN')
    server().behave('ready')
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
  })

  it('that is promised for later comes by the carrier’s word', async () => {
    server().behave('accept')
    const { id } = await send()
    expect(await runJob(id)).toBe('CARRIER_LABEL_PENDING')
    server().behave('ready')
    const { key } = await parcelOf(id)
    const at = new Date(world.now()).toISOString()
    expect((await world.tell({ id: `ready-${key}`, key, at, type: 'order.ready' })).status).toBe(204)
    expect(await waitingJobs(id)).toEqual(['carrier-order'])
    expect(await runJob(id)).toBeNull()
    expect((await labelOf(id)).status).toBe(200)
  })

  it('that is refused has failed, is said so, and is ordered again under another key', async () => {
    server().behave('refuse')
    const { id, itemId } = await send({ circuit: 'store_drop_label' })
    const first = await parcelOf(id)
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'failed', failure: 'adresse inconnue' })
    expect((await statusOf(id)).delivery).toBe('ORDER_FAILED')
    expect(await factsOf(itemId)).toMatchObject({ hasTransportLabel: false, transportLabelFailed: true })
    const { parcels } = await world.deliveryOf(id)
    expect(parcels).toMatchObject([{ carrierName: 'Colis Express', state: 'failed', failure: 'adresse inconnue' }])
    server().behave('ready')
    expect((await orderAgain(id, 'carrier', await api().signIn('store_manager'))).status).toBe(403)
    expect((await orderAgain(id)).status).toBe(200)
    expect((await orderAgain(id)).status).toBe(409)
    expect((await statusOf(id)).delivery).toBe('ORDER_CREATED')
    expect(await runJob(id)).toBeNull()
    const again = await parcelOf(id)
    expect(again).toMatchObject({ state: 'ready', attempt: 2 })
    expect(again.key).not.toBe(first.key)
    expect(await factsOf(itemId)).toMatchObject({ hasTransportLabel: true, transportLabelFailed: false })
  })

  it('that is refused may be made by the program instead', async () => {
    server().behave('refuse')
    const { id } = await send()
    await runJob(id)
    expect((await orderAgain(id, 'program')).status).toBe(200)
    await world.makeDocuments()
    expect((await labelOf(id)).status).toBe(200)
    expect(await parcelOf(id)).toMatchObject({ state: 'program', number: null })
    expect((await statusOf(id)).delivery).toBe('ORDER_LABEL_READY')
  })

  it('with the number of another parcel has failed, for each would have the other’s events', async () => {
    await labelled()
    server().behave('same-number')
    const { id } = await send()
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'failed', number: null })
  })
})

describe('the order of a buyback that is cancelled', () => {
  const cancel = (id: string) =>
    manager().request(`/api/buybacks/${id}/cancel`, {
      method: 'POST',
      json: { reason: 'customer_retraction', force: false },
    })

  it('is cancelled with the carrier, by a job of the same transaction', async () => {
    const { id } = await labelled()
    expect((await cancel(id)).status).toBe(200)
    expect(await parcelOf(id)).toMatchObject({ state: 'cancelling' })
    expect(await waitingJobs(id)).toContain('carrier-cancel')
    server().behave('ill')
    expect(await runJob(id, 'carrier-cancel')).toBe('CARRIER_OUTCOME_UNKNOWN')
    server().behave('ready')
    expect(await runJob(id, 'carrier-cancel')).toBeNull()
    const { key, state } = await parcelOf(id)
    expect([state, server().orders.get(key)?.status]).toEqual(['cancelled', 'cancelled'])
    expect((await statusOf(id)).delivery).toBe('ORDER_CANCELLED')
    expect((await manager().request(`/api/buybacks/${id}/shipping-label`, { method: 'HEAD' })).status).toBe(404)
  })

  it('stays where the carrier has the parcel already', async () => {
    const { id } = await labelled()
    await cancel(id)
    server().refuseCancelling(true)
    try {
      expect(await runJob(id, 'carrier-cancel')).toBeNull()
    } finally {
      server().refuseCancelling(false)
    }
    expect(await parcelOf(id)).toMatchObject({ state: 'ready' })
  })
})

describe('a process that is killed between the carrier’s label and its own note of it', () => {
  it('leaves an order that is asked for and never made twice', { tags: ['slow'] }, async () => {
    server().behave('ready', 60_000)
    // What other tests left open must not be in its way.
    await owner().query('delete from pgboss.job')
    const process = await startApi(api().testDatabase, { environment: { CARRIER_HOSTS: server().host } })
    const { id } = await send()
    const { key } = await parcelOf(id)
    await until(() => server().orders.has(key))
    await process.kill()
    expect(await parcelOf(id)).toMatchObject({ state: 'ordering' })
    server().behave('ready')
    const orders = server().orders.size
    // The job returns to the queue, and the process that still runs takes it.
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
    expect(server().orders.size).toBe(orders)
  })
})

describe('carriers of an account', () => {
  it('are changed by who manages connectors, and never show their secrets', async () => {
    expect((await manager().request('/api/carriers')).status).toBe(403)
    const list = await admin().request('/api/carriers')
    const text = await list.text()
    expect(text).toContain('Colis Express')
    expect(text).not.toMatch(/key of the tests|a secret of the tests/)
    const stored = await owner().query<{ api_key: Buffer }>('select api_key from carrier')
    expect(stored.rows[0]!.api_key.toString('latin1')).not.toContain('key of the tests')
  })

  it('may be reached only where the installation allows it', async () => {
    const body = { name: 'Inside', apiKey: 'long enough', eventSecret: 'x'.repeat(32) }
    const named = (url: string) => admin().request('/api/carriers', { method: 'POST', json: { ...body, url } })
    for (const url of ['http://127.0.0.1:5432', 'http://169.254.169.254/latest', `${server().url}.evil.example`])
      expect([url, (await named(url)).status]).toEqual([url, 422])
  })

  it('serve a circuit one at a time, and only what travels in a parcel of its own', async () => {
    const other = await admin().request('/api/carriers', {
      method: 'POST',
      json: { name: 'Autre', url: server().url, apiKey: 'long enough', eventSecret: 'x'.repeat(32) },
    })
    const { id } = (await other.json()) as { id: string }
    const patch = (json: object) =>
      admin().request(`/api/carriers/${id}`, {
        method: 'PATCH',
        json,
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    const refusal = async (json: object) => ((await (await patch(json)).json()) as { code: string }).code
    expect(await refusal({ circuitIds: [world.circuitId('web_post')] })).toBe('CARRIER_SERVICE_TAKEN')
    expect(await refusal({ circuitIds: [world.circuitId('store_drop')] })).toBe('CARRIER_SERVICE_UNFIT')
    expect(await refusal({ name: 'colis express' })).toBe('CARRIER_NAME_TAKEN')
    expect((await patch({ circuitIds: [world.circuitId('web_collect')], status: 'inactive' })).status).toBe(200)
    const { id: buyback } = await send({ circuit: 'web_collect' })
    await world.makeDocuments()
    expect((await labelOf(buyback)).status).toBe(200)
  })

  it('stay once a parcel names them, and can be made inactive instead (CONN-14)', async () => {
    await send()
    const configuration = `/api/connector-organizations/${world.carrier().id}`
    const deleted = await admin().request(configuration, { method: 'DELETE' })
    expect([deleted.status, ((await deleted.json()) as { code: string }).code]).toEqual([409, 'CONNECTOR_IN_USE'])
    expect((await admin().request(configuration)).status).toBe(200)
  })

  it('of another account are unknown', async () => {
    const stranger = await api().signIn('admin@other.example')
    const list = (await (await stranger.request('/api/carriers')).json()) as { 'hydra:member': unknown[] }
    expect(list['hydra:member']).toEqual([])
    const patched = await stranger.request(`/api/carriers/${world.carrier().id}`, {
      method: 'PATCH',
      json: { name: 'Mine' },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(patched.status).toBe(404)
  })
})

async function until(look: () => boolean): Promise<void> {
  const limit = Date.now() + 20_000
  while (Date.now() < limit) {
    if (look()) return
    await wait(50)
  }
  throw new Error('it did not happen')
}
