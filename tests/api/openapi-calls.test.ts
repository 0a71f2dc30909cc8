import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { SeenPrices, CreatedBuybackAnswer } from '#sync/calls/buyback.ts'
import type { OrganizationRootDetail } from '#sync/calls/configuration.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { signedEvent } from '#tests/support/payout-server.ts'
import type { SyncWorld } from '#tests/support/sync-world.ts'
import { createQueue } from '#tests/support/sync-world.ts'
import { createTour, type Tour, type TourCaller } from '#tests/support/tour.ts'
import * as facts from '#tests/support/tour-facts.ts'
import type { TestSession } from '#tests/support/api.ts'
import { bankForm, customerForm } from '#tests/support/sale-world.ts'

let tour: Tour
let admin: TestSession
let seller: TestSession
let manager: TestSession
let call: Tour['call']

beforeAll(async () => {
  tour = await createTour()
  call = tour.call
  admin = await tour.person('admin')
  seller = await tour.person('store_seller')
  manager = await tour.person('warehouse_manager')
})
afterAll(() => tour.close())

/** Operations that a later part of the product gives an answer; until then they refuse, as described. */
const refusing: Readonly<Record<string, string>> = { 'get /api/open-id/authorization-url': 'domain=demo.example' }

interface Members<T> {
  readonly 'hydra:member': readonly T[]
}

const firstOf = async (operation: string, by: TourCaller, query?: string) => {
  const answer = await call<Members<{ readonly id: string }>>(operation, by, query === undefined ? {} : { query })
  const [first] = answer['hydra:member']
  if (first === undefined) throw new Error(`${operation} is empty`)
  return first.id
}

const post = (json: unknown = {}) => ({ json })

describe('operations of signing in', () => {
  it('answer as described', async () => {
    const { api } = tour
    const email = 'management_unit_analyst@demo.example'
    const headers = { 'x-client': 'api' }
    await call('post /api/login', 'nobody', { headers, json: { email, password: 'Reprise-2026' } })
    const analyst = await tour.person('management_unit_analyst')
    const buyer = await tour.person('buyer_manager')
    await call('get /api/session', analyst)
    const { accounts } = await call<{ accounts: readonly { id: string }[] }>('get /api/session/accounts', buyer)
    await call('post /api/session/account', buyer, post({ accountId: accounts[0]!.id }))
    await call('get /api/users/{id}/permissions', analyst, { params: { id: analyst.user.id } })
    await call('get /api/users/{id}/current-organization', analyst, { params: { id: analyst.user.id } })
    await call('post /api/session/module', analyst, post({ module: analyst.user.module }))
    await call('post /api/password/renew', 'nobody', post({ email }))
    // The mail is made after the answer, which comes as soon for an unknown address.
    const mail = `select body_text from mail_message where kind = 'password_renewal' and recipient = $1`
    const text = await vi.waitFor(() => tour.value(mail, email), { timeout: 10_000 })
    const token = /renew\/([\w-]+)/.exec(text)?.[1] ?? ''
    await call('get /api/password/new/{token}', 'nobody', { params: { token } })
    await call('post /api/password/new/{token}', 'nobody', { params: { token }, json: { password: 'Autre-2026' } })
    const again = await api.signIn(email, { as: 'api', password: 'Autre-2026' })
    await call('post /api/password/change', again, post({ current: 'Autre-2026', password: 'Encore-2026' }))
    const last = await api.signIn(email, { as: 'api', password: 'Encore-2026' })
    await call('post /api/logout', last, post())
    const body = new URLSearchParams({ url: 'https://shop.demo.example/' })
    await call('post /api/webtoken-with-account-and-ord', 'nobody', { body })
  })
})

describe('operations of entities, users and settings', () => {
  it('answer as described', async () => {
    const id = await firstOf('get /api/organizations', admin)
    await call('get /api/organizations/{id}', admin, { params: { id } })
    await call('get /api/organizations/{id}/public', 'visitor', { params: { id } })
    await call('get /api/organizations/root', admin)
    await firstOf('get /api/organizations/connected-warehouses', seller)
    await call('get /api/users/{id}', admin, { params: { id: await firstOf('get /api/users', admin) } })
    const account = { params: { id: tour.accountId } }
    const detail = await call<OrganizationRootDetail>('get /api/accounts/{id}/organization-root-detail', admin, account)
    await call('get /api/payment/account/{id}/by-buyer-feature-available', admin, account)
    await call('patch /api/organization-root-details/{id}', admin, {
      params: { id: detail.id },
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { enabledPremiumFeatures: ['multi_product_cart'], customerIdentityDocumentRequired: false },
    })
    await call('get /api/branding', 'nobody')
    await call('get /api/white-label/config', 'nobody')
  })
})

