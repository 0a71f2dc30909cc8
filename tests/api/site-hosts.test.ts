import { serve } from '@hono/node-server'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { queueConfirmationMail } from '#api/mail/buyback-mails.ts'
import { createTrackingLink } from '#api/features/buyback/tracking-link.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { connectAsOwner, createAccount, createItems, publishTerms } from '#tests/support/factories.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '#tests/support/api.ts'
import { createPaperWorld } from '#tests/support/paper-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'
import { testVault } from '#tests/support/vault.ts'

let api: TestApi
let owner: pg.Client
let folder: string

const renderJourney: TestApiOptions['renderJourney'] = ({ site: { branding }, origin }) => ({
  status: 200,
  html: `site of ${branding.name} at ${origin}`,
  style: 'p{margin:0}',
  redirect: null,
  isPrivate: false,
})

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-dist-'))
  for (const name of ['staff', 'journey']) await mkdir(path.join(folder, name))
  await writeFile(path.join(folder, 'staff/index.html'), '<p>staff</p>')
  await writeFile(path.join(folder, 'journey/index.html'), '<p>journey</p>')
  await writeFile(path.join(folder, 'app.js'), 'script')
  api = await createTestApi({ webDist: folder, renderJourney, publicUrl: 'https://reprise.example' })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await publishTerms(owner)
})
afterEach(async () => {
  const { retailer, other } = api.accounts
  await publishTerms(owner)
  await owner.query(`update account set status = 'active', web_channel_url = null`)
  await owner.query(`update account set host = 'retailer.example' where id = $1`, [retailer.id])
  await owner.query(`update account set host = 'other.example' where id = $1`, [other.id])
})
afterAll(async () => {
  await owner.end()
  await api.close()
  await rm(folder, { recursive: true })
})

const ask = async (host: string, address = '/home', headers: Record<string, string> = {}, of = api) => {
  const response = await of.request(address, { headers: { host, ...headers } })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}
const tokenOf = (accountId: string) => trackingToken(testVault, { accountId, buybackId: newId() })
const sitesOf = async (address: string) => (await ask('retailer.example', address)).text

describe('a private link under the host of another client', () => {
  it('leads to the site of the client that it is of', async () => {
    const { retailer, other } = api.accounts
    const tracking = `/buyback/tracking/${tokenOf(retailer.id)}`
    const led = await ask('other.example', tracking)
    expect([led.status, led.location]).toEqual([307, `https://retailer.example${tracking}`])
    expect(led.text).toBe('')
    expect((await ask('retailer.example', tracking)).text).toContain('site of')
    // A client that rests is no other client's.
    await owner.query(`update account set status = 'inactive' where id = $1`, [retailer.id])
    expect((await ask('other.example', tracking)).location).toBe(`https://retailer.example${tracking}`)
    // Without an address of its own a client is at home at the installation's.
    await owner.query(`update account set status = 'active', host = null where id = $1`, [retailer.id])
    expect((await ask('other.example', tracking)).location).toBe(`https://reprise.example${tracking}`)
    expect((await ask('reprise.example', tracking)).location).toBeNull()
    expect((await ask('retailer.example', `/buyback/tracking/${tokenOf(other.id)}x`)).location).toBeNull()
  })

  it('is found by the token of a proposal too', async () => {
    const account = await createAccount(owner, 'Third')
    await owner.query(`update account set host = 'third.example' where id = $1`, [account.id])
    await publishTerms(owner)
    const token = newToken('proposal')
    const [item] = await createItems(owner, account, 1)
    await owner.query(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents, token_hash, expires_at)
       values ($1, $2, $3, $4, 100, $5, now() + interval '1 day')`,
      [account.id, newId(), item!.id, item!.buybackId, hashToken(token)],
    )
    const address = `/buyback/1/accept?token=${token}`
    const led = await ask('other.example', address)
    expect([led.status, led.location]).toEqual([307, `https://third.example${address}`])
    expect((await ask('third.example', address)).status).toBe(200)
    expect((await ask('other.example', '/buyback/1/accept?token=unknown')).location).toBeNull()
  })
})

