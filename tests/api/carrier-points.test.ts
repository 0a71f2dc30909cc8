// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { carrierSecrets, startCarrierServer, type CarrierServer } from '#tests/support/carrier-server.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'

let server: CarrierServer
let world: SaleWorld
let visitor: Asker

const kiosk = { reference: 'K/1', name: 'Kiosque Nation', zipCode: '75012', city: 'Paris', country: 'FR' }

beforeAll(async () => {
  server = await startCarrierServer()
  world = await createSaleWorld({ carrierHosts: [server.host] })
  visitor = await world.visitor()
  const admin = await world.api.signIn('admin')
  const { shippingMethodId } = world.circuits.web_drop_label
  const json = { name: 'Relais Express', url: server.url, ...carrierSecrets, shippingMethodIds: [shippingMethodId] }
  const made = await outcomeOf(await admin.request('/api/carriers', { method: 'POST', json }))
  if (made.status !== 200) throw new Error(`carrier: ${JSON.stringify(made)}`)
  await world.sql(`update shipping_method set relay_points = 'carrier' where id = $1`, shippingMethodId)
})
beforeEach(() => {
  server.behave('ready')
  server.points.clear()
  server.points.set('K/1', { ...kiosk, latitude: 48.848, longitude: 2.396, openingHours: '7/7', distanceKm: 0.4 })
})
afterAll(async () => {
  await world.close()
  await server.close()
})

const near = async (place: string) => {
  const path = `/api/public/shipping-methods/${world.circuits.web_drop_label.shippingMethodId}/relay-points`
  return outcomeOf(await visitor.request(`${path}?near=${encodeURIComponent(place)}`))
}
const sell = (relayPoint?: string) =>
  postAs(visitor, '/api/buybacks', saleOf(world, 'web_drop_label', relayPoint === undefined ? {} : { relayPoint }))

it('the carrier tells its points near a place, and those that cannot be shown are left out', async () => {
  server.points.set('X', { reference: 'X', name: '', zipCode: '75012', city: 'Paris', country: 'FR' })
  expect(await near('75012')).toMatchObject({ status: 200, body: { points: [{ ...kiosk, distanceKm: 0.4 }] } })
  expect(Object.fromEntries(server.lastSearch())).toEqual({ country: 'FR', near: '75012', limit: '20' })
  await near('48.85,2.39')
  expect(Object.fromEntries(server.lastSearch())).toEqual({ latitude: '48.85', longitude: '2.39', limit: '20' })
})

it('a point is kept as the carrier tells it when it is sold, and one that is gone is refused', async () => {
  expect(await sell()).toMatchObject({ status: 422, code: 'RELAY_POINT_REQUIRED' })
  const sold = await sell('K/1')
  expect(sold.status).toBe(200)
  const kept = await world.sql('select point from buyback_relay_point where buyback_id = $1', sold.body['id'])
  expect(kept).toMatchObject([{ point: { ...kiosk, street: null, openingHours: '7/7' } }])
  server.points.clear()
  expect(await sell('K/1')).toMatchObject({ status: 409, code: 'RELAY_POINT_GONE' })
})

it('a carrier that does not answer is waited for, and no point is made up', async () => {
  server.behave('ill')
  expect(await near('75012')).toMatchObject({ status: 503, code: 'RELAY_POINTS_UNAVAILABLE' })
  expect(await sell('K/1')).toMatchObject({ status: 503, code: 'RELAY_POINTS_UNAVAILABLE' })
})
