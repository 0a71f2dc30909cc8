import { describe, expect, it } from 'vitest'
import { servePage, type Mailbox, type PageDeps } from './pages.ts'

function unused(): never {
  throw new Error('the mailbox asks for nothing else')
}

async function statusFrom(
  address: string,
  shownTo: Mailbox['for'],
  { host = 'localhost', headers = {} }: { readonly host?: string; readonly headers?: Record<string, string> } = {},
): Promise<number | undefined> {
  const deps: PageDeps = {
    files: { answer: () => Promise.resolve(null), text: unused },
    entryDocument: () => 'staff',
    renderJourney: null,
    renderFailed: unused,
    site: unused,
    linkHome: unused,
    whileUp: unused,
    hosts: { isOwn: () => true, accountOf: unused },
    reader: unused,
    embedPicture: unused,
    mailbox: { for: shownTo, page: () => new Response('mails') },
    sitemap: unused,
  }
  const facts = { requestId: 'r1', address, host, origin: 'http://localhost:8080', secure: false }
  return (await servePage(new Request('http://localhost:8080/mailbox', { headers }), facts, deps))?.status
}

describe('the development mailbox, in which links to passwords stand', () => {
  it('shows itself to this machine alone beside the embedded database', async () => {
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await statusFrom(own, 'this_machine'), own).toBe(200)
    for (const other of ['192.168.1.20', '::ffff:10.0.0.7', 'fe80::1'])
      expect(await statusFrom(other, 'this_machine'), other).toBeUndefined()
  })

  it('shows itself under the names of this machine alone, for behind a proxy everybody comes from it', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(await statusFrom('127.0.0.1', 'this_machine', { host }), host).toBe(200)
    for (const host of ['reprise.example', 'localhost.example', '127.0.0.1.example', '192.168.1.20', ''])
      expect(await statusFrom('127.0.0.1', 'this_machine', { host }), host).toBeUndefined()
  })

  it('shows itself to nobody who comes through a proxy, whatever it says of them', async () => {
    const through = (headers: Record<string, string>) => statusFrom('127.0.0.1', 'this_machine', { headers })
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'cf-connecting-ip', 'true-client-ip'])
      for (const address of ['203.0.113.7', '127.0.0.1', '127.0.0.1, 203.0.113.7', 'for=127.0.0.1'])
        expect(await through({ [name]: address }), `${name}: ${address}`).toBeUndefined()
    expect(await through({ 'x-forwarded-host': 'localhost' })).toBeUndefined()
    expect(await through({ 'x-of-a-proxy-of-tomorrow': '1' })).toBeUndefined()
  })

  it('shows itself to a browser of this machine with all that it sends', async () => {
    const headers = {
      accept: 'text/html,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'fr',
      'cache-control': 'max-age=0',
      cookie: 'language=fr-FR',
      'sec-ch-ua-platform': '"Linux"',
      'sec-fetch-mode': 'navigate',
      'upgrade-insecure-requests': '1',
      'user-agent': 'Mozilla/5.0',
    }
    expect(await statusFrom('127.0.0.1', 'this_machine', { headers })).toBe(200)
  })

  it('shows itself to anybody where it was asked for', async () => {
    expect(await statusFrom('192.168.1.20', 'anybody')).toBe(200)
  })
})

describe('a page whose database is away', () => {
  const site = { site: { branding: { language: 'de-DE' } } }
  const page = async (read: () => Promise<unknown>, headers = {}) => {
    const facts = {
      requestId: 'r1',
      address: '::1',
      host: 'shop.example',
      origin: 'http://shop.example',
      secure: false,
    }
    const gone = Object.assign(new Error('gone'), { code: '08006' })
    let asked = 0
    const deps = {
      files: { answer: () => Promise.resolve(null) },
      entryDocument: () => 'journey',
      renderJourney: unused,
      renderFailed: unused,
      site: () => (asked++ === 0 ? Promise.reject(gone) : read()),
      linkHome: () => Promise.resolve(null),
      whileUp: (work: Promise<unknown>) => work,
      mailbox: null,
    } as unknown as PageDeps
    return (await servePage(new Request('http://shop.example/', { headers }), facts, deps))!
  }

  it('comes again by itself, in the language of the account where that is known', async () => {
    const known = await page(() => Promise.resolve(site))
    expect([known.status, known.headers.get('refresh')]).toEqual([503, '10'])
    expect(await known.text()).toContain('lang="de-DE"')
    const unknown = await page(() => Promise.reject(new Error('gone')))
    expect(await unknown.text()).toContain('lang="fr-FR"')
    const asked = await page(() => Promise.resolve(site), { 'accept-language': 'en-GB' })
    expect(await asked.text()).toContain('lang="en-GB"')
  })
})
