import { randomUUID } from 'node:crypto'
import { newId } from '#api/db/new-id.ts'
import type { CreatedBuybackAnswer } from '#sync/calls/buyback.ts'
import type { TestSession } from './api.ts'
import { makePapers } from './tour-facts.ts'
import { callPickups } from './tour-of-circuits.ts'
import { callTracking } from './tour-of-tracking.ts'
import { callFoundAgain, pricedOnTour, saleOnTour } from './tour-sales.ts'
import type { Tour } from './tour.ts'

const post = (json: unknown = {}) => ({ json })

/** Operations of a visitor who sells, and follows the buyback. */
export async function callSales(tour: Tour): Promise<void> {
  const { call } = tour
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
  await makePapers(tour)
  await call('get /api/buybacks/{id}/documents/{file}', 'visitor', { params })
  await call('get /api/tracking/{token}/documents/{file}', 'nobody', { params })
  for (const method of ['get', 'head']) {
    await call(`${method} /api/buybacks/{id}/shipping-label`, 'visitor', { params })
    await call(`${method} /api/tracking/{token}/shipping-label`, 'nobody', { params })
  }
  await callTracking(tour, params)
}

/** Operations of buybacks for the people of a store and of the office. */
export async function callBuybacks(tour: Tour, admin: TestSession, seller: TestSession): Promise<void> {
  const { call } = tour
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
}

/** Operations of a counter without a network. */
export async function callCounter({ call }: Tour, seller: TestSession): Promise<void> {
  const catalog = await call<{ version: string; parts: readonly string[] }>('get /api/counter/catalog', seller)
  await call('get /api/counter/catalog/{version}', seller, { params: { version: catalog.version } })
  await call('post /api/counter/parts', seller, post({ ids: catalog.parts.slice(0, 1) }))
  await call('post /api/counter/number-blocks', seller, post({ deviceId: randomUUID() }))
}