describe('operations of the public site', () => {
  it('answer as described', async () => {
    await call('get /api/public/home', 'visitor')
    await call('get /api/public/categories', 'visitor')
    await call('get /api/public/stores', 'visitor')
    await call('get /api/public/legal/{document}', 'visitor', { params: { document: 'eula' } })
    await call('get /api/buyback-settings', 'visitor')
    await call('get /api/organizations/launch-generic-premium-feature-connector', 'visitor')
    await firstOf('get /api/public/products', 'visitor')
    const { apiKey } = await call<{ apiKey: string }>('get /api/organizations/{id}/typesense', 'visitor', {
      params: { id: tour.accountId },
    })
    const headers = { 'x-typesense-api-key': apiKey }
    const query = 'q=samsung&query_by=label'
    await call('get /api/search/collections/{name}/documents/search', 'nobody', {
      params: { name: 'products' },
      query,
      headers,
    })
    const searches = [
      { collection: 'products', q: 'samsung', query_by: 'label' },
      { collection: 'nothing', q: '*' },
    ]
    await call('post /api/search/multi_search', 'nobody', { headers, json: { searches } })
    await call('get /api/search/health', 'nobody')
  })
})

/** What is declared of one of the demo's phones, and a circuit of its category with what goes with it. */
async function saleOf(by: TourCaller, channel: 'web' | 'store', types: readonly string[]) {
  const id = await tour.value(
    `select p.id from product p
     join category_question q on q.account_id = p.account_id and q.category_id = p.main_category_id
     join product_price c on c.account_id = p.account_id and c.product_id = p.id and c.grade = 'grade_a'
     where p.account_id = $1 and p.status = 'published' and not p.simple order by c.price_cents desc, p.id limit 1`,
    tour.accountId,
  )
  const product = await call<PublicProduct>('get /api/public/products/{id}', 'visitor', { params: { id } })
  const query = `categoryId=${product.categoryId}&country=FR&channel=${channel}`
  const { circuits } = await call<{ circuits: readonly CircuitOption[] }>('get /api/public/options', by, { query })
  const circuit = circuits.find(({ type }) => types.includes(type))
  if (circuit === undefined) throw new Error(`The demo has none of ${types.join()}`)
  const { questionnaire } = product.terms
  const mode = circuit.paymentModes[0]!
  return {
    productId: id,
    questionnaireId: questionnaire.id,
    answers: questionnaire.questions.map((one) => ({ questionId: one.id, answerId: one.answers[0]!.id })),
    circuitId: circuit.id,
    shippingMethodId: circuit.shippingMethods[0]!.id,
    paymentModeId: mode.id,
    customer: customerForm,
    ...(mode.type === 'bank_transfer' && { bank: bankForm }),
    termsAccepted: true,
  }
}

/** The same with the prices of today, which the refusal of wrong ones tells. */
async function priced<Body extends object>(operation: string, by: TourCaller, body: Body, params = {}) {
  const prices = { estimatedPriceCents: 1, impactPriceEntries: [], totalPriceCents: 1 }
  const { details } = await tour.refused(operation, by, { params, json: { ...body, prices } })
  return { ...body, prices: details?.['current'] as SeenPrices }
}

