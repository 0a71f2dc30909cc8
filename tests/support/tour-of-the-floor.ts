import { newId } from '#api/db/new-id.ts'
import type { TestSession } from './api.ts'
import { signedEvent } from './payout-server.ts'
import type { Tour } from './tour.ts'
import * as facts from './tour-facts.ts'

/** Who calls the operations of the floor. */
export interface FloorPeople {
  readonly admin: TestSession
  readonly manager: TestSession
}

const warehouseOf = (manager: TestSession) => manager.user.currentOrganization!.id
const json = (value: unknown) => ({ json: value })
const patchHeaders = { 'content-type': 'application/merge-patch+json' }

/** Operations of items, stocks and counts. */
export async function callItemsAndStocks(tour: Tour, { manager }: FloorPeople): Promise<void> {
  const id = await tour.firstOf('get /api/warehouse/items', manager)
  const code = await tour.value('select identification_number from item where id = $1', id)
  await tour.call('get /api/warehouse/lookup', manager, { query: `code=${code}` })
  await tour.call('get /api/warehouse/products', manager, { query: 'search=iphone' })
  await tour.call('get /api/warehouse/rounds', manager)
  await tour.call('get /api/warehouse/items/facets', manager)
  await tour.call('get /api/warehouse/items/{id}', manager, { params: { id } })
  await tour.call('post /api/warehouse/items/histories', manager, json({ ids: [id] }))
  const stock = await tour.call<{ id: string }>('post /api/stocks', manager, json({ name: 'Étagère du contrat' }))
  await tour.firstOf('get /api/stocks', manager)
  await tour.call('get /api/stocks/{id}', manager, { params: stock })
  await tour.call('patch /api/stocks/{id}', manager, { params: stock, headers: patchHeaders, json: { location: 'A1' } })
  await tour.call('delete /api/stocks/{id}', manager, { params: stock })
  await tour.call('get /api/stock-counts', manager)
  await tour.call('get /api/stock-counts/{id}', manager, {
    params: { id: await facts.stockCountOf(tour, warehouseOf(manager)) },
  })
}

/** Operations of quarantine, proposals and return labels. */
export async function callQuarantine(tour: Tour, { manager }: FloorPeople): Promise<void> {
  await tour.call('get /api/quarantine', manager)
  const { itemId, token } = await facts.proposedItem(tour, warehouseOf(manager))
  await tour.call('get /api/proposals/{token}', 'nobody', { params: { token } })
  const photoId = await facts.photoOf(tour, itemId)
  await tour.call('get /api/proposals/{token}/photos/{photoId}', 'nobody', { params: { token, photoId } })
  await tour.call('post /api/quarantine/{id}/mail', manager, { params: { id: itemId }, json: {} })
  const next = await facts.linkOf(tour, itemId)
  await tour.call('post /api/proposals/{token}/answer', 'nobody', {
    params: { token: next },
    json: { answer: 'declined' },
  })
  await tour.call('post /api/warehouse/items/{id}/return-label', manager, { params: { id: itemId }, json: {} })
  await tour.call('get /api/documents/return-label/{file}', manager, { params: { file: `${itemId}.pdf` } })
}

/** Operations of dispatch and transports. */
export async function callDispatch(tour: Tour, { admin, manager }: FloorPeople): Promise<void> {
  const dispatch = await tour.call<{ brands: readonly string[] }>('get /api/warehouse-dispatch', admin)
  await tour.call('patch /api/warehouse-dispatch', admin, { headers: patchHeaders, json: { isGeographic: false } })
  const conditions = [{ attribute: 'brand', operator: 'is', values: [dispatch.brands[0]] }]
  const rule = await tour.call<{ id: string }>('post /api/warehouse-dispatch-rules', admin, {
    json: { title: 'Contrat', conditions, warehouseIds: [warehouseOf(manager)] },
  })
  await tour.call('get /api/warehouse-dispatch-rules/{id}', admin, { params: rule })
  await tour.call('patch /api/warehouse-dispatch-rules/{id}', admin, {
    params: rule,
    headers: patchHeaders,
    json: { title: 'Autre' },
  })
  await tour.call('delete /api/warehouse-dispatch-rules/{id}', admin, { params: rule })
  await tour.call('get /api/transports', admin)
  await tour.call('get /api/transports.csv', admin)
}

