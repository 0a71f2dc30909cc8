// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { newId } from '#api/db/new-id.ts'
import { exampleOf } from '#api/http/example-of.ts'
import type { DeclaredRoute } from '#api/http/route.ts'
import { typeHolds, type Permission } from '#domain/access/permission.ts'
import { isAdminType, userTypes, type UserType } from '#domain/organization/user-type.ts'
import { createTestApi, type TestApi, type TestRequest, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'

// Administrators of the platform, who open any client, ask what is theirs alone.
const callers = userTypes
  .filter((type) => type !== 'pseudo_anonymous')
  .toSorted((a, b) => Number(isAdminType(a)) - Number(isAdminType(b)))

let api: TestApi
const sessions = new Map<UserType, TestSession>()

beforeAll(async () => {
  api = await createTestApi()
  for (const type of callers) sessions.set(type, await api.signIn(type))
})
afterAll(() => api.close())

async function ask(type: UserType, path: string, init: TestRequest = {}) {
  const response = await sessions.get(type)!.request(path, init)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const { code, field } = (isJson ? await response.json() : {}) as { code?: string; field?: string }
  return [response.status, code, field] as const
}
const post = (type: UserType, path: string, json: object) =>
  ask(
    type,
    path.replaceAll(/\{\w+\}/g, () => newId()),
    { method: 'POST', json },
  )

/** Who of the retailer may call a route; nobody where it asks for no session. */
const mayCall = ({ spec: { permission } }: DeclaredRoute, type: UserType): boolean =>
  permission === 'session' ||
  (!['none', 'grant', 'visitor'].includes(permission) && typeHolds(type, permission as Permission))
const nameOf = ({ spec }: DeclaredRoute) => `${spec.method} ${spec.path}`

describe('an id of others in a query', () => {
  const needed: Readonly<Record<string, string>> = { '/api/warehouse/lookup': '&code=2000000000008' }

  const namesWarehouse = (query: unknown) => query instanceof z.ZodObject && 'warehouseId' in query.shape

  it('is answered with its field where it is a warehouse, to those of another one', async () => {
    const asking = api.app.routes.filter((one) => namesWarehouse(one.spec.query) && mayCall(one, 'warehouse_manager'))
    expect(asking.length).toBeGreaterThanOrEqual(7)
    for (const one of asking) {
      for (const id of [api.accounts.retailer.otherWarehouseId, api.accounts.other.warehouseId, newId()]) {
        const path = `${one.spec.path}?warehouseId=${id}${needed[one.spec.path] ?? ''}`
        const told = await ask('warehouse_manager', path)
        expect(told, nameOf(one)).toEqual([404, 'REQUEST_NOT_FOUND', 'warehouseId'])
      }
    }
  })

  it('is answered with its field where it is an account or an entity', async () => {
    const { other } = api.accounts
    for (const content of ['products', 'categories', 'diagnostic-questions']) {
      const path = `/api/${content}/exports?account_id=${other.id}`
      expect(await post('admin', path, {}), content).toEqual([404, 'REQUEST_NOT_FOUND', 'account_id'])
    }
    for (const id of [other.northStoreId, newId()]) {
      const path = `/api/organizations/available-parents?id=${id}`
      expect(await ask('admin', path)).toEqual([404, 'REQUEST_NOT_FOUND', 'id'])
    }
  })
})

describe('an id of others in a body', () => {
  it('is answered with its field', async () => {
    const { other, retailer } = api.accounts
    const moved = await post('buyer_manager', '/api/session/account', { accountId: other.id })
    expect(moved).toEqual([403, 'ACCESS_ACCOUNT_LINK_INACTIVE', 'accountId'])
    for (const warehouseId of [retailer.otherWarehouseId, other.warehouseId]) {
      const stock = await post('warehouse_manager', '/api/stocks', { name: 'Réserve', warehouseId })
      expect(stock).toEqual([404, 'REQUEST_NOT_FOUND', 'warehouseId'])
    }
  })

  // Bodies as the description gives them, each of their ids in turn one of the other account: the schema takes them, and
  // what they name is none of the caller's.
  it('gets a refusal of any route, and changes nothing of the other account', async () => {
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const { other, retailer } = api.accounts
    const { northStoreId } = retailer
    const ofOthers = async () =>
      (await owner.query('select to_jsonb(o) as row from organization o where account_id = $1 order by id', [other.id]))
        .rows
    const before = await ofOthers()
    const foreign = [other.id, other.northStoreId, other.warehouseId, api.accounts.userIds['manager@other.example']!]
    const asked: string[] = []
    const odd = new Set<string>()
    for (const one of api.app.routes) {
      const { spec } = one
      const type = callers.find((caller) => mayCall(one, caller))
      const example = spec.body instanceof z.ZodObject && type !== undefined ? exampleOf(spec.body) : undefined
      if (type === undefined || example === undefined) continue
      const headers = {
        'content-type': spec.bodyType === 'merge-patch' ? 'application/merge-patch+json' : 'application/json',
      }
      for (const field of idFieldsOf(spec.body!)) {
        for (const id of foreign) {
          const value = field.isList ? [id] : id
          const body = JSON.stringify({ ...(example as object), [field.name]: value })
          const path = spec.path.replace(/^\/api\/(organizations|store)\/\{\w+\}/, `/api/$1/${northStoreId}`)
          const [status, code] = await ask(type, path, { method: spec.method.toUpperCase(), body, headers })
          if (status < 400 || status > 499) odd.add(`${nameOf(one)} ${field.name}: ${status} ${code}`)
        }
        asked.push(`${nameOf(one)} ${field.name}`)
      }
    }
    const after = await ofOthers()
    await owner.end()
    // A question about many items leaves out those that are none of the caller's.
    expect([...odd]).toEqual(['post /api/warehouse/items/histories ids: 200 undefined'])
    expect(asked.length).toBeGreaterThan(30)
    expect(after).toEqual(before)
  })
})

/** Ids that a body names, but for those that it gives to what it makes. */
function idFieldsOf(body: z.ZodType): readonly { readonly name: string; readonly isList: boolean }[] {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([name, schema]) => {
    const text = JSON.stringify(schema)
    const isId = /"format":"(uuid|guid)"/.test(text) && !/"type":"object"/.test(text)
    return isId && !given.has(name) ? [{ name, isList: text.includes('"type":"array"') }] : []
  })
}
const given: ReadonlySet<string> = new Set(['id', 'deviceId'])
