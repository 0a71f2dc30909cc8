import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { typeHolds, type Permission } from '#domain/access/permission.ts'
import { newId } from '#api/db/new-id.ts'
import type { DeclaredRoute } from '#api/http/route.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

// Users of a warehouse and of a buyer have their own place; administrators may call the other lists.
const callers = ['warehouse_manager', 'admin', 'buyer_manager'] as const

let api: TestApi
const sessions = new Map<string, TestSession>()
const importId = newId()
const buyersImportId = newId()
const productId = newId()

beforeAll(async () => {
  api = await createTestApi()
  for (const type of callers) sessions.set(type, await api.signIn(type))
  const owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  await owner.query(
    `insert into catalog_import (account_id, id, content, strategy, file_name, file, lines_found, queued_at, touched_at,
       created_at, buyer_account_id, buyer_organization_id) values
       ($1, $2, 'products', 'generic', 'products.csv', '', 1, now(), now(), now(), null, null),
       ($1, $3, 'products', 'recommerce', 'prices.csv', '', 1, now(), now(), now(), $4, $5)`,
    [api.accounts.retailer.id, importId, buyersImportId, api.accounts.buyer.id, api.accounts.buyer.organizationId],
  )
  const categoryId = newId()
  await owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, [
    api.accounts.retailer.id,
    categoryId,
  ])
  await owner.query(`insert into product (account_id, id, label, main_category_id) values ($1, $2, 'Phone', $3)`, [
    api.accounts.retailer.id,
    productId,
    categoryId,
  ])
  await owner.end()
})
afterAll(() => api.close())

const isList = ({ spec }: DeclaredRoute) => spec.answer instanceof z.ZodObject && 'hydra:member' in spec.answer.shape

/** The fields that a list may be ordered by. */
function fieldsOf({ spec }: DeclaredRoute): readonly string[] {
  const schema = z.toJSONSchema(spec.query ?? z.strictObject({}), { io: 'input' })
  const order = schema.properties?.['order']
  const names = typeof order === 'object' ? order.propertyNames : undefined
  return typeof names === 'object' ? (names.enum ?? []).map(String) : []
}

const open: readonly string[] = ['none', 'visitor', 'session']

/** What a list cannot be asked without. */
const needed: Readonly<Record<string, string>> = { '/api/register': '&from=2026-01-01&to=2026-12-31' }

async function ask({ spec }: DeclaredRoute, query: string) {
  const holder = callers.find(
    (type) => open.includes(spec.permission) || typeHolds(type, spec.permission as Permission),
  )
  // Lists below an id are those of an account, of an import of one, or of a product.
  const path = spec.path
    .replace('{accountId}/imports/{id}', `${api.accounts.retailer.id}/imports/${importId}`)
    .replace('own-prices/imports/{id}', `own-prices/imports/${buyersImportId}`)
    .replace('products/{id}', `products/${productId}`)
    .replace('{id}', api.accounts.retailer.id)
  const response = await sessions.get(holder ?? 'admin')!.request(`${path}?${query}${needed[spec.path] ?? ''}`)
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, type: response.headers.get('content-type'), body }
}