describe('a host that nobody holds, and one whose client rests', () => {
  it('answers a plain page in the visitor’s language, on the public site and in the back office', async () => {
    for (const address of ['/', '/home', '/login', '/items', '/robots.txt', '/sitemap.xml']) {
      const { status, text } = await ask('nobody.example', address, { 'accept-language': 'de-AT,de' })
      expect([address, status]).toEqual([address, 421])
      expect(text).toContain('<html lang="de-DE">')
      expect(text).toContain('Unter dieser Adresse gibt es keine Seite')
    }
    const chosen = await ask('nobody.example', '/', { 'accept-language': 'de', cookie: 'language=nl-BE' })
    expect(chosen.text).toContain('Er is geen site op dit adres')
    expect((await ask('nobody.example')).text).toContain('Aucun site à cette adresse')
  })

  it('never shows another client’s site, not even that of the account which answers every host', async () => {
    const { retailer, other } = api.accounts
    const embedded = await createTestApi({ share: api, webDist: folder, renderJourney, anyHost: true })
    await owner.query(`update account set host = '*' where id = $1`, [retailer.id])
    expect((await ask('anything.example', '/home', {}, embedded)).text).toContain('site of Maison Essai')
    expect((await ask('anything.example')).status).toBe(421)
    expect((await ask('reprise.example')).text).toContain('site of Maison Essai')
    await owner.query(`update account set status = 'inactive' where id = $1`, [other.id])
    expect((await ask('other.example', '/home', {}, embedded)).status).toBe(404)
    const visit = async (url: string) => {
      const asked = { method: 'POST', body: new URLSearchParams({ url }), headers: { origin: 'http://localhost:8080' } }
      return (await embedded.request('/api/webtoken-with-account-and-ord', asked)).status
    }
    expect([await visit('https://other.example'), await visit('https://anything.example')]).toEqual([404, 200])
    await embedded.close()
  })

  it('leaves the state of health to everybody, and nothing else', async () => {
    expect((await ask('10.0.0.7', '/api/health')).status).toBe(200)
    expect((await ask('10.0.0.7', '/api/ready')).status).toBe(200)
    expect((await ask('nobody.example', '/app.js')).status).toBe(421)
    for (const call of ['/api/session', '/api/no-such-call', '/api/openapi.json']) {
      const { status, text } = await ask('evil.example', call)
      expect([call, status, JSON.parse(text).code]).toEqual([call, 421, 'REQUEST_HOST_UNKNOWN'])
    }
  })

  it('takes what devices send under the name of a client who rests, for they may hold work', async () => {
    await owner.query(`update account set status = 'inactive' where id = $1`, [api.accounts.other.id])
    expect((await ask('other.example', '/app.js')).text).toBe('script')
    expect((await ask('other.example', '/api/session')).status).toBe(401)
  })
})

describe('the installation’s own host', () => {
  it('is where people sign in, and nobody’s shop', async () => {
    expect(await ask('reprise.example', '/')).toMatchObject({ status: 307, location: '/login' })
    expect((await ask('reprise.example', '/login')).text).toBe('<p>staff</p>')
    const texts = await ask('reprise.example', '/faq-and-contact', { 'accept-language': 'de-DE' })
    expect(texts.status).toBe(404)
    expect(texts.text).toContain('lang="de-DE"')
    expect(texts.text).not.toContain('site of')
  })

  it('has every name of this machine where it is at home there, and none elsewhere', async () => {
    const here = await createTestApi({ share: api, webDist: folder, publicUrl: 'http://localhost:8080' })
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect((await ask(host, '/login', {}, here)).status).toBe(200)
    expect((await ask('localhost', '/login')).status).toBe(421)
    await here.close()
  })
})

