import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, testOrigin, testPassword, type TestApi, type TestSession } from '#tests/support/api.ts'

let api: TestApi
let browser: TestSession

beforeAll(async () => {
  api = await createTestApi()
  browser = await api.signIn('admin')
})
afterAll(() => api.close())

const change = (headers: Record<string, string>) =>
  api.request(`/api/organization-root-details/${api.accounts.retailer.rootDetailId}`, {
    method: 'PATCH',
    headers,
    json: { cartMinValue: 100 },
  })

describe('an unsafe request with a cookie', () => {
  const cookie = () => ({ cookie: browser.headers['cookie'] ?? '' })

  it('passes from the own origin', async () => {
    expect((await change({ ...cookie(), origin: testOrigin })).status).toBe(200)
    expect((await change({ ...cookie(), 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:9999' },
    { origin: 'https://localhost:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: testOrigin, 'sec-fetch-site': 'cross-site' },
    {},
  ])('is refused with %j', async (headers) => {
    const response = await change({ ...cookie(), ...headers })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'REQUEST_FOREIGN_ORIGIN',
    ])
  })

  it('is refused from elsewhere even with an unknown bearer marker beside it', async () => {
    const response = await change({ ...cookie(), authorization: 'Bearer cookie', origin: 'https://evil.example' })
    expect(response.status).toBe(403)
  })
})

describe('a bearer token', () => {
  it('is exempt, for no browser adds one by itself', async () => {
    const client = await api.signIn('admin', { as: 'api' })
    expect((await change({ ...client.headers, origin: 'https://tools.example' })).status).toBe(200)
  })
})

describe('a sign-in', () => {
  it('from another site is refused, so that nobody is signed in as another user', async () => {
    const json = { email: 'admin@retailer.example', password: testPassword }
    const response = await api.request('/api/login', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      json,
    })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
  })
})

describe('a safe request', () => {
  it('passes from anywhere', async () => {
    const response = await api.request('/api/session', {
      headers: { cookie: browser.headers['cookie'] ?? '', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(200)
  })
})

describe('behind a trusted proxy', () => {
  it('the origin is the one that the proxy was asked for', async () => {
    const proxied = await createTestApi({ share: api, trustProxy: true, anyHost: true })
    const json = { email: 'admin@retailer.example', password: testPassword }
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'demo.example' }
    const ask = (origin: string) =>
      proxied.request('/api/login', { method: 'POST', headers: { ...forwarded, origin }, json })
    expect((await ask('https://demo.example')).status).toBe(200)
    expect((await ask('http://demo.example')).status).toBe(403)
    await proxied.close()
  })
})