describe('operations of buybacks', () => {
  it('answer a visitor as described', async () => {
    const sale = await saleOf('visitor', 'web', ['web_post'])
    const body = await priced('post /api/buybacks', 'visitor', sale)
    const { productId, questionnaireId, answers, prices } = body
    const offer = { productId, questionnaireId, answers }
    const quote = await priced('post /api/quotes', 'visitor', offer)
    const { token } = await call<{ token: string }>('post /api/quotes', 'visitor', post(quote))
    await call('get /api/quotes/{token}', 'visitor', { params: { token } })
    const inCart = { ...body, prices, cartId: newId(), inCartId: newId() }
    const made = await call<CreatedBuybackAnswer>('post /api/buybacks', 'visitor', post(inCart))
    await call('post /api/cart/{id}/validate', 'visitor', { params: { id: inCart.cartId }, json: {} })
    const params = { id: made.id, token: made.trackingToken, n: made.identificationNumber, file: 'transfer_order.pdf' }
    await call('get /api/buybacks/{id}', 'visitor', { params })
    await call('get /api/buybacks/by-identification-number/{n}', 'visitor', { params })
    await call('get /api/buybacks/{id}/instructions', 'visitor', { params })
    await call('get /api/buybacks/{id}/additional-infos', 'visitor', { params })
    await call('get /api/tracking/{token}', 'nobody', { params })
    const office = await tour.person('root_management_unit_manager')
    await call('get /api/buybacks/{id}/edition', office, { params })
    const contact = { clientEmail: 'autre@exemple.fr', clientPhone: '0612345679' }
    const headers = { 'content-type': 'application/merge-patch+json' }
    await call('patch /api/buybacks/{id}', office, { params, headers, json: { contact } })
    await call('get /api/buybacks/{id}/documents', 'visitor', { params })
    await call('get /api/tracking/{token}/documents', 'nobody', { params })
    await facts.makePapers(tour)
    await call('get /api/buybacks/{id}/documents/{file}', 'visitor', { params })
    await call('get /api/tracking/{token}/documents/{file}', 'nobody', { params })
    for (const method of ['get', 'head']) {
      await call(`${method} /api/buybacks/{id}/shipping-label`, 'visitor', { params })
      await call(`${method} /api/tracking/{token}/shipping-label`, 'nobody', { params })
    }
  })

  it('answer the people of a store and of the office as described', async () => {
    const storeId = seller.user.currentOrganization!.id
    const params = { storeId, buybackId: '', id: '' }
    const sale = await saleOf(seller, 'store', ['store_drop', 'store_drop_label'])
    const body = await priced('post /api/store/{storeId}/buybacks', seller, sale, params)
    const made = await call<CreatedBuybackAnswer>('post /api/store/{storeId}/buybacks', seller, { params, json: body })
    const web = { ...(await saleOf('visitor', 'web', ['web_drop'])), storeId }
    const announced = await priced('post /api/buybacks', 'visitor', web)
    const { id: buybackId } = await call<CreatedBuybackAnswer>('post /api/buybacks', 'visitor', post(announced))
    const { questionnaireId, answers, paymentModeId, prices } = announced
    await call('post /api/store/{storeId}/buybacks/{buybackId}/finalize', seller, {
      params: { storeId, buybackId },
      json: { questionnaireId, answers, paymentModeId, prices, termsAccepted: true },
    })
    const unit = await tour.person('root_management_unit_manager')
    await call('post /api/buybacks/{id}/lost', unit, { params: { id: made.id }, json: { place: 'store' } })
    await call('post /api/buybacks/{id}/cancel', unit, { params: { id: buybackId }, json: { reason: 'other' } })
    const customerId = await tour.value('select customer_id from buyback where id = $1', buybackId)
    await call('post /api/customers/{id}/erase', admin, { params: { id: customerId }, json: {} })
    await firstOf('get /api/buybacks', unit)
    await call('get /api/buybacks.csv', unit)
    await call('get /api/buybacks/filters', unit)
    await call('post /api/buybacks', 'visitor', post(announced))
    await firstOf('get /api/buybacks/predeclared', seller)
    await call('get /api/dashboard-data', unit, { query: 'fileNameFormats[]=in_transit' })
  })
})

