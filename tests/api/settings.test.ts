import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSiteHosts } from '#api/features/settings/site-hosts.ts'
import { siteOf } from '#api/features/settings/site.ts'
import { typedCartMinimumCents } from '#domain/cart/cart-minimum.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { OrganizationRootDetail } from '#sync/calls/settings.ts'
import { createCounterDevice, said } from '#tests/support/counter-world.ts'
import { createSaleWorld, plainPrices, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'
import { testOrigin, type TestSession } from '#tests/support/api.ts'

let world: SaleWorld
let admin: TestSession

beforeAll(async () => {
  world = await createSaleWorld()
  admin = await world.api.signIn('admin')
  await read()
})
afterAll(() => world.close())

const merge = { 'content-type': 'application/merge-patch+json' }
const whiteLabel = (id = world.accountId) => `/api/accounts/${id}/white-label`
const patch = (json: object, { by = admin, path = whiteLabel(), headers = {} } = {}) =>
  by.request(path, { method: 'PATCH', headers: { ...merge, ...headers }, json })

async function read(by = admin): Promise<Record<string, unknown>> {
  return (await (await by.request(whiteLabel())).json()) as Record<string, unknown>
}

async function refusalOf(answer: Promise<Response>): Promise<readonly [number, unknown, unknown]> {
  const response = await answer
  const body = (await response.json()) as { readonly code?: string; readonly field?: string }
  return [response.status, body.code, body.field]
}

const link = { url: 'https://shop.example/', text: 'Retour à la boutique' }

describe('the white label (SET-09)', () => {
  it('changes by merge patch in the fields named, and in no other', async () => {
    const before = await read()
    expect(before).toMatchObject({ tagManagerId: null, externalWebsiteLink: null, dropOffLocationsMapEnabled: false })
    const hosts = { imageHosts: ['cdn.example'], tagHosts: ['*.analytics.example'] }
    const json = { tagManagerId: 'gtm-abc1234', externalWebsiteLink: link, cookiesPolicy: '<p>Cookies</p>', ...hosts }
    const response = await patch(json)
    const version = Number(before['version']) + 1
    expect([response.status, response.headers.get('etag')]).toEqual([200, `"${version}"`])
    const after = { ...before, ...json, tagManagerId: 'GTM-ABC1234', version }
    expect(await response.json()).toEqual(after)
    expect(await read()).toEqual(after)
    const none = { imageHosts: [], tagHosts: [] }
    const cleared = await patch({ externalWebsiteLink: null, tagManagerId: null, cookiesPolicy: null, ...none })
    expect(await cleared.json()).toEqual({ ...before, version: version + 1 })
    expect(await (await patch({})).json()).toEqual({ ...before, version: version + 1 })
  })

  it('refuses a change made over an older version, and changes nothing', async () => {
    const { version, ...before } = await read()
    const headers = { 'if-match': `"${Number(version) - 1}"` }
    const refused = await refusalOf(patch({ axeptioId: 'stale' }, { headers }))
    expect(refused.slice(0, 2)).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect(await read()).toEqual({ version, ...before })
    expect((await patch({ axeptioId: 'fresh' }, { headers: { 'if-match': `"${String(version)}"` } })).status).toBe(200)
    await patch({ axeptioId: null })
  })

  it('takes ids, a link of both parts and texts within their limits, and nothing else', async () => {
    const before = await read()
    for (const [json, field] of [
      [{ tagManagerId: 'UA-12345' }, 'tagManagerId'],
      [{ axeptioId: 'a b' }, 'axeptioId'],
      [{ externalWebsiteLink: { url: link.url } }, 'externalWebsiteLink.text'],
      [{ externalWebsiteLink: { text: link.text } }, 'externalWebsiteLink.url'],
      [{ externalWebsiteLink: { ...link, url: 'http://shop.example/' } }, 'externalWebsiteLink.url'],
      [{ externalWebsiteLink: { ...link, text: 'x' } }, 'externalWebsiteLink.text'],
      [{ dropOffLocationsMapEnabled: 'true' }, 'dropOffLocationsMapEnabled'],
      [{ cookiesPolicy: 'x'.repeat(200_001) }, 'cookiesPolicy'],
      [{ imageHosts: ["cdn.example; script-src 'unsafe-inline'"] }, 'imageHosts.0'],
      [{ tagHosts: Array.from({ length: 21 }, (_, at) => `a${at}.example`) }, 'tagHosts'],
    ] as const)
      expect(await refusalOf(patch(json)), JSON.stringify(json).slice(0, 80)).toEqual([422, 'REQUEST_INVALID', field])
    expect(await refusalOf(patch({ host: 'mine.example' }))).toEqual([400, 'REQUEST_UNKNOWN_FIELD', 'host'])
    expect(await read()).toEqual(before)
    expect((await patch({ cookiesPolicy: '€'.repeat(200_000) })).status).toBe(200)
    await patch({ cookiesPolicy: null })
  })

  it(
    'is read by who may read settings, changed by who may change them, of their own account',
    { tags: ['slow'] },
    async () => {
      const analyst = await world.api.signIn('root_management_unit_analyst')
      const seller = await world.api.signIn('store_seller')
      const elsewhere = await world.api.signIn('admin@other.example')
      expect((await analyst.request(whiteLabel())).status).toBe(200)
      const before = await read()
      const json = { dropOffLocationsMapEnabled: true }
      const missing = [403, 'ACCESS_PERMISSION_MISSING', undefined]
      expect(await refusalOf(patch(json, { by: analyst }))).toEqual(missing)
      expect(await refusalOf(seller.request(whiteLabel()))).toEqual(missing)
      expect(await refusalOf(elsewhere.request(whiteLabel()))).toEqual([404, 'REQUEST_NOT_FOUND', undefined])
      expect(await refusalOf(patch(json, { by: elsewhere }))).toEqual([404, 'REQUEST_NOT_FOUND', undefined])
      const own = whiteLabel(world.api.accounts.other.id)
      expect((await patch(json, { by: elsewhere, path: own })).status).toBe(200)
      expect(await read()).toEqual(before)
    },
  )

  it('shows on the public site with the next read, its text cleaned (PUB-44)', async () => {
    const config = async () =>
      (await world.api.request('/api/white-label/config', { headers: { host: 'retailer.example' } })).json()
    const visitor = await world.visitor()
    const policy = async () =>
      ((await (await visitor.request('/api/public/legal/cookies-policy')).json()) as { html: string | null }).html
    expect([await config(), await policy()]).toMatchObject([{ tagManagerId: null, externalWebsiteLink: null }, null])
    const changes = { tagManagerId: 'GTM-ABC1234', externalWebsiteLink: link, dropOffLocationsMapEnabled: true }
    await patch({ ...changes, cookiesPolicy: '<p onclick="steal()">Cookies</p><script>steal()</script>' })
    expect(await config()).toMatchObject(changes)
    expect(await policy()).toBe('<p>Cookies</p>')
    const branding = await world.api.request('/api/branding', { headers: { host: 'retailer.example' } })
    expect(await branding.json()).toMatchObject({ externalWebsiteLink: link })
    const seller = await world.api.signIn('store_seller')
    const session = (await (await seller.request('/api/session')).json()) as TestSession['user']
    expect(session.currentOrganization?.account.externalWebsiteLink).toEqual(link)
  })
})

describe('what speaks for the account', () => {
  it('is on the site with the next read, in the language of its reader, where it is filled', async () => {
    const { db: database } = world.api
    const hosts = createSiteHosts({
      database,
      now: () => new Date(),
      config: { publicUrl: testOrigin, anyHost: false },
    })
    const site = { database, hosts, publicUrl: testOrigin, mapTiles: null }
    const shown = async (language: Language) => (await siteOf(site, 'retailer.example')).assurancesIn(language)
    expect(await shown('fr-FR')).toEqual([])
    const url = 'https://reviews.example/rivoli'
    const filled = await patch({
      reviewsText: '4,7 sur 5',
      reviewsUrl: url,
      dataErasureUrl: url,
      transitInsuranceText: 'Assuré <b>jusqu’à</b> 1 000 €',
      translations: { 'de-DE': { reviewsText: '4,7 von 5' } },
    })
    expect([filled.status, await filled.json()]).toMatchObject([
      200,
      { reviewsText: '4,7 sur 5', dataErasureText: null },
    ])
    const insured = { text: 'Assuré <b>jusqu’à</b> 1 000 €', url: null }
    expect(await shown('fr-FR')).toEqual([{ text: '4,7 sur 5', url }, insured])
    expect(await shown('de-DE')).toEqual([{ text: '4,7 von 5', url }, insured])
    await patch({ reviewsText: null, transitInsuranceText: null, translations: { 'de-DE': { reviewsText: null } } })
    expect(await shown('de-DE')).toEqual([])
  })
})

describe('the root details (SET-05, SET-06)', () => {
  it('show their texts on the public site with the next read, cleaned', async () => {
    const visitor = await world.visitor()
    const path = `/api/organization-root-details/${world.api.accounts.retailer.rootDetailId}`
    const texts = {
      eula: 'eula',
      serviceTerms: 'service-terms',
      faqAndContact: 'faq-and-contact',
      buybackZeroDescription: 'buyback-zero',
      noSearchResultDescription: 'no-search-result',
    } as const
    const shown = async (document: string) =>
      ((await (await visitor.request(`/api/public/legal/${document}`)).json()) as { html: string | null }).html
    for (const [field, document] of Object.entries(texts)) {
      const cleaned = `<h2>${field}</h2>`
      expect(await shown(document), field).not.toBe(cleaned)
      const text = `<h2 onclick="steal()">${field}</h2><script>steal()</script>`
      expect((await patch({ [field]: text }, { path })).status).toBe(200)
      expect(await shown(document), field).toBe(cleaned)
    }
  })
})

describe('the minimum of a cart (CART-12)', () => {
  const rootDetail = async () =>
    (await (
      await admin.request(`/api/accounts/${world.accountId}/organization-root-detail`)
    ).json()) as OrganizationRootDetail

  /** Worth 5 euros. */
  const cable = () => ({ productId: world.cableId, questionnaireId: null, answers: [], prices: plainPrices(500) })

  it('is 0 for a new account and for the carts of its customers', { tags: ['slow'] }, async () => {
    expect(await rootDetail()).toMatchObject({ cartMinValue: 0 })
    const visitor = await world.visitor()
    expect(await (await visitor.request('/api/buyback-settings')).json()).toMatchObject({ cart_min_value: 0 })
    const sold = await postAs(visitor, '/api/buybacks', { ...saleOf(world), ...cable() })
    expect(sold.status).toBe(200)
    const device = await createCounterDevice(world)
    const [outcome] = await device.push(await device.sale({}, cable()))
    expect(said(outcome!)).toBe('applied')
  })

  it('typed as 25 closes carts below it on the web and at the counter', { tags: ['slow'] }, async () => {
    const visitor = await world.visitor()
    const device = await createCounterDevice(world)
    const { id, version } = await rootDetail()
    const path = `/api/organization-root-details/${id}`
    const json = { cartMinValue: typedCartMinimumCents('25') }
    const saved = await patch(json, { path, headers: { 'if-match': `"${version}"` } })
    expect(await saved.json()).toMatchObject({ cartMinValue: 2_500, version: version + 1 })

    expect(await (await visitor.request('/api/buyback-settings')).json()).toMatchObject({ cart_min_value: 2_500 })
    const alone = await postAs(visitor, '/api/buybacks', { ...saleOf(world), ...cable() })
    expect(alone).toMatchObject({ status: 422, code: 'CART_BELOW_MINIMUM' })
    expect(alone.body['details']).toEqual({ minimumCents: 2_500, totalCents: 500, missingCents: 2_000 })

    const { version: catalog } = await device.refetch()
    const rules = await device.session.request(`/api/counter/catalog/${catalog}`)
    expect(await rules.json()).toMatchObject({ settings: { cartMinCents: 2_500 } })
    const below = await device.sale({ catalog: { version: catalog, ageMs: 0 } }, cable())
    expect(said((await device.push(below))[0]!)).toBe('rejected CART_BELOW_MINIMUM')
    expect((await patch({ cartMinValue: 0 }, { path })).status).toBe(200)
  })
})