describe('a host that is written in a way that no browser writes it', () => {
  it.each([
    ['another one in the address of the request', 'GET http://evil.example/home HTTP/1.1', ['host: retailer.example']],
    [
      'its own in the address, another one beside it',
      'GET http://retailer.example/home HTTP/1.1',
      ['host: evil.example'],
    ],
    ['two of them', 'GET /home HTTP/1.1', ['host: retailer.example', 'host: evil.example']],
    ['two of them, the other way round', 'GET /home HTTP/1.1', ['host: evil.example', 'host: retailer.example']],
    ['a list', 'GET /home HTTP/1.1', ['host: retailer.example, evil.example']],
    ['a name of a user', 'GET /home HTTP/1.1', ['host: retailer.example@evil.example']],
    ['a path', 'GET /home HTTP/1.1', ['host: evil.example/retailer.example']],
    ['a port that is none', 'GET /home HTTP/1.1', ['host: retailer.example:80.evil.example']],
    ['another port', 'GET /home HTTP/1.1', ['host: retailer.example:666']],
    [
      'one that it says was forwarded',
      'GET /home HTTP/1.1',
      ['host: retailer.example', 'x-forwarded-host: evil.example'],
    ],
    ['none at all', 'GET /home HTTP/1.0', ['x-forwarded-host: evil.example']],
  ])('is named in no answer: %s', async (_what, line, headers) => {
    const server = serve({ fetch: api.app.hono.fetch, hostname: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write([line, ...headers, 'connection: close', '', ''].join('\r\n'))
    let answer = ''
    for await (const part of socket) answer += String(part)
    await new Promise((closed) => server.close(closed))
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404|421) /)
    expect(answer).not.toMatch(/evil|:666/)
    if (/^HTTP\/1\.1 200/.test(answer)) expect(answer).toContain('site of Maison Essai at https://retailer.example')
  })
})

describe('the token of a visitor', () => {
  it('counts under the host of its client and the installation’s own, and under no other client’s', async () => {
    const token = await visitorToken(api, 'https://retailer.example/')
    const store = `/api/organizations/${api.accounts.retailer.northStoreId}/public`
    const under = async (host: string) => (await ask(host, store, { authorization: `Bearer ${token}` })).status
    expect(await under('retailer.example')).toBe(200)
    expect(await under('reprise.example')).toBe(200)
    expect(await under('other.example')).toBe(401)
  })
})

describe('a site whose terms are not published', () => {
  const terms = (columns: string) =>
    owner.query(`update organization_root_detail set ${columns} where account_id = $1`, [api.accounts.retailer.id])

  it('says in the visitor’s language that it is not open yet, and leads its people to where they sign in', async () => {
    const titles = {
      'fr-FR': 'Ce site n’est pas encore ouvert',
      'en-GB': 'This site is not open yet',
      'de-DE': 'Diese Seite ist noch nicht geöffnet',
      'nl-BE': 'Deze site is nog niet open',
    }
    for (const missing of [`eula = null`, `eula = '<p>Use</p>', service_terms = ' '`]) {
      await terms(missing)
      for (const [language, title] of Object.entries(titles)) {
        const { status, text } = await ask('retailer.example', '/home', { 'accept-language': language })
        expect([missing, status]).toEqual([missing, 503])
        expect(text).toContain(`<html lang="${language}">`)
        expect(text).toContain(`<h1>${title}</h1>`)
        expect(text).toContain('<a href="/login">')
      }
    }
    for (const address of ['/', '/buyback/search', '/buyback/create/1/phone', '/cart/order-summary', '/eula'])
      expect([address, (await ask('retailer.example', address)).status]).toEqual([address, 503])
    expect((await ask('retailer.example', '/robots.txt')).text).not.toContain('Sitemap')
    expect((await ask('other.example')).text).toContain('site of')
  })

  it('keeps its sign-in, and shows customers what is under way', async () => {
    await terms(`service_terms = null`)
    expect(await ask('retailer.example', '/login')).toMatchObject({ status: 200, text: '<p>staff</p>' })
    for (const address of ['/buyback/tracking/abc', '/buyback/1/accept?token=x', '/buyback/1/reject?token=x'])
      expect([address, (await ask('retailer.example', address)).status]).toEqual([address, 200])
  })

  it('is open as soon as they are, as a text or as a file', async () => {
    await terms(`eula = null`)
    expect((await ask('retailer.example')).status).toBe(503)
    const { id } = api.accounts.retailer
    const file = `insert into legal_file (account_id, document, language, id, bytes)
      select id, $2, language, gen_random_uuid(), 'x' from account where id = $1`
    await owner.query(file, [id, 'eula'])
    expect((await ask('retailer.example')).status).toBe(200)
    await owner.query('delete from legal_file where account_id = $1', [id])
    await terms(`eula = '<p>Use</p>'`)
    expect((await ask('retailer.example')).status).toBe(200)
  })
})