describe('every list', () => {
  it(
    'takes the convention of lists, and answers members and total as linked data (API-03 to API-08)',
    { tags: ['slow'] },
    async () => {
      const lists = api.app.routes.filter(isList)
      expect(lists.length).toBeGreaterThan(10)
      for (const list of lists) {
        const name = `${list.spec.method} ${list.spec.path}`
        for (const query of ['', 'page=1&itemsPerPage=2', 'pagination=true', 'pagination=false', 'partial=true']) {
          const { status, type, body } = await ask(list, query)
          expect([status, type], `${name}?${query} ${JSON.stringify(body)}`).toEqual([200, 'application/ld+json'])
          const keys = query === 'partial=true' ? ['hydra:member'] : ['hydra:member', 'hydra:totalItems']
          expect(
            Object.keys(body).filter((key) => key.startsWith('hydra:')),
            `${name}?${query}`,
          ).toEqual(keys)
        }
        const wrong = await ask(list, 'itemsPerPage=0')
        expect([wrong.status, wrong.body['field']], name).toEqual([422, 'itemsPerPage'])
      }
    },
  )

  it('can be ordered by each of its fields, and by several', { tags: ['slow'] }, async () => {
    for (const list of api.app.routes.filter(isList)) {
      const fields = fieldsOf(list)
      expect(fields.length, list.spec.path).toBeGreaterThan(0)
      const all = fields.map((field, at) => `order[${field}]=${at % 2 === 0 ? 'asc' : 'desc'}`)
      for (const query of [...all, all.join('&')]) {
        const { status, body } = await ask(list, query)
        expect(status, `${list.spec.path}?${query} ${JSON.stringify(body)}`).toBe(200)
      }
      const wrong = await ask(list, `order[${fields[0]}]=up`)
      expect([wrong.status, wrong.body['field']], list.spec.path).toEqual([422, `order.${fields[0]}`])
    }
  })

  // What cannot be meant is said, and nothing is guessed: an unknown key, one that comes twice, a number out of bounds.
  it.each([
    ['colour=red', 400, 'REQUEST_UNKNOWN_FIELD', 'colour'],
    ['order[colour]=asc', 400, 'REQUEST_UNKNOWN_FIELD', 'order.colour'],
    ['page=1&page=2', 422, 'REQUEST_INVALID', 'page'],
    ['page[]=1&page[]=2', 422, 'REQUEST_INVALID', 'page'],
    ['page=0', 422, 'REQUEST_INVALID', 'page'],
    ['page=1.5', 422, 'REQUEST_INVALID', 'page'],
    ['page=9999999999', 422, 'REQUEST_INVALID', 'page'],
    ['itemsPerPage=1e99', 422, 'REQUEST_INVALID', 'itemsPerPage'],
    ['itemsPerPage=', 422, 'REQUEST_INVALID', 'itemsPerPage'],
    ['pagination=yes', 422, 'REQUEST_INVALID', 'pagination'],
    ['partial=1', 422, 'REQUEST_INVALID', 'partial'],
    ['order=asc', 422, 'REQUEST_INVALID', 'order'],
    [`${'x'.repeat(4000)}=1`, 400, 'REQUEST_UNKNOWN_FIELD', 'x'.repeat(4000)],
  ])('answers ?%s with %i %s', async (query, status, code, field) => {
    for (const list of api.app.routes.filter(isList)) {
      const { body, ...answer } = await ask(list, query)
      expect([answer.status, body['code'], body['field']], list.spec.path).toEqual([status, code, field])
    }
  })

  it('answers too many rows with 422 REQUEST_INVALID; connectors alone come in pages of 500 (CONN-12)', async () => {
    for (const list of api.app.routes.filter(isList)) {
      const most = list.spec.path === '/api/connectors' ? 500 : 200
      if (most === 500) expect((await ask(list, `itemsPerPage=${most}`)).status).toBe(200)
      const { status, body } = await ask(list, `itemsPerPage=${most + 1}`)
      const wanted = [422, 'REQUEST_INVALID', 'itemsPerPage']
      expect([status, body['code'], body['field']], list.spec.path).toEqual(wanted)
    }
  })

  it('has an end on every page and no more rows than it is asked for', { tags: ['slow'] }, async () => {
    for (const list of api.app.routes.filter(isList)) {
      const all = await ask(list, 'pagination=false')
      const total = all.body['hydra:totalItems'] as number
      expect((all.body['hydra:member'] as unknown[]).length, list.spec.path).toBe(Math.min(total, 10_000))
      const first = await ask(list, 'itemsPerPage=1')
      expect((first.body['hydra:member'] as unknown[]).length, list.spec.path).toBe(Math.min(total, 1))
      const beyond = await ask(list, 'page=1000000&itemsPerPage=1')
      expect([beyond.status, beyond.body['hydra:member']], list.spec.path).toEqual([200, []])
    }
  })
})
