import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createAccount, type TestAccount } from '#tests/support/factories.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

let api: TestApi
let admin: TestSession
let owner: pg.Client
let account: TestAccount

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  account = await createAccount(owner, 'Catalogue')
  await owner.query(`update product set status = 'published' where account_id = $1`, [account.id])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

interface Part {
  readonly done: number
  readonly total: number
  readonly next: string | null
}
async function reindex(after: string | null, id = account.id) {
  const answer = await admin.request(`/api/accounts/${id}/catalog-reindex`, { method: 'POST', json: { after } })
  return { status: answer.status, body: (await answer.json()) as Part }
}
const indexed = async () => {
  const found: Record<string, readonly object[]> = {}
  for (const table of ['searched_product', 'listed_product', 'searched_facet']) {
    const text = `select terms::text as terms from ${table} where account_id = $1 order by 1`
    found[table] = (await owner.query<object>(text, [account.id])).rows
  }
  return found
}

it('what is searched is written again from the catalog, product by product (ORG-04)', { tags: ['slow'] }, async () => {
  const right = await indexed()
  expect(Object.values(right).every((rows) => rows.length > 0)).toBe(true)
  await withClient(api.testDatabase.superuserUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('delete from searched_product where account_id = $1', [account.id])
    await client.query('delete from listed_product where account_id = $1', [account.id])
    await client.query(`update searched_facet set terms = 'wrong'::tsvector where account_id = $1`, [account.id])
  })
  expect(await indexed()).not.toEqual(right)
  const first = await reindex(null)
  expect(first).toMatchObject({ status: 200, body: { total: 1, done: 1, next: account.productId } })
  expect(await indexed()).toEqual(right)
  expect(await reindex(first.body.next)).toMatchObject({ status: 200, body: { done: 0, next: null } })
})

it('an index that is right stays as it is (ORG-04)', async () => {
  const rows = async () =>
    (await owner.query('select xmin::text from searched_product where account_id = $1', [account.id])).rows
  const before = await rows()
  await reindex(null)
  expect(await rows()).toEqual(before)
})

it('the catalog of nobody is not found, and only administrators ask for it', async () => {
  expect((await reindex(null, newId())).status).toBe(404)
  const manager = await api.signIn('root_management_unit_manager')
  const path = `/api/accounts/${api.accounts.retailer.id}/catalog-reindex`
  expect((await manager.request(path, { method: 'POST', json: { after: null } })).status).toBe(403)
})
