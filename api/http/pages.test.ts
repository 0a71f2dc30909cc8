import { describe, expect, it } from 'vitest'
import { servePage, type Mailbox, type PageDeps } from './pages.ts'

function unused(): never {
  throw new Error('the mailbox asks for nothing else')
}

async function statusFrom(address: string, shownTo: Mailbox['for']): Promise<number | undefined> {
  const deps: PageDeps = {
    files: { answer: () => Promise.resolve(null), text: unused },
    entryDocument: () => 'staff',
    renderJourney: null,
    renderFailed: unused,
    site: unused,
    reader: unused,
    mailbox: { for: shownTo, page: () => new Response('mails') },
    sitemap: unused,
  }
  const facts = { requestId: 'r1', address, host: 'localhost', origin: 'http://localhost:8080', secure: false }
  return (await servePage(new Request('http://localhost:8080/mailbox'), facts, deps))?.status
}

describe('the development mailbox, in which links to passwords stand', () => {
  it('shows itself to this machine alone beside the embedded database', async () => {
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await statusFrom(own, 'this_machine'), own).toBe(200)
    for (const other of ['192.168.1.20', '::ffff:10.0.0.7', 'fe80::1'])
      expect(await statusFrom(other, 'this_machine'), other).toBeUndefined()
  })

  it('shows itself to anybody where it was asked for', async () => {
    expect(await statusFrom('192.168.1.20', 'anybody')).toBe(200)
  })
})
