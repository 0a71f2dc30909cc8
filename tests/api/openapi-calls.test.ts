// @module-tag slow
import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import type { CreatedBuybackAnswer } from '#sync/calls/buyback.ts'
import type { OrganizationRootDetail } from '#sync/calls/settings.ts'
import { base64Of, pngOf } from '#tests/support/picture-files.ts'
import { signedEvent } from '#tests/support/payout-server.ts'
import type { OwnSessions } from '#sync/calls/own-session.ts'
import type { readVoucherCall } from '#sync/calls/payment.ts'
import { createTour, type Tour } from '#tests/support/tour.ts'
import * as facts from '#tests/support/tour-facts.ts'
import {
  callCarriers,
  callDispatch,
  callItemsAndStocks,
  callPapers,
  callQuarantine,
  callRefurb,
} from '#tests/support/tour-of-the-floor.ts'
import { callReleases } from '#tests/support/tour-of-releases.ts'
import { callCircuits, callPaymentModes, callPickups, callShippingMethods } from '#tests/support/tour-of-circuits.ts'
import { callCatalog, callImports, callOwnPrices } from '#tests/support/tour-of-the-catalog.ts'
import { callExports } from '#tests/support/tour-of-exports.ts'
import { callAccountPayouts, callConnectors, callPremiumActions } from '#tests/support/tour-of-connectors.ts'
import { callDevices } from '#tests/support/tour-of-devices.ts'
import { callOpenId } from '#tests/support/tour-of-sso.ts'
import { callClients } from '#tests/support/tour-of-clients.ts'
import { callEntities } from '#tests/support/tour-of-entities.ts'
import { callPasskeys } from '#tests/support/tour-of-passkeys.ts'
import { callTracking } from '#tests/support/tour-of-tracking.ts'
import { callListWorkbooks } from '#tests/support/tour-of-list-workbooks.ts'
import { callUsers } from '#tests/support/tour-of-users.ts'
import { callFoundAgain, pricedOnTour, saleOnTour } from '#tests/support/tour-sales.ts'
import { firstAdministrator, openLink, withoutAdministrators } from '#tests/support/platform.ts'
import type { TestSession } from '#tests/support/api.ts'

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
    await call('post /api/session/language', analyst, post({ language: analyst.user.language }))
    await call('post /api/session/module', analyst, post({ module: analyst.user.module }))
    await call('post /api/password/renew', 'nobody', post({ email }))
    // The mail is made after the answer, which comes as soon for an unknown address.
    const mail = `select body_text from mail_message where kind = 'password_renewal' and recipient = $1`
    const text = await vi.waitFor(() => tour.value(mail, email), { timeout: 10_000 })
    const token = /renew\/([\w-]+)/.exec(text)?.[1] ?? ''
    await call('get /api/password/new/{token}', 'nobody', { params: { token } })
    await call('post /api/password/new/{token}', 'nobody', { params: { token }, json: { password: 'Autre-2026' } })
    const again = await api.signIn(email, { as: 'api', password: 'Autre-2026' })
    await call('post /api/password/change', again, post({ current: 'Autre-2026', password: 'Encore-Une-2026' }))
    const last = await api.signIn(email, { as: 'api', password: 'Encore-Une-2026' })
    const deviceId = randomUUID()
    const elsewhere = await api.signIn(email, { as: 'api', password: 'Encore-Une-2026', deviceId })
    const own = await call<OwnSessions>('get /api/session/list', elsewhere)
    const { id } = own.sessions.find(({ isThis }) => isThis)!
    await call('post /api/session/devices/{id}/end', last, { params: { id: deviceId } })
    await call('post /api/session/list/{id}/end', last, { params: { id } })
    await call('get /api/session/codes', last)
    const password = 'Encore-Une-2026'
    const { uri } = await call<{ uri: string }>('post /api/session/codes', last, post({ password }))
    const codeAt = (seconds: number) => URI.parse(uri).generate({ timestamp: Date.now() + seconds * 1000 })
    await call('post /api/session/codes/confirm', last, post({ code: codeAt(0) }))
    await call('post /api/session/codes/off', last, post({ password, code: codeAt(30) }))
    await callPasskeys(tour, last, password)
    await call('post /api/logout', last, post())
    const body = new URLSearchParams({ url: 'https://shop.demo.example/' })
    await call('post /api/webtoken-with-account-and-ord', 'nobody', { body })
  })
  it('that set an installation up answer as described', () =>
    withoutAdministrators(tour.owner, async () => {
      const params = { token: (await openLink(tour.api.db))! }
      await call('get /api/set-up/{token}', 'nobody', { params })
      await call('post /api/set-up/{token}', 'nobody', { params, json: firstAdministrator })
    }))
  it('with the organisation answer as described', () => callOpenId(tour, admin))
})

