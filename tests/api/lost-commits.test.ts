import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLossyDatabase, type LossyDatabase } from '#tests/support/lost-commits.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { createSaleWorld, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'

let database: TestDatabase
let lossy: LossyDatabase
let world: SaleWorld

beforeAll(async () => {
  database = await createDatabase()
  lossy = await startLossyDatabase(database.appUrl)
  world = await createSaleWorld({ database: { ...database, appUrl: lossy.url } })
})
afterAll(async () => {
  await world.close()
  await lossy.close()
  await database.drop()
})

const line = 'insert into "cart_line"'

async function numbers(): Promise<readonly string[]> {
  const rows = await world.sql('select identification_number as number from buyback order by created_at, id')
  return rows.map(({ number }) => String(number))
}

it('a buyback whose creation was committed unheard keeps its number, and those after it have others', async () => {
  const visitor = await world.visitor()
  const lost = lossy.loseNext(line)
  const unheard = await postAs(visitor, '/api/buybacks', saleOf(world))
  await lost
  expect(unheard.status).toBeGreaterThanOrEqual(500)
  expect(await numbers()).toHaveLength(1)
  for (let at = 0; at < 2; at++)
    expect(await postAs(visitor, '/api/buybacks', saleOf(world))).toMatchObject({ status: 200 })
  expect(new Set(await numbers()).size).toBe(3)
})

it('a line of a cart that was committed unheard keeps its number, and both carts are sold', async () => {
  const visitor = await world.visitor()
  const [cartId, another] = [randomUUID(), randomUUID()]
  const body = { ...saleOf(world), cartId, inCartId: randomUUID() }
  const lost = lossy.loseNext(line)
  expect((await postAs(visitor, '/api/buybacks', body)).status).toBeGreaterThanOrEqual(500)
  await lost
  const other = await postAs(visitor, '/api/buybacks', { ...body, cartId: another, inCartId: randomUUID() })
  const again = await postAs(visitor, '/api/buybacks', body)
  expect([other.status, again.status]).toEqual([200, 200])
  expect(again.body['identificationNumber']).not.toBe(other.body['identificationNumber'])
  for (const id of [another, cartId])
    expect(await postAs(visitor, `/api/cart/${id}/validate`)).toMatchObject({ status: 200 })
})

it('a number that a refused buyback has not used is the next one’s', async () => {
  const visitor = await world.visitor()
  const first = await postAs(visitor, '/api/buybacks', saleOf(world))
  const refused = await postAs(visitor, '/api/buybacks', saleOf(world, 'web_post', { termsAccepted: false }))
  expect(refused.code).toBe('CUSTOMER_INVALID')
  const second = await postAs(visitor, '/api/buybacks', saleOf(world))
  const serial = (number: unknown) => Number(String(number).slice(1, -1))
  const [one, next] = [first, second].map(({ body }) => serial(body['identificationNumber']))
  expect(next).toBe((one ?? 0) + 1)
})
