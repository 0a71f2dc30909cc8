import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeHolds, type Permission } from '#domain/access/permission.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import type { DeclaredRoute } from '#api/http/route.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

const staffTypes = userTypes.filter((type) => type !== 'pseudo_anonymous')
const refusals = ['ACCESS_SESSION_REQUIRED', 'ACCESS_PERMISSION_MISSING', 'SYNC_GRANT_INVALID', 'ACCESS_NO_PERMISSIONS']

let api: TestApi
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  api = await createTestApi()
  for (const type of staffTypes) sessions.set(type, await api.signIn(type, { as: 'api' }))
})
afterAll(() => api.close())

async function ask({ spec }: DeclaredRoute, headers: Readonly<Record<string, string>>) {
  const path = spec.path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-00000000dead')
  const hasBody = spec.method !== 'get' && spec.method !== 'head'
  const init = { method: spec.method.toUpperCase(), headers, ...(hasBody && { json: { strange: true } }) }
  const response = await api.request(path, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, code: isJson ? (JSON.parse(text) as { code?: string }).code : undefined }
}

describe('every route', () => {
  it('is declared with a permission, and nothing else is registered', () => {
    const declared = new Set(
      api.app.routes.map(({ spec }) => `${spec.method.toUpperCase()} ${spec.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    const registered = api.app.hono.routes.map(({ method, path }) => `${method} ${path}`)
    expect(registered.filter((one) => !declared.has(one))).toEqual(['ALL /*', 'ALL /*', 'ALL /api/*'])
    expect(registered.length - 3).toBe(declared.size)
    for (const { spec } of api.app.routes) expect(spec.permission).toBeTruthy()
  })

  it('turns a route that was added by hand into a finding', async () => {
    const other = await createTestApi({ share: api })
    other.app.hono.get('/api/by-hand', (context) => context.text('open'))
    const declared = new Set(other.app.routes.map(({ spec }) => `${spec.method.toUpperCase()} ${spec.path}`))
    const registered = other.app.hono.routes.map(({ method, path }) => `${method} ${path}`)
    expect(registered.filter((one) => !declared.has(one))).toContain('GET /api/by-hand')
    await other.close()
  })

  it('answers 401 without a sign-in unless it is free of permission', { tags: ['slow'] }, async () => {
    for (const declared of api.app.routes) {
      const { status, code } = await ask(declared, {})
      const isFree = declared.spec.permission === 'none'
      const isRefused = status === 401 && refusals.includes(code ?? '')
      expect(isRefused, `${declared.spec.method} ${declared.spec.path}: ${status} ${code}`).toBe(!isFree)
    }
  })

  it.each(staffTypes)('answers %s as the matrix says', { tags: ['slow'] }, async (type) => {
    const headers = sessions.get(type)?.headers ?? {}
    for (const declared of api.app.routes) {
      const { permission, method, path } = declared.spec
      const { status, code } = await ask(declared, permission === 'none' ? {} : headers)
      const name = `${method} ${path} (${permission}) for ${type}: ${status} ${code}`
      if (permission === 'grant') expect([status, code], name).toEqual([401, 'SYNC_GRANT_INVALID'])
      else if (['none', 'visitor', 'session'].includes(permission)) expect(refusals, name).not.toContain(code)
      else if (typeHolds(type, permission as Permission)) expect(refusals, name).not.toContain(code)
      else expect([status, code], name).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
  })

  it('refuses a session whose module is not the one that the page thinks', async () => {
    const session = await api.signIn('store_seller')
    const right = await session.request('/api/session', { headers: { 'x-module': 'root' } })
    const wrong = await session.request('/api/session', { headers: { 'x-module': 'tim' } })
    expect(right.status).toBe(200)
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([409, 'ACCESS_MODULE_MISMATCH'])
  })

  it('takes the token from the product token header alike (API-02)', async () => {
    const token = sessions.get('store_seller')?.user.apiToken ?? ''
    const response = await api.request('/api/session', { headers: { 'x-product-token': token, 'x-module': 'root' } })
    expect(response.status).toBe(200)
  })
})