describe('operations of entities, users and settings', () => {
  it('answer as described', async () => {
    const id = await tour.firstOf('get /api/organizations', admin)
    await call('get /api/organizations/{id}', admin, { params: { id } })
    await call('get /api/organizations/{id}/public', 'visitor', { params: { id } })
    await call('get /api/organizations/root', admin)
    await tour.firstOf('get /api/organizations/connected-warehouses', seller)
    await callEntities(tour, admin)
    await callUsers(tour, admin)
    await callListWorkbooks(tour, admin)
    await call('get /api/setup-guide', admin)
    await call('get /api/setup-guide/clients', admin)
    const account = { params: { id: tour.accountId } }
    const detail = await call<OrganizationRootDetail>('get /api/accounts/{id}/organization-root-detail', admin, account)
    await call('get /api/payment/account/{id}/by-buyer-feature-available', admin, account)
    await call('patch /api/organization-root-details/{id}', admin, {
      params: { id: detail.id },
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { enabledPremiumFeatures: ['multi_product_cart'], customerIdentityDocumentRequired: false },
    })
    await call('get /api/accounts/{id}/sign-in-rules', admin, account)
    await call('patch /api/accounts/{id}/sign-in-rules', admin, {
      ...account,
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { secondFactorTypes: [] },
    })
    await call('get /api/accounts/{id}/white-label', admin, account)
    await call('patch /api/accounts/{id}/white-label', admin, {
      ...account,
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { externalWebsiteLink: { url: 'https://shop.demo.example/', text: 'Boutique' } },
    })
    await call('patch /api/organization-root-details/{id}', admin, {
      params: { id: detail.id },
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { enabledPremiumFeatures: ['multi_product_cart', 'sftp_access'] },
    })
    await call('get /api/sftp-access', admin)
    await call('post /api/sftp-access/enable', admin, post())
    await call('post /api/sftp-access/disable', admin, post())
    await call('get /api/branding', 'nobody')
    await call('get /api/white-label/config', 'nobody')
  })
})

describe('operations of circuits and payment modes', () => {
  it('answer as described', async () => {
    const office = await tour.person('root_management_unit_manager')
    await callCircuits(tour, office)
    await callPaymentModes(tour, office)
    await callShippingMethods(tour, office)
    await callPremiumActions(tour, office)
  })
})

describe('operations of connectors', () => {
  it('answer as described', () => callConnectors(tour, admin))
})

describe('operations of client administration', () => {
  it('answer as described', () => callClients(tour, admin))
})

describe('operations of exports', () => {
  it('answer as described', () => callExports(tour, admin))
})

describe('operations of imports', () => {
  it('answer as described', () => callImports(tour, admin))
})

