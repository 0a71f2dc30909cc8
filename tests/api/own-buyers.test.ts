import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createWeeklyStatistics } from '#api/features/dashboard/weekly-statistics.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestItem } from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let buyer: TestSession
let own: TestItem
let another: TestItem
const [entityId, otherEntityId] = [newId(), newId()]

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const retailer = await furnishRetailer(owner, api.accounts.retailer)
  for (const [id, name] of [
    [entityId, 'Our own buyer'],
    [otherEntityId, 'Another of ours'],
  ])
    await owner.query(
      `insert into organization (account_id, id, type, common_name, module_type)
       values ($1, $2, 'buyer', $3, 'lcm')`,
      [retailer.id, id, name],
    )
  const userId = newId()
  await owner.query(
    `insert into user_account (account_id, id, email, password_hash, first_name, last_name)
     select account_id, $2, 'own_buyer@retailer.example', password_hash, 'Nadia', 'Benali'
     from user_account where account_id = $1 and email = 'store_manager@retailer.example'`,
    [retailer.id, userId],
  )
  await owner.query(
    `insert into user_module (account_id, user_id, module, user_type, organization_id)
     values ($1, $2, 'lcm', 'buyer_manager', $3)`,
    [retailer.id, userId, entityId],
  )
  ;[own, another] = (await createItems(owner, retailer, 2)) as [TestItem, TestItem]
  const give = (item: TestItem, to: string) =>
    owner.query(
      `update buyback set buyer_organization_id = $2, created_at = now() - interval '10 days'
       where id = (select buyback_id from item where id = $1)`,
      [item.id, to],
    )
  await give(own, entityId)
  await give(another, otherEntityId)
  buyer = await api.signIn('own_buyer@retailer.example')
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const buybackOf = async ({ id }: TestItem): Promise<string> =>
  (await owner.query('select buyback_id as id from item where id = $1', [id])).rows[0].id

const read = async <Answer>(path: string): Promise<Answer> => {
  const answer = await buyer.request(path)
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
const listed = async (path: string): Promise<readonly string[]> =>
  (await read<{ 'hydra:member': readonly { id: string }[] }>(path))['hydra:member'].map(({ id }) => id)

it('a buyer entity without an account sees the buybacks that are assigned to it, and no others', async () => {
  expect(await listed('/api/buybacks')).toEqual([await buybackOf(own)])
  expect((await buyer.request(`/api/buybacks/${await buybackOf(own)}`)).status).toBe(200)
  expect((await buyer.request(`/api/buybacks/${await buybackOf(another)}`)).status).toBe(404)
})

it('a buyer entity without an account sees the items of those buybacks', async () => {
  expect(await listed('/api/warehouse/items')).toEqual([own.id])
  expect((await buyer.request(`/api/warehouse/items/${own.id}`)).status).toBe(200)
  expect((await buyer.request(`/api/warehouse/items/${another.id}`)).status).toBe(404)
})

it('a buyer entity without an account filters by itself alone', async () => {
  const { buyers } = await read<{ buyers: unknown }>('/api/buybacks/filters')
  expect(buyers).toEqual([{ id: entityId, name: 'Our own buyer' }])
})

it('the figures of a buyer entity count its own buybacks', async () => {
  await createWeeklyStatistics({ database: api.db, now: () => new Date() })()
  const { statistics } = await read<{ statistics: readonly { total: number }[] }>('/api/dashboard-data')
  expect(statistics.reduce((sum, { total }) => sum + total, 0)).toBe(1)
})
