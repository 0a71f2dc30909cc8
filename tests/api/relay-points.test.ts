// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FoundRelayPoint } from '#domain/circuit/relay-points.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'

let world: SaleWorld
let visitor: Asker
let office: Asker

const head = 'reference;name;street;zipCode;city;country;latitude;longitude;openingHours'
const csv = `${head}
P1;Tabac du Lion;1 rue de la Roquette;75011;Paris;FR;48.857;2.38;lun-sam 9-19
P2;Presse de la gare;;94300;Vincennes;FR;48.847;2.439;
L1;Épicerie Bellecour;;69002;Lyon;FR;45.757;4.832;`

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  office = await world.api.signIn('admin')
})
beforeEach(async () => {
  await configure('file')
  const loaded = await load(csv)
  if (loaded.body['count'] !== 3) throw new Error(JSON.stringify(loaded))
})
afterAll(() => world.close())

const methodId = () => world.circuits.web_drop_label.shippingMethodId
const configure = (source: 'file' | 'carrier' | null) =>
  world.sql('update shipping_method set relay_points = $2 where id = $1', methodId(), source)
const load = async (text: string, who: Asker = office, id = methodId()) =>
  outcomeOf(await who.request(`/api/shipping-methods/${id}/relay-points`, { method: 'PUT', json: { csv: text } }))
const pathNear = (near: string) =>
  `/api/public/shipping-methods/${methodId()}/relay-points?near=${encodeURIComponent(near)}`
const near = async (place: string) => {
  const answer = (await (await visitor.request(pathNear(place))).json()) as { points: readonly FoundRelayPoint[] }
  return answer.points.map(({ reference }) => reference)
}
const sell = (change: Record<string, unknown>) =>
  postAs(visitor, '/api/buybacks', saleOf(world, 'web_drop_label', change))

describe('a file of points', () => {
  it('is replaced as a whole, and a faulty one changes nothing', async () => {
    expect(await near('75011')).toEqual(['P1', 'P2', 'L1'])
    const faulty = await load(`${head}\nP9;Kiosque;;75011;Paris;FR;;;\nP9;Kiosque;;7501;Paris;FR;;;`)
    expect(faulty).toMatchObject({ status: 422, code: 'RELAY_FILE_LINES' })
    expect(faulty.body).toMatchObject({ details: { count: 1, lines: [{ line: 3, fault: 'zip_code' }] } })
    expect(await load('a;b\n1;2')).toMatchObject({ status: 422, code: 'RELAY_FILE_INVALID' })
    expect(await near('75011')).toHaveLength(3)
    expect(await load(`${head}\nP9;Kiosque;;75011;Paris;FR;;;`)).toMatchObject({ body: { count: 1 } })
    expect(await near('75011')).toEqual(['P9'])
  })

  it('belongs to shipping methods whose parcels are handed over at points, and to their account', async () => {
    expect(await load(csv, office, world.circuits.web_collect.shippingMethodId)).toMatchObject({
      status: 409,
      code: 'RELAY_METHOD_UNFIT',
    })
    expect((await load(csv, office, randomUUID())).status).toBe(404)
    expect((await load(csv, visitor)).status).toBe(401)
  })
})

describe('the points of a shipping method', () => {
  it('are the nearest to a town, a postal code or coordinates', async () => {
    expect(await near('lyon')).toEqual(['L1', 'P2', 'P1'])
    expect(await near('94300')).toEqual(['P2', 'P1', 'L1'])
    expect(await near('48.85,2.44')).toEqual(['P2', 'P1', 'L1'])
    expect(await near('Brest')).toEqual([])
  })

  it('are offered only where there are some, and the options say so', async () => {
    const offered = async () => {
      const answer = await visitor.request(`/api/public/options?categoryId=${world.categoryId}`)
      const { circuits } = (await answer.json()) as {
        circuits: { type: string; shippingMethods: { hasRelayPoints: boolean }[] }[]
      }
      return circuits.filter(({ shippingMethods }) => shippingMethods[0]?.hasRelayPoints).map(({ type }) => type)
    }
    expect(await offered()).toEqual(['web_drop_label'])
    for (const source of [null, 'carrier'] as const) {
      await configure(source)
      expect(await offered()).toEqual([])
      expect((await visitor.request(pathNear('75011'))).status).toBe(404)
      expect((await sell({})).status).toBe(200)
    }
  })
})

describe('a sale whose parcel is handed over at a point', () => {
  it('asks for a point, refuses one that is gone, and keeps the one that was chosen as it was', async () => {
    expect(await sell({})).toMatchObject({ status: 422, code: 'RELAY_POINT_REQUIRED' })
    expect(await sell({ relayPoint: 'P7' })).toMatchObject({ status: 409, code: 'RELAY_POINT_GONE' })
    const sold = await sell({ relayPoint: 'P1' })
    expect(sold.status).toBe(200)
    const { id, trackingToken } = sold.body as unknown as { id: string; trackingToken: string }
    await load(`${head}\nP9;Kiosque;;75011;Paris;FR;;;`)
    const point = { reference: 'P1', name: 'Tabac du Lion', zipCode: '75011', openingHours: 'lun-sam 9-19' }
    const read = async (path: string, who: Asker) => (await who.request(path)).json()
    expect(await read(`/api/tracking/${trackingToken}`, visitor)).toMatchObject({ relayPoint: point })
    expect(await read(`/api/buybacks/${id}`, visitor)).toMatchObject({ relayPoint: point })
    const mail = await world.sql(
      `select body_text as text from mail_message where body_text like '%Point relais: Tabac du Lion, 1 rue de la Roquette, 75011 Paris%'`,
    )
    expect(mail).not.toHaveLength(0)
  })

  it('refuses a line of a cart whose point has left the file since', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    expect((await sell({ cartId, inCartId, relayPoint: 'P2' })).status).toBe(200)
    await load(`${head}\nP9;Kiosque;;75011;Paris;FR;;;`)
    const end = () => postAs(visitor, `/api/cart/${cartId}/validate`)
    const refused = await end()
    expect(refused).toMatchObject({ status: 409, code: 'RELAY_POINT_GONE' })
    expect(refused.body).toMatchObject({ details: { inCartId } })
    await load(csv)
    expect((await end()).status).toBe(200)
  })
})
