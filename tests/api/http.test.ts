import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsBytes } from '#sync/calls/settings.ts'
import { createTestApi, testOrigin, type TestApi, type TestRequest, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, publishTerms } from '#tests/support/factories.ts'

let api: TestApi
let admin: TestSession
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-dist-'))
  for (const name of ['staff', 'journey', 'assets', 'server']) await mkdir(path.join(folder, name))
  await writeFile(path.join(folder, 'staff/index.html'), '<p>staff</p>')
  await writeFile(path.join(folder, 'journey/index.html'), '<p>journey</p>')
  await writeFile(path.join(folder, 'assets/app-1a2b.js'), `console.log('${'a'.repeat(5000)}')`)
  await writeFile(path.join(folder, 'server/server-only.js'), 'secret')
  await writeFile(path.join(folder, 'sw.js'), 'self.x = 1')
  await writeFile(path.join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  api = await createTestApi({ webDist: folder })
  admin = await api.signIn('admin')
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await publishTerms(owner)
  await owner.end()
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function refusal(response: Promise<Response>) {
  const answer = await response
  const { code, field } = (await answer.json()) as { code: string; field?: string }
  return field === undefined ? [answer.status, code] : [answer.status, code, field]
}

const patch = (init: TestRequest) =>
  admin.request(`/api/organization-root-details/${api.accounts.retailer.rootDetailId}`, { method: 'PATCH', ...init })

describe('bad input', () => {
  it('gets a code and the field, and changes nothing', async () => {
    const before = await (
      await admin.request(`/api/accounts/${api.accounts.retailer.id}/organization-root-detail`)
    ).text()
    const json = { 'content-type': 'application/json' }
    expect(await refusal(patch({ body: '{"cartMinValue":', headers: json }))).toEqual([400, 'REQUEST_MALFORMED_JSON'])
    expect(await refusal(patch({ body: '{}', headers: { 'content-type': 'text/plain' } }))).toEqual([
      415,
      'REQUEST_CONTENT_TYPE',
    ])
    expect(await refusal(patch({ json: { cartMinValue: 5, colour: 'red' } }))).toEqual([
      400,
      'REQUEST_UNKNOWN_FIELD',
      'colour',
    ])
    expect(await refusal(patch({ json: { cartMinValue: '5' } }))).toEqual([422, 'REQUEST_INVALID', 'cartMinValue'])
    expect(await refusal(patch({ json: { cartMinValue: -1 } }))).toEqual([422, 'REQUEST_INVALID', 'cartMinValue'])
    expect(await refusal(patch({ json: [] }))).toEqual([422, 'REQUEST_INVALID', ''])
    expect(await refusal(patch({ json: { sellerSupportEmail: `${'a'.repeat(300)}@x.example` } }))).toEqual([
      422,
      'REQUEST_INVALID',
      'sellerSupportEmail',
    ])
    expect(await refusal(patch({ json: { eula: 'a\0b' } }))).toEqual([422, 'REQUEST_INVALID', 'eula'])
    expect(await refusal(patch({ json: { eula: 'a\uD83Db' } }))).toEqual([422, 'REQUEST_INVALID', 'eula'])
    const inAList = patch({ json: { eula: '\\ud83d 😀', 'a\0': { texts: ['\uDE00'] } } })
    expect(await refusal(inAList)).toEqual([422, 'REQUEST_INVALID', 'a\0'])
    const nested = patch({ json: { texts: [{ 'fr-FR': 'é😀' }, { 'nl-BE': '\uDE00' }] } })
    expect(await refusal(nested)).toEqual([422, 'REQUEST_INVALID', 'texts.1.nl-BE'])
    expect(await refusal(patch({ json: { eula: 'a'.repeat(settingsBytes) } }))).toEqual([413, 'REQUEST_TOO_LARGE'])
    const password = { json: { email: 'a@b.example', password: 'a'.repeat(70_000) }, method: 'POST' } as const
    expect(await refusal(api.request('/api/login', password))).toEqual([413, 'REQUEST_TOO_LARGE'])
    expect(await refusal(patch({ body: new Uint8Array([0x22, 0xff, 0x22]), headers: json }))).toEqual([
      400,
      'REQUEST_MALFORMED_JSON',
    ])
    const after = await (
      await admin.request(`/api/accounts/${api.accounts.retailer.id}/organization-root-detail`)
    ).text()
    expect(after).toBe(before)
  })

  it('takes deeply nested and prototype-poisoning JSON as what it is', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await patch({ body: '['.repeat(30_000), headers: json })).status).toBe(400)
    expect(await refusal(patch({ body: '{"__proto__":{"cartMinValue":5}}', headers: json }))).toEqual([
      400,
      'REQUEST_UNKNOWN_FIELD',
      '__proto__',
    ])
  })

  it('in a query gets a code and the field', async () => {
    expect(await refusal(admin.request('/api/users?colour=red'))).toEqual([400, 'REQUEST_UNKNOWN_FIELD', 'colour'])
    expect(await refusal(admin.request('/api/users?page=0'))).toEqual([422, 'REQUEST_INVALID', 'page'])
    expect(await refusal(admin.request('/api/users?itemsPerPage=100000'))).toEqual([
      422,
      'REQUEST_INVALID',
      'itemsPerPage',
    ])
    expect(await refusal(admin.request('/api/users?order[password_hash]=asc'))).toEqual([
      400,
      'REQUEST_UNKNOWN_FIELD',
      'order.password_hash',
    ])
    expect(await refusal(admin.request('/api/users?order[email]=up'))).toEqual([422, 'REQUEST_INVALID', 'order.email'])
    expect(await refusal(admin.request('/api/users?email=%00'))).toEqual([422, 'REQUEST_INVALID', 'email'])
    expect((await admin.request('/api/users?__proto__[x]=1')).status).toBe(400)
    expect((await admin.request('/api/users?email=%25_%5C%27')).status).toBe(200)
  })

  it('answers a malformed id, an unknown id and an id of another account alike', async () => {
    const { other, userIds } = api.accounts
    const unknown = '018f0000-0000-7000-8000-00000000dead'
    for (const id of ['x', '%00', unknown, other.northStoreId]) {
      expect(await refusal(admin.request(`/api/organizations/${id}`))).toEqual([404, 'REQUEST_NOT_FOUND'])
      expect(await refusal(admin.request(`/api/organizations/${id}/public`))).toEqual([404, 'REQUEST_NOT_FOUND'])
    }
    const seller = await api.signIn('store_seller')
    expect(await refusal(seller.request('/api/counter/predeclared/a%00b'))).toEqual([404, 'REQUEST_NOT_FOUND'])
    for (const id of ['x', unknown, userIds['manager@other.example'] ?? '']) {
      expect(await refusal(admin.request(`/api/users/${id}`))).toEqual([404, 'REQUEST_NOT_FOUND'])
    }
    for (const id of ['x', unknown, other.id]) {
      expect(await refusal(admin.request(`/api/accounts/${id}/organization-root-detail`))).toEqual([
        404,
        'REQUEST_NOT_FOUND',
      ])
    }
    for (const id of [unknown, other.rootDetailId]) {
      const answer = admin.request(`/api/organization-root-details/${id}`, {
        method: 'PATCH',
        json: { cartMinValue: 7 },
      })
      expect(await refusal(answer)).toEqual([404, 'REQUEST_NOT_FOUND'])
    }
  })

  it('at an unknown path or with another method says so', async () => {
    expect(await refusal(admin.request('/api/nothing'))).toEqual([404, 'REQUEST_NOT_FOUND'])
    const response = await admin.request('/api/login')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('an unexpected error', () => {
  it('answers a request id and nothing else, and logs no data', async () => {
    const broken = await createTestApi({ share: api })
    await broken.db.close()
    const response = await broken.request('/api/login', {
      method: 'POST',
      json: { email: 'admin@retailer.example', password: 'Wrong-1234' },
    })
    const body = (await response.json()) as Record<string, unknown>
    expect(response.status).toBe(500)
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId'])
    expect(body['requestId']).toBe(response.headers.get('x-request-id'))
    expect(broken.logLines.join('')).not.toContain('admin@retailer.example')
  })

  it('is answered 503 with a time to wait when the database is away', async () => {
    const away = await createTestApi()
    const session = await away.signIn('admin')
    await away.testDatabase.drop()
    const response = await session.request('/api/session')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refusal(session.request('/api/session'))).toEqual([503, 'SERVER_UNAVAILABLE'])
    expect((await away.request('/api/health')).status).toBe(200)
    expect((await away.request('/api/ready')).status).toBe(503)
    await away.close()
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    // A worker has the rules that its script came with.
    for (const address of ['/login', '/', '/sw.js', '/assets/app-1a2b.js']) {
      const { headers } = await api.request(address)
      expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).toContain(
        "; trusted-types default reprise-texts; require-trusted-types-for 'script'",
      )
      for (const name of ['object-src', 'base-uri'])
        expect(headers.get('content-security-policy')).toContain(`; ${name} 'none';`)
      expect(headers.get('content-security-policy')).toMatch(/; style-src 'self'( 'sha256-[\w+/]{43}=')?;/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('permissions-policy')).toContain('camera=(self)')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
  })

  it('that is no page runs nothing, and lets the viewer of a browser have its styles', async () => {
    for (const address of ['/api/health', '/api/nothing', '/api/session', '/mark.svg', '/none.css']) {
      const { headers } = await api.request(address)
      expect(headers.get('content-type'), address).not.toContain('html')
      expect(headers.get('content-security-policy'), address).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('reporting-endpoints'), address).toBeNull()
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
    }
  })
})