describe('operations of payments, the register and jobs', () => {
  it('answer as described', async () => {
    const office = await tour.person('root_management_unit_manager')
    await firstOf('get /api/payments', office)
    await call('get /api/payments/due', office)
    const failed = await facts.failedPayment(tour)
    await call('post /api/payments/{id}/try-again', office, { params: { id: failed.id }, json: {} })
    const paid = { params: { id: failed.buybackId }, json: {} }
    await call('post /api/buybacks/{id}/mark-as-paid', office, paid)
    await call('get /api/payer', office)
    const payer = { name: 'Maison Rivoli', iban: 'FR7630006000011234567890189', town: 'Paris', country: 'FR' }
    await call('put /api/payer', office, post(payer))
    await facts.giveBankAccounts(tour)
    const { file } = await call<{ file: { id: string } }>('post /api/payment-files', office, post())
    await firstOf('get /api/payment-files', office)
    await call('get /api/payment-files/{file}', office, { params: { file: `${file.id}.xml` } })
    await call('post /api/payment-files/{id}/sent', office, { params: { id: file.id }, json: {} })
    const key = await tour.value(
      `select key from payment_attempt where account_id = $1 and provider = 'http' limit 1`,
      tour.accountId,
    )
    const event = signedEvent({ key, status: 'failed', reason: 'late' }, Date.now())
    await call('post /api/payment-events', 'nobody', { body: event.body, headers: event.headers })
    for (const format of ['json', 'csv', 'pdf'])
      await call('get /api/register', admin, { query: `from=2026-01-01&to=2126-12-31&format=${format}` })
    const job = await facts.failedJob(tour)
    await firstOf('get /api/jobs', admin)
    await call('post /api/jobs/{id}/retry', admin, { params: { id: job }, json: {} })
  })
})