describe('the content rules of a public site', () => {
  const rulesOf = async (cookie = '', host = 'retailer.example') => {
    const response = await api.request('/home', { headers: { host, cookie } })
    const rules = (response.headers.get('content-security-policy') ?? '').split('; ')
    return Object.fromEntries(rules.map((rule) => [rule.slice(0, rule.indexOf(' ')), rule]))
  }
  const change = (columns: string) =>
    owner.query(`update account set ${columns} where id = $1`, [api.accounts.retailer.id])

  it('let images of the hosts be shown that this account lists, and of no others', async () => {
    await change(`image_hosts = '{cdn.example,*.img.example}'`)
    const rules = await rulesOf()
    expect(rules['img-src']).toBe("img-src 'self' data: blob: https://cdn.example https://*.img.example")
    expect(rules['script-src']).not.toContain('cdn.example')
    expect((await rulesOf('', 'other.example'))['img-src']).not.toContain('cdn.example')
    await change(`image_hosts = '{}'`)
  })

  it('open to the hosts of the tag manager once the visitor has agreed, and only where there is one', async () => {
    await change(`tag_hosts = '{*.analytics.example}', tag_manager_id = 'GTM-ABC1234'`)
    // Over HTTPS the name without its prefix is one that a sibling host may write.
    for (const cookie of ['', '__Host-consent=none', 'consent=all'])
      expect(Object.values(await rulesOf(cookie)).join(), cookie).not.toMatch(/analytics|googletagmanager/)
    expect((await rulesOf())['require-trusted-types-for']).toBe("require-trusted-types-for 'script'")
    const agreed = await rulesOf('__Host-consent=all')
    expect(agreed['require-trusted-types-for']).toBeUndefined()
    // What the tools of others write is not known before: these pages alone take inline styles.
    expect((await rulesOf())['style-src']).toMatch(/^style-src 'self' 'sha256-[\w+/]{43}='$/)
    expect(agreed['style-src']).toBe("style-src 'self' 'unsafe-inline'")
    for (const name of ['img-src', 'script-src', 'connect-src'])
      expect(agreed[name], name).toContain('https://www.googletagmanager.com https://*.analytics.example')
    await change(`tag_manager_id = null`)
    expect(Object.values(await rulesOf('__Host-consent=all')).join()).not.toContain('analytics')
    await change(`tag_hosts = '{}'`)
  })
})

describe('what leaves the program', () => {
  it('names the client’s own address in canonical links, robots and sitemaps', async () => {
    await owner.query(`update account set web_channel_url = 'https://retailer.example:8443/fr' where id = $1`, [
      api.accounts.retailer.id,
    ])
    expect(await sitesOf('/home')).toBe('site of Maison Essai at https://retailer.example:8443')
    expect(await sitesOf('/robots.txt')).toContain('Sitemap: https://retailer.example:8443/sitemap.xml')
    expect(await sitesOf('/sitemap.xml')).toContain('<loc>https://retailer.example:8443/sitemap-pages.xml</loc>')
  })

  it('leads users to their client’s address, and those of a company without one to the installation’s', async () => {
    const linkTo = async (email: string) => {
      await api.request('/api/password/renew', {
        method: 'POST',
        json: { email },
        headers: { origin: 'https://reprise.example' },
      })
      while ((await api.mailRunner.runOnce()) > 0);
      return /(\S+)\/renew\//.exec(api.mailbox.sent.findLast(({ to }) => to === email)?.text ?? '')?.[1]
    }
    expect(await linkTo('manager@other.example')).toBe('https://other.example')
    expect(await linkTo('buyer_manager@retailer.example')).toBe('https://reprise.example')
  })

  it('leads customers to the site that they sold on', async () => {
    const world = await createPaperWorld()
    const { id } = await world.buyback()
    const { api: sold, account } = world
    const deps = { now: () => new Date(), trackingLink: createTrackingLink(testVault, 'https://reprise.example') }
    await inAccount(sold.db, account.id, (tx) =>
      queueConfirmationMail(tx, deps, { accountId: account.id, buybackIds: [id] }),
    )
    const [letter] = await world.lettersOf('buyback_confirmation', id)
    expect(letter!.body_text).toContain('https://retailer.example/buyback/tracking/t_')
    expect(letter!.body_html).not.toContain('reprise.example')
    await world.close()
  })
})