describe('operations of the public site', () => {
  it('answer as described', async () => {
    await call('get /api/public/home', 'visitor')
    await call('get /api/public/categories', 'visitor')
    await call('get /api/public/stores', 'visitor')
    await call('get /api/public/legal/{document}', 'visitor', { params: { document: 'eula' } })
    await call('get /api/buyback-settings', 'visitor')
    await tour.firstOf('get /api/public/products', 'visitor')
    await call('get /api/public/suggestions', 'visitor', { query: 'query=sam' })
    await call('get /api/public/same-imei', 'visitor', { query: 'imei=490154203237518' })
    await callCatalog(tour, admin)
    await callOwnPrices(tour)
    await call('get /api/organizations/launch-generic-premium-feature-connector', 'visitor')
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

describe('operations of buybacks', () => {
  it('answer a visitor as described', async () => {
    const sale = await saleOnTour(tour, 'visitor', 'web', ['web_post'])
    const body = await pricedOnTour(tour, 'post /api/buybacks', 'visitor', sale)
    const { productId, questionnaireId, answers, prices } = body
    const offer = { productId, questionnaireId, answers }
    const quote = await pricedOnTour(tour, 'post /api/quotes', 'visitor', offer)
    const { token } = await call<{ token: string }>('post /api/quotes', 'visitor', post(quote))
    await call('get /api/quotes/{token}', 'visitor', { params: { token } })
    const recipient = { email: 'quote@exemple.fr' }
    await call('post /api/quotes/{token}/mail', 'visitor', { params: { token }, json: recipient })
    const inCart = { ...body, prices, cartId: newId(), inCartId: newId() }
    const made = await call<CreatedBuybackAnswer>('post /api/buybacks', 'visitor', post(inCart))
    await call('post /api/cart/{id}/validate', 'visitor', { params: { id: inCart.cartId }, json: {} })
    const params = { id: made.id, token: made.trackingToken, n: made.identificationNumber, file: 'transfer_order.pdf' }
    await call('get /api/buybacks/{id}', 'visitor', { params })
    await call('get /api/buybacks/by-identification-number/{n}', 'visitor', { params })
    await call('get /api/buybacks/{id}/instructions', 'visitor', { params })
    await call('get /api/buybacks/{id}/additional-infos', 'visitor', { params })
    await callPickups(tour, sale.shippingMethodId, params)
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
    await callTracking(tour, params)
  })

  it('answer the people of a store and of the office as described', async () => {
    const storeId = seller.user.currentOrganization!.id
    const params = { storeId, buybackId: '', id: '' }
    const sale = await saleOnTour(tour, seller, 'store', ['store_drop', 'store_drop_label'])
    const body = await pricedOnTour(tour, 'post /api/store/{storeId}/buybacks', seller, sale, params)
    const made = await call<CreatedBuybackAnswer>('post /api/store/{storeId}/buybacks', seller, { params, json: body })
    const web = { ...(await saleOnTour(tour, 'visitor', 'web', ['web_drop'])), storeId }
    const announced = await pricedOnTour(tour, 'post /api/buybacks', 'visitor', web)
    const { id: buybackId } = await call<CreatedBuybackAnswer>('post /api/buybacks', 'visitor', post(announced))
    const { questionnaireId, answers, paymentModeId, prices } = announced
    const code = await tour.value('select identification_number from buyback where id = $1', buybackId)
    await call('get /api/counter/predeclared/{code}', seller, { params: { code } })
    await call('post /api/store/{storeId}/buybacks/{buybackId}/finalize', seller, {
      params: { storeId, buybackId },
      json: { questionnaireId, answers, paymentModeId, prices, termsAccepted: true },
    })
    const unit = await tour.person('root_management_unit_manager')
    await call('post /api/buybacks/{id}/lost', unit, { params: { id: made.id }, json: { place: 'store' } })
    await call('post /api/buybacks/{id}/cancel', unit, { params: { id: buybackId }, json: { reason: 'other' } })
    const customerId = await tour.value('select customer_id from buyback where id = $1', buybackId)
    await callFoundAgain(tour, seller, customerId)
    await call('post /api/customers/{id}/erase', admin, { params: { id: customerId }, json: {} })
    await tour.firstOf('get /api/buybacks', unit)
    await call('get /api/buybacks.csv', unit)
    await call('get /api/buybacks/filters', unit)
    await call('post /api/buybacks', 'visitor', post(announced))
    await tour.firstOf('get /api/buybacks/predeclared', seller)
    await call('get /api/dashboard-data', unit, { query: 'fileNameFormats[]=in_transit' })
  })
})

describe('operations of the account’s face', () => {
  it('answer as described', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    await call('get /api/design', admin)
    const logo = base64Of(await pngOf(250, 50))
    const face = await call<{ logo: string }>('patch /api/design', admin, { headers, json: { logo } })
    const params = { id: face.logo.split('/').at(-1)! }
    await call('get /api/pictures/{id}', 'nobody', { params })
    await call('post /api/text-pictures', admin, { json: { image: logo } })
    const pdf = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n').toString('base64')
    const text = { params: { document: 'eula' } }
    const file = await call<{ path: string }>('put /api/legal-files/{document}', admin, { ...text, json: { pdf } })
    await call('get /api/public/legal-files/{id}', 'nobody', { params: { id: file.path.split('/').at(-1)! } })
    await call('get /api/legal-files', admin)
    await call('delete /api/legal-files/{document}', admin, text)
    await tour.owner.query(`update organization_root_detail set enabled_premium_features = '{custom_transfer_order}'`)
    await call('get /api/transfer-order-terms', admin)
    await call('get /api/home-page', admin)
    await call('get /api/home-page/products', admin, { query: 'search=i' })
    await call('patch /api/home-page', admin, { headers, json: { metaTitle: 'Reprise' } })
    await call('post /api/home-page/preview', admin, post({ html: '<p>Bonjour à tout le monde</p>' }))
    await call('patch /api/transfer-order-terms', admin, { headers, json: { terms: 'Prix {{total_price}}.' } })
  })
})

describe('operations of payments, the register and jobs', () => {
  it('answer as described', async () => {
    const office = await tour.person('root_management_unit_manager')
    await tour.firstOf('get /api/payments', office)
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
    await tour.firstOf('get /api/payment-files', office)
    await call('get /api/payment-files/{file}', office, { params: { file: `${file.id}.xml` } })
    await call('post /api/payment-files/{id}/sent', office, { params: { id: file.id }, json: {} })
    const params = { id: await facts.buybackWithVoucher(tour, seller.user.currentOrganization!.id) }
    type HandedOut = z.output<typeof readVoucherCall.answer>
    const { voucher } = await call<HandedOut>('get /api/buybacks/{id}/voucher', seller, { params })
    expect(voucher?.code).toMatch(/^[0-9A-Z]{28}$/)
    const key = await tour.value(
      `select key from payment_attempt where account_id = $1 and provider = 'http' limit 1`,
      tour.accountId,
    )
    const event = signedEvent({ key, status: 'failed', reason: 'late' }, Date.now())
    await call('post /api/payment-events', 'nobody', { body: event.body, headers: event.headers })
    await callAccountPayouts(tour, admin)
    for (const format of ['json', 'csv', 'pdf'])
      await call('get /api/register', admin, { query: `from=2026-01-01&to=2126-12-31&format=${format}` })
    const job = await facts.failedJob(tour)
    await tour.firstOf('get /api/jobs', admin)
    await call('post /api/jobs/{id}/retry', admin, { params: { id: job }, json: {} })
  })
})

describe('operations of the floor', () => {
  it('answer as described', () => callItemsAndStocks(tour, { admin, manager }))
  it('of quarantine answer as described', () => callQuarantine(tour, { admin, manager }))
  it('of dispatch and transports answer as described', () => callDispatch(tour, { admin, manager }))
  it('of carriers and deliveries answer as described', () => callCarriers(tour, { admin, manager }))
  it('of refurbishing answer as described', () => callRefurb(tour, { admin, manager }))
  it('of papers and printers answer as described', () => callPapers(tour, { admin, manager }))
})

describe('operations of devices', () => {
  it('answer as described', () => callDevices(tour, admin))
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
    const params = { id: await tour.firstOf('get /api/payments', office) }
    await call('get /api/payments/{id}', office, { params })
    await call('get /api/payments.csv', office)
    await call('get /api/payments/due.csv', office)
    await call('get /api/payment-files.csv', office)
    await callReleases(tour, office)
    await call('get /api/jobs.csv', admin)
    await call('get /api/payment-files/preview', office)
    const file = await tour.firstOf('get /api/payment-files', office)
    await call('get /api/payment-files/{id}/lines', office, { params: { id: file } })
    await call('get /api/jobs/queues', admin)
    await call('get /api/jobs/tasks', admin)
    await call('get /api/register/verification', admin)
    const buyback = { id: await tour.firstOf('get /api/buybacks', office) }
    await call('get /api/buybacks/{id}/delivery', office, { params: buyback })
    await call('get /api/carriers', admin)
  })
})

describe('operations of the server itself', () => {
  it('answer as described', async () => {
    await call('get /api/health', 'nobody')
    await call('get /api/ready', 'nobody')
    await call('get /api/openapi.json', 'nobody')
    const headers = { 'content-type': 'application/csp-report' }
    await call('post /api/policy-reports', 'nobody', { body: '{"csp-report":{}}', headers })
    await call('get /api/docs', 'nobody')
    for (const file of ['swagger-ui.css', 'start.js', 'favicon-32x32.png'])
      await call('get /api/docs/{file}', 'nobody', { params: { file } })
  })
})

describe('no operation', () => {
  it('is described without having been called', () => {
    const left = [...tour.description.operations.keys()].filter((name) => !tour.called.has(name))
    expect(left).toEqual([])
  })
})
