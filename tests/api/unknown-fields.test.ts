import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeHolds, type Permission } from '#domain/access/permission.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import type { DeclaredRoute } from '#api/http/route.ts'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestRequest, type TestSession } from '#tests/support/api.ts'

let api: TestApi
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  api = await createTestApi()
  for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous'))
    sessions.set(type, await api.signIn(type, { as: 'api', deviceId: newId() }))
})
afterAll(() => api.close())

const id = '018f0000-0000-7000-8000-00000000dead'

const codes = ['a'.repeat(43), 'a'.repeat(32), '2000000000008']
const partValues = [id, `${id}.pdf`, ...codes, 'eula', 'transfer_order.pdf', 'start.js', 'transport', 'products']

/** The path with values that the route takes for its parts. */
function pathOf({ spec }: DeclaredRoute): string {
  const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const choices = names.reduce<readonly Readonly<Record<string, string>>[]>(
    (chosen, name) => chosen.flatMap((parts) => partValues.map((value) => ({ ...parts, [name]: value }))),
    [{}],
  )
  const taken = choices.find((parts) => spec.params?.safeParse(parts).success === true)
  return spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => taken?.[name] ?? id)
}

/** Who may call the route, so that nothing but the request itself can be wrong. */
function headersFor({ spec: { permission } }: DeclaredRoute): Readonly<Record<string, string>> {
  if (permission === 'none') return {}
  const isHeld = (type: string) =>
    ['session', 'visitor', 'grant'].includes(permission) || typeHolds(type as never, permission as Permission)
  const session = [...sessions].find(([type]) => isHeld(type))?.[1]
  if (permission === 'grant') return { authorization: `Bearer ${session?.user.grant?.token}` }
  return session?.headers ?? {}
}

async function ask(declared: DeclaredRoute, search: string, init: TestRequest = {}) {
  const { spec } = declared
  const method = spec.method.toUpperCase()
  const headers = { ...headersFor(declared), ...Object.fromEntries(new Headers(init.headers)) }
  const response = await api.request(`${pathOf(declared)}${search}`, { ...init, method, headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const said = isJson ? (JSON.parse(text) as { code?: string; field?: string }) : {}
  return [response.status, said.code, said.field]
}

/** A query with what the route asks for, where it asks for anything. */
function queryOf({ spec: { query } }: DeclaredRoute): string {
  const isTaken = (search: string) =>
    query?.safeParse(Object.fromEntries(new URLSearchParams(search))).success !== false
  return ['', `?account_id=${id}`, '?strategy=generic&language=en-GB'].find(isTaken) ?? ''
}

const nameOf = ({ spec }: DeclaredRoute) => `${spec.method} ${spec.path}`
const hasBody = ({ spec }: DeclaredRoute) => spec.method !== 'get' && spec.method !== 'head'

describe('every route', () => {
  it('refuses a query parameter that it does not name', async () => {
    for (const declared of api.app.routes) {
      const isHead = declared.spec.method === 'head'
      const expected = isHead ? [400, undefined, undefined] : [400, 'REQUEST_UNKNOWN_FIELD', 'colour']
      expect(await ask(declared, '?colour=red'), nameOf(declared)).toEqual(expected)
    }
  })

  it('without a body of its own refuses one that is sent, and takes an empty one (CART-18)', async () => {
    const bare = api.app.routes.filter((one) => hasBody(one) && one.spec.body === undefined)
    expect(bare.length).toBeGreaterThan(2)
    for (const declared of bare) {
      const [name, search] = [nameOf(declared), queryOf(declared)]
      const unknown = [400, 'REQUEST_UNKNOWN_FIELD', 'colour']
      expect(await ask(declared, search, { json: { colour: 'red' } }), name).toEqual(unknown)
      expect(await ask(declared, search, { body: 'colour=red' }), name).toEqual([
        415,
        'REQUEST_CONTENT_TYPE',
        undefined,
      ])
      expect((await ask(declared, search, { json: {} }))[1], name).not.toMatch(/^REQUEST_(?!NOT_FOUND)/)
      expect((await ask(declared, search, { body: '' }))[1], name).not.toMatch(/^REQUEST_(?!NOT_FOUND)/)
    }
  })

  it('with a body refuses a field that it does not name', async () => {
    const isJson = ({ spec }: DeclaredRoute) =>
      spec.body !== undefined && !['form', 'bytes', 'json-bytes', 'csv', 'reports'].includes(spec.bodyType ?? '')
    for (const declared of api.app.routes.filter(isJson)) {
      const [status, code] = await ask(declared, '', { json: { colour: 'red' } })
      expect([400, 422], `${nameOf(declared)}: ${status} ${code}`).toContain(status)
      expect(['REQUEST_UNKNOWN_FIELD', 'REQUEST_INVALID', 'SYNC_OPERATION_MALFORMED'], nameOf(declared)).toContain(code)
    }
  })

  it('that only reads refuses a body that is announced', async () => {
    const reading = api.app.routes.filter((one) => !hasBody(one))
    for (const declared of reading.filter(({ spec }) => spec.query === undefined && spec.method === 'get')) {
      const answer = await ask(declared, '', { headers: { 'content-length': '16' } })
      expect(answer, nameOf(declared)).toEqual([422, 'REQUEST_INVALID', undefined])
    }
  })
})
