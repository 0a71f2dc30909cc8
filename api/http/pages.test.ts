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
    hosts: { isOwn: () => true, accountOf: unused },
    reader: unused,
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

  it('shows itself to nobody whom a proxy says to come from elsewhere', async () => {
    const from = (address: string) =>
      statusFrom('127.0.0.1', 'this_machine', { headers: { 'x-forwarded-for': address } })
    expect(await from('203.0.113.7')).toBeUndefined()
    expect(await from('127.0.0.1, 203.0.113.7')).toBeUndefined()
    expect(await from('127.0.0.1')).toBe(200)
  })

  it('shows itself to anybody where it was asked for', async () => {
    expect(await statusFrom('192.168.1.20', 'anybody')).toBe(200)
  })
})