describe('documents', () => {
  const entryOf = async (address: string, headers: Record<string, string> = {}) =>
    (await (await api.request(address, { headers })).text()).replaceAll(/<\/?p>/g, '')

  it('are chosen by path for a visitor', async () => {
    for (const address of [
      '/',
      '/home',
      '/buyback/search',
      '/buyback/confirmation?ids=1',
      '/eula',
      '/buyback/1/accept',
      // An unknown path leads a visitor to `/`, which the site sees to (PUB-26).
      '/404x',
      '/no/such/page',
      '/contact',
      '/cart/x',
      '/buyback/serach',
      '/buyback/search/x',
      '/warehouse/nothing',
    ]) {
      expect(await entryOf(address), address).toBe('journey')
    }
    for (const address of [
      '/login',
      '/lostPassword',
      '/renew/x',
      '/warehouse/checkin',
      '/buybacks',
      '/design-system',
      '/Stocks/',
      '/stocks/7/edit',
      '/warehouse/check',
      '/warehouse/check/0400000000017',
      '/diag/1/iphone',
      '/cart/summary',
      '/buyback/0197a3b0-0000-7000-8000-000000000001',
      '/buyback/0197a3b0-0000-7000-8000-000000000001/edition',
    ]) {
      expect(await entryOf(address), address).toBe('staff')
    }
  })

  it('are the back office for a signed-in user, but for what is public to everybody', async () => {
    const headers = { cookie: admin.headers['cookie'] ?? '' }
    expect(await entryOf('/', headers)).toBe('staff')
    expect(await entryOf('/home', headers)).toBe('staff')
    expect(await entryOf('/no/such/page', headers)).toBe('staff')
    expect(await entryOf('/buyback/serach', headers)).toBe('staff')
    expect(await entryOf('/eula', headers)).toBe('journey')
  })

  it('answer a navigation to an unknown path that ends like a file, while a missing file is not found', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const cookie = admin.headers['cookie'] ?? ''
    for (const address of ['/old-page.html', '/index.php', '/shop/iphone-13.aspx', '/v1.2']) {
      expect(await entryOf(address, { accept }), address).toBe('journey')
      expect(await entryOf(address, { accept, cookie }), address).toBe('staff')
    }
    for (const [address, asked] of [
      ['/assets/none.js', '*/*'],
      ['/none.css', 'text/css,*/*;q=0.1'],
      ['/none.png', 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8'],
      ['/old-page.html', '*/*'],
    ] as const)
      expect(await refusal(api.request(address, { headers: { accept: asked } }))).toEqual([404, 'REQUEST_NOT_FOUND'])
  })

  it('are the back office too behind the cookie of an ended session, until the sign-out clears it', async () => {
    const headers = { cookie: 'reprise_session=s_gone' }
    expect(await entryOf('/home', headers)).toBe('staff')
    expect(await entryOf('/', headers)).toBe('staff')
    expect(await entryOf('/eula', headers)).toBe('journey')
    const left = await api.request('/api/logout', {
      method: 'POST',
      headers: { ...headers, origin: testOrigin },
      json: {},
    })
    expect([left.status, left.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^reprise_session=; /)])
  })
})

