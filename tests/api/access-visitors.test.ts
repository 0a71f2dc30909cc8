import { describe, expect, it } from 'vitest'
import { prepareAccess } from '#tests/support/access.ts'

const access = prepareAccess()

describe('a visitor of the public site', () => {
  const ask = (url: string) =>
    access.api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body: new URLSearchParams({ url }) })

  it('gets token, ord and account by the address of the site (AUTH-33, ORG-09)', async () => {
    const response = await ask('https://retailer.example/home')
    const answer = (await response.json()) as { token: string; expiresAt: string }
    expect(response.status).toBe(200)
    expect(answer).toMatchObject({
      ord: { id: access.api.accounts.retailer.rootDetailId, cartMinValue: 0 },
      account: {
        id: access.api.accounts.retailer.id,
        name: 'Maison Essai',
        companyCountry: 'FR',
        language: 'fr-FR',
        currency: 'EUR',
        emailDPO: null,
        mainColor: '#1f5fd6',
        logo: null,
        favicon: null,
        isBuyerAndWorkshopsSupervisor: false,
        isRetailer: true,
      },
    })
    const headers = { authorization: `Bearer ${answer.token}` }
    const store = `/api/organizations/${access.api.accounts.retailer.northStoreId}/public`
    expect((await access.api.request(store, { headers })).status).toBe(200)
    expect(
      (await access.api.request(`/api/organizations/${access.api.accounts.other.northStoreId}/public`, { headers }))
        .status,
    ).toBe(404)
    for (const closed of ['/api/session', '/api/organizations', '/api/users']) {
      expect((await access.api.request(closed, { headers })).status, closed).toBe(401)
    }
    const start = access.clock
    access.clock = new Date(start.getTime() + 24 * 3_600_000)
    expect((await access.api.request(store, { headers })).status).toBe(401)
    access.clock = start
    const [body, signature] = answer.token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ account: access.api.accounts.other.id, visitor: 'x', until: access.clock.getTime() + 9e9 }),
    ).toString('base64url')
    for (const token of [`v_${forged}.${signature}`, `${body}.${'A'.repeat(43)}`, `${body}.`]) {
      expect((await access.api.request(store, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    }
  })

  it('gets them by form data of several parts, too (AUTH-32)', async () => {
    const body = new FormData()
    body.set('url', 'https://retailer.example/home')
    const send = () => access.api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body })
    const response = await send()
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        token: expect.stringMatching(/^v_/),
        ord: { id: access.api.accounts.retailer.rootDetailId },
        account: { id: access.api.accounts.retailer.id },
      },
    ])
    body.set('url', new File(['https://retailer.example/home'], 'url.txt'))
    const file = await send()
    expect([file.status, await file.json()]).toMatchObject([422, { code: 'REQUEST_INVALID' }])
  })

  it('of an unknown site, or with a malformed form, is refused', async () => {
    const unknown = await ask('https://elsewhere.example/')
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
      404,
      'ACCESS_WEB_ADDRESS_UNKNOWN',
    ])
    expect((await ask('not an address')).status).toBe(422)
    const json = await access.api.request('/api/webtoken-with-account-and-ord', {
      method: 'POST',
      json: { url: 'https://x.example' },
    })
    expect(json.status).toBe(415)
  })

  it('sees branding and white label of the host', async () => {
    const headers = { host: 'retailer.example' }
    expect(await (await access.api.request('/api/branding', { headers })).json()).toMatchObject({
      accountId: access.api.accounts.retailer.id,
      name: 'Maison Essai',
      language: 'fr-FR',
      currency: 'EUR',
    })
    expect((await access.api.request('/api/white-label/config', { headers })).status).toBe(200)
    for (const call of ['/api/white-label/config', '/api/branding'])
      expect((await access.api.request(call, { headers: { host: 'elsewhere.example' } })).status).toBe(421)
    // The installation's own host is nobody's.
    expect((await access.api.request('/api/white-label/config')).status).toBe(404)
    expect(await (await access.api.request('/api/branding')).json()).toMatchObject({ accountId: null, name: 'Reprise' })
  })
})