describe('operations of the floor', () => {
  const warehouseId = () => manager.user.currentOrganization!.id

  it('answer as described', async () => {
    const id = await firstOf('get /api/warehouse/items', manager)
    const code = await tour.value('select identification_number from item where id = $1', id)
    await call('get /api/warehouse/lookup', manager, { query: `code=${code}` })
    await call('get /api/warehouse/products', manager, { query: 'search=iphone' })
    await call('get /api/warehouse/rounds', manager)
    await call('get /api/warehouse/items/facets', manager)
    await call('get /api/warehouse/items/{id}', manager, { params: { id } })
    await call('get /api/warehouse/items/{id}/history', manager, { params: { id } })
    const stock = await call<{ id: string }>('post /api/stocks', manager, post({ name: 'Étagère du contrat' }))
    await firstOf('get /api/stocks', manager)
    await call('get /api/stocks/{id}', manager, { params: stock })
    const headers = { 'content-type': 'application/merge-patch+json' }
    await call('patch /api/stocks/{id}', manager, { params: stock, headers, json: { location: 'A1' } })
    await call('delete /api/stocks/{id}', manager, { params: stock })
    await call('get /api/stock-counts', manager)
    await call('get /api/stock-counts/{id}', manager, { params: { id: await facts.stockCountOf(tour, warehouseId()) } })
  })

  it('of quarantine answer as described', async () => {
    await call('get /api/quarantine', manager)
    const { itemId, token } = await facts.proposedItem(tour, warehouseId())
    await call('get /api/proposals/{token}', 'nobody', { params: { token } })
    const photoId = await facts.photoOf(tour, itemId)
    await call('get /api/proposals/{token}/photos/{photoId}', 'nobody', { params: { token, photoId } })
    await call('post /api/quarantine/{id}/mail', manager, { params: { id: itemId }, json: {} })
    const next = await facts.linkOf(tour, itemId)
    await call('post /api/proposals/{token}/answer', 'nobody', {
      params: { token: next },
      json: { answer: 'declined' },
    })
    await call('post /api/warehouse/items/{id}/return-label', manager, { params: { id: itemId }, json: {} })
    await call('get /api/documents/return-label/{file}', manager, { params: { file: `${itemId}.pdf` } })
  })

  it('of dispatch and transports answer as described', async () => {
    const dispatch = await call<{ brands: readonly string[] }>('get /api/warehouse-dispatch', admin)
    const headers = { 'content-type': 'application/merge-patch+json' }
    await call('patch /api/warehouse-dispatch', admin, { headers, json: { isGeographic: false } })
    const conditions = [{ attribute: 'brand', operator: 'is', values: [dispatch.brands[0]] }]
    const rule = await call<{ id: string }>('post /api/warehouse-dispatch-rules', admin, {
      json: { title: 'Contrat', conditions, warehouseIds: [warehouseId()] },
    })
    await call('get /api/warehouse-dispatch-rules/{id}', admin, { params: rule })
    await call('patch /api/warehouse-dispatch-rules/{id}', admin, { params: rule, headers, json: { title: 'Autre' } })
    await call('delete /api/warehouse-dispatch-rules/{id}', admin, { params: rule })
    await call('get /api/transports', admin)
    await call('get /api/transports.csv', admin)
  })

  it('of carriers and deliveries answer as described', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const eventSecret = 'a secret of the tour, long enough for events'
    const carrier = await call<{ id: string }>('post /api/carriers', admin, {
      json: { name: 'Colis du contrat', url: 'http://127.0.0.1:9', apiKey: 'a key of the tour', eventSecret },
    })
    await firstOf('get /api/carriers', admin)
    await call('patch /api/carriers/{id}', admin, { params: { id: carrier.id }, headers, json: { name: 'Colis' } })
    const { buybackId, number } = await facts.refusedLabel(tour, carrier.id)
    const params = { id: buybackId }
    await call('get /api/buybacks/{id}/delivery', admin, { params })
    await call('post /api/buybacks/{id}/order-label', admin, { params, json: { by: 'program' } })
    await facts.refusedLabel(tour, carrier.id)
    const at = '2026-01-05T10:00:00Z'
    await call('post /api/buybacks/{id}/delivery-events', admin, {
      params,
      json: { id: newId(), status: 'DELIVERY_DELAYED', at, place: 'Lyon' },
    })
    const csv = `trackingNumber,at,status\n${number},${at},DELIVERY_DELAYED`
    await call('post /api/delivery-events/import', admin, post({ csv }))
    const event = signedEvent(
      { id: 'tour', trackingNumber: number, at, type: 'parcel.delayed' },
      Date.now(),
      eventSecret,
    )
    const told = { params: { id: carrier.id }, body: event.body, headers: event.headers }
    await call('post /api/carrier-events/{id}', 'nobody', told)
  })

  it('of refurbishing answer as described', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { warehouses } = await call<{ warehouses: readonly { stocks: readonly { id: string }[] }[] }>(
      'get /api/refurb-places',
      admin,
    )
    const stockId = warehouses[0]!.stocks[0]!.id
    const fields = { name: 'Contrat', description: null, stockId, costs: [] }
    const step = await call<{ id: string }>('post /api/refurb-steps', admin, post(fields))
    await firstOf('get /api/refurb-steps', admin)
    await call('get /api/refurb-steps/{id}', admin, { params: step })
    await call('patch /api/refurb-steps/{id}', admin, { params: step, headers, json: { name: 'Autre' } })
    const question = await call<{ id: string }>('post /api/refurb-questions', admin, {
      json: { label: 'Aspect ?', type: 'unique', answers: [{ label: 'Bon', stepIds: [] }] },
    })
    await firstOf('get /api/refurb-questions', admin)
    await call('get /api/refurb-questions/{id}', admin, { params: question })
    await call('patch /api/refurb-questions/{id}', admin, { params: question, headers, json: { label: 'État ?' } })
    await call('delete /api/refurb-questions/{id}', admin, { params: question })
    await call('delete /api/refurb-steps/{id}', admin, { params: step })
  })

  it('of papers and printers answer as described', async () => {
    const id = await tour.value(`select id from item where account_id = $1 order by id limit 1`, tour.accountId)
    const packageId = await facts.closedPackage(tour, warehouseId())
    for (const type of ['pdf', 'zpl']) {
      await call('get /api/documents/item-label/{file}', admin, { params: { file: `${id}.${type}` } })
      for (const kind of ['package-label', 'packing-slip', 'tracking-sheet'])
        await call(`get /api/documents/${kind}/{file}`, admin, { params: { file: `${packageId}.${type}` } })
    }
    await call('get /api/documents/command-sheet.pdf', manager)
    const organizationId = await firstOf('get /api/printers/places', manager)
    const fields = { name: 'Contrat', host: '127.0.0.1', port: 9100, media: '100x150', dotsPerMm: 8, active: true }
    const printer = await call<{ id: string }>('post /api/printers', manager, post({ ...fields, organizationId }))
    await call('get /api/printers', manager)
    const headers = { 'content-type': 'application/merge-patch+json' }
    await call('patch /api/printers/{id}', manager, { params: printer, headers, json: { name: 'Autre' } })
    await call('post /api/printers/{id}/print', manager, { params: printer, json: { kind: 'test_label' } })
    await call('delete /api/printers/{id}', manager, { params: printer })
  })
})