/** Operations of carriers and deliveries. */
export async function callCarriers(tour: Tour, { admin }: FloorPeople): Promise<void> {
  const eventSecret = 'a secret of the tour, long enough for events'
  const carrier = await tour.call<{ id: string }>('post /api/carriers', admin, {
    json: { name: 'Colis du contrat', url: 'http://127.0.0.1:9', apiKey: 'a key of the tour', eventSecret },
  })
  await tour.firstOf('get /api/carriers', admin)
  await tour.call('patch /api/carriers/{id}', admin, {
    params: { id: carrier.id },
    headers: patchHeaders,
    json: { name: 'Colis' },
  })
  const { buybackId, number } = await facts.refusedLabel(tour, carrier.id)
  const params = { id: buybackId }
  await tour.call('get /api/buybacks/{id}/delivery', admin, { params })
  await tour.call('post /api/buybacks/{id}/order-label', admin, { params, json: { by: 'program' } })
  await facts.refusedLabel(tour, carrier.id)
  const box = { params: { id: await facts.refusedPackageLabel(tour, carrier.id) } }
  await tour.call('get /api/transports/packages/{id}/label', admin, box)
  await tour.call('post /api/transports/packages/{id}/order-label', admin, { ...box, json: { by: 'program' } })
  const at = '2026-01-05T10:00:00Z'
  await tour.call('post /api/buybacks/{id}/delivery-events', admin, {
    params,
    json: { id: newId(), status: 'DELIVERY_DELAYED', at, place: 'Lyon' },
  })
  const csv = `trackingNumber,at,status\n${number},${at},DELIVERY_DELAYED`
  await tour.call('post /api/delivery-events/import', admin, json({ csv }))
  const event = signedEvent({ id: 'tour', trackingNumber: number, at, type: 'parcel.delayed' }, Date.now(), eventSecret)
  const told = { params: { id: carrier.id }, body: event.body, headers: event.headers }
  await tour.call('post /api/carrier-events/{id}', 'nobody', told)
}

/** Operations of refurbishing. */
export async function callRefurb(tour: Tour, { admin }: FloorPeople): Promise<void> {
  const { warehouses } = await tour.call<{ warehouses: readonly { stocks: readonly { id: string }[] }[] }>(
    'get /api/refurb-places',
    admin,
  )
  const stockId = warehouses[0]!.stocks[0]!.id
  const fields = { name: 'Contrat', description: null, stockId, costs: [] }
  const step = await tour.call<{ id: string }>('post /api/refurb-steps', admin, json(fields))
  await tour.firstOf('get /api/refurb-steps', admin)
  await tour.call('get /api/refurb-steps/{id}', admin, { params: step })
  await tour.call('patch /api/refurb-steps/{id}', admin, {
    params: step,
    headers: patchHeaders,
    json: { name: 'Autre' },
  })
  const question = await tour.call<{ id: string }>('post /api/refurb-questions', admin, {
    json: { label: 'Aspect ?', type: 'unique', answers: [{ label: 'Bon', stepIds: [] }] },
  })
  await tour.firstOf('get /api/refurb-questions', admin)
  await tour.call('get /api/refurb-questions/{id}', admin, { params: question })
  await tour.call('patch /api/refurb-questions/{id}', admin, {
    params: question,
    headers: patchHeaders,
    json: { label: 'État ?' },
  })
  await tour.call('delete /api/refurb-questions/{id}', admin, { params: question })
  await tour.call('delete /api/refurb-steps/{id}', admin, { params: step })
}

/** Operations of papers and printers. */
export async function callPapers(tour: Tour, { admin, manager }: FloorPeople): Promise<void> {
  const id = await tour.value(`select id from item where account_id = $1 order by id limit 1`, tour.accountId)
  const packageId = await facts.closedPackage(tour, warehouseOf(manager))
  for (const type of ['pdf', 'zpl']) {
    await tour.call('get /api/documents/item-label/{file}', admin, { params: { file: `${id}.${type}` } })
    for (const kind of ['package-label', 'packing-slip', 'tracking-sheet'])
      await tour.call(`get /api/documents/${kind}/{file}`, admin, { params: { file: `${packageId}.${type}` } })
  }
  await tour.call('get /api/documents/command-sheet.pdf', manager)
  const organizationId = await tour.firstOf('get /api/printers/places', manager)
  const fields = { name: 'Contrat', host: '127.0.0.1', port: 9100, media: '100x150', dotsPerMm: 8, active: true }
  const printer = await tour.call<{ id: string }>('post /api/printers', manager, json({ ...fields, organizationId }))
  await tour.call('get /api/printers', manager)
  await tour.call('patch /api/printers/{id}', manager, {
    params: printer,
    headers: patchHeaders,
    json: { name: 'Autre' },
  })
  await tour.call('post /api/printers/{id}/print', manager, { params: printer, json: { kind: 'test_label' } })
  await tour.call('delete /api/printers/{id}', manager, { params: printer })
}