describe('a public page', () => {
  it('is rendered with the branding of the host in the language of the browser', async () => {
    const rendered = await createTestApi({
      share: api,
      webDist: folder,
      renderJourney: ({ site: { branding }, language, url }) => ({
        status: 200,
        html: `${branding.name} ${language} ${new URL(url).pathname}`,
        style: 'p{margin:0}',
        redirect: null,
        isPrivate: false,
      }),
    })
    const response = await rendered.request('/home', {
      headers: { host: 'retailer.example', 'accept-language': 'de-CH,de;q=0.9' },
    })
    expect(await response.text()).toBe('Maison Essai de-DE /home')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const digest = createHash('sha256').update('p{margin:0}').digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`; style-src 'self' 'sha256-${digest}';`)
    expect(await (await rendered.request('/login')).text()).toBe('<p>staff</p>')
    await rendered.close()
  })

  it('whose address is a secret is kept by nobody and named to nobody', async () => {
    const rendered = await createTestApi({
      share: api,
      webDist: folder,
      renderJourney: () => ({ status: 200, html: 'mine', style: '', redirect: null, isPrivate: true }),
    })
    const response = await rendered.request('/buyback/tracking/t_secret', { headers: { host: 'retailer.example' } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    await rendered.request('/buyback/quote/q_secret', { headers: { host: 'retailer.example' } })
    expect(rendered.logLines.slice(-2).join(' ')).not.toContain('secret')
    await rendered.close()
  })

  it('comes as it lies there when rendering fails', async () => {
    const failing = await createTestApi({
      share: api,
      webDist: folder,
      renderJourney: () => Promise.reject(new Error('broken')),
    })
    const response = await failing.request('/home', { headers: { host: 'retailer.example' } })
    expect([response.status, await response.text()]).toEqual([200, '<p>journey</p>'])
    await failing.close()
  })
})

describe('the log', () => {
  it('names the code and the user of a refusal, and no token', async () => {
    await admin.request('/api/users?colour=red&email=somebody@retailer.example')
    await api.request('/api/password/new/p_abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs')
    const [refused, link] = api.logLines.slice(-2).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(refused).toMatchObject({
      code: 'REQUEST_UNKNOWN_FIELD',
      userId: admin.user.id,
      path: '/api/users',
      status: 400,
    })
    expect(link).toMatchObject({ code: 'ACCESS_PASSWORD_LINK_INVALID', path: '/api/password/new/…' })
    expect(api.logLines.join('')).not.toMatch(/somebody|s_[\w-]{43}|abcdefghij/)
  })
})

describe('files', () => {
  it('with a hashed name are cached for good, all others asked for again', async () => {
    const hashed = await api.request('/assets/app-1a2b.js')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const worker = await api.request('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    const etag = worker.headers.get('etag') ?? ''
    expect((await api.request('/sw.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('of text say in which characters it is written', async () => {
    const types = ['/sw.js', '/mark.svg', '/login'].map(async (address) =>
      (await api.request(address)).headers.get('content-type'),
    )
    for (const type of await Promise.all(types)) expect(type).toMatch(/; charset=utf-8$/)
  })

  it('are compressed for who accepts it', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await api.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(Number(response.headers.get('content-length'))).toBeLessThan(500)
    }
  })

  it('outside the folder, of the server or missing are not found', async () => {
    for (const address of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/server/server-only.js',
      '/.env',
      '/assets/none.js',
      '/%ff.js',
    ]) {
      expect((await api.request(address)).status, address).toBe(404)
    }
  })
})