describe('operations of devices', () => {
  it('answer as described', async () => {
    const deviceId = newId()
    const operator = await tour.api.signIn('warehouse_operator@demo.example', { as: 'api', deviceId })
    const grant = { ...operator, headers: { authorization: `Bearer ${operator.user.grant!.token}` } }
    const warehouseA = operator.user.currentOrganization!.id
    const world = { accountId: tour.accountId, warehouseA } as SyncWorld
    const queue = createQueue(world, { userId: operator.user.id, deviceId })
    const op = queue.operation('aTypeOfTomorrow', {}, { lanes: ['code:00000000'] })
    await call('post /api/sync/push', grant, post(queue.body([op])))
    const base = { protocol: 1, deviceId, uncovered: [] }
    const { cursor } = await call<{ cursor: string }>('post /api/sync/snapshot', operator, post(base))
    await call('post /api/sync/pull', operator, post({ ...base, cursor }))
    await call('post /api/sync/audit', operator, post({ protocol: 1 }))
    await call('post /api/sync/number-blocks', operator, post({ deviceId }))
    await call('get /api/sync/held', admin)
    await call('post /api/sync/held/{opId}/run', admin, { params: { opId: op.opId }, json: {} })
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6e4f' } })
      .jpeg()
      .toBuffer()
    const itemId = await tour.value(
      `select id from item where account_id = $1 and destination_warehouse_id = $2 and status = 'item_in_transit' limit 1`,
      tour.accountId,
      warehouseA,
    )
    const params = { photoId: newId() }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const taken = {
      itemId,
      questionId: null,
      sizeBytes: bytes.byteLength,
      type: 'image/jpeg',
      takenAt: '2026-11-21T08:00:00.000Z',
    }
    await call('post /api/evidence/{photoId}', grant, { params, json: { ...taken, sha256 } })
    await call('patch /api/evidence/{photoId}', grant, {
      params,
      query: 'offset=0',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    await call('get /api/evidence/{photoId}', operator, { params })
    const headers = { 'if-none-match': `"${sha256}"` }
    await call('get /api/evidence/{photoId}', operator, { params, headers })
  })
})

describe('operations of the counter', () => {
  it('answer as described', async () => {
    const catalog = await call<{ version: string; parts: readonly string[] }>('get /api/counter/catalog', seller)
    await call('get /api/counter/catalog/{version}', seller, { params: { version: catalog.version } })
    await call('post /api/counter/parts', seller, post({ ids: catalog.parts.slice(0, 1) }))
    await call('post /api/counter/number-blocks', seller, post({ deviceId: randomUUID() }))
  })
})

describe('operations of the payment office and of carriers', () => {
  it('answer as described', async () => {
    const office = await tour.person('root_management_unit_manager')
    const params = { id: await firstOf('get /api/payments', office) }
    await call('get /api/payments/{id}', office, { params })
    await call('get /api/payments.csv', office)
    await call('get /api/payment-files/preview', office)
    const file = await firstOf('get /api/payment-files', office)
    await call('get /api/payment-files/{id}/lines', office, { params: { id: file } })
    await call('get /api/jobs/queues', admin)
    await call('get /api/register/verification', admin)
    const buyback = { id: await firstOf('get /api/buybacks', office) }
    await call('get /api/buybacks/{id}/delivery', office, { params: buyback })
    await call('get /api/carriers', admin)
  })
})

describe('operations of the server itself', () => {
  it('answer as described', async () => {
    await call('get /api/health', 'nobody')
    await call('get /api/ready', 'nobody')
    await call('get /api/openapi.json', 'nobody')
    await call('get /api/docs', 'nobody')
    for (const file of ['swagger-ui.css', 'start.js', 'favicon-32x32.png'])
      await call('get /api/docs/{file}', 'nobody', { params: { file } })
  })
})

/** Operations that need a state of their own: the files whose tests call them through the same application. */
const elsewhere: Readonly<Record<string, string>> = {
  'get /api/buybacks/{id}/voucher': 'payment-office.test.ts',
}

describe('no operation', () => {
  it('is described without having been called', async () => {
    for (const [operation, query] of Object.entries(refusing)) await tour.refused(operation, 'nobody', { query })
    for (const [operation, file] of Object.entries(elsewhere)) {
      const part = operation.split('/').findLast((one) => !one.startsWith('{'))!
      expect(await readFile(new URL(file, import.meta.url), 'utf8'), operation).toContain(part)
    }
    const left = [...tour.description.operations.keys()].filter((name) => !tour.called.has(name))
    expect(left.toSorted()).toEqual([...Object.keys(refusing), ...Object.keys(elsewhere)].toSorted())
  })
})
