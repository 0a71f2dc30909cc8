import { describe, expect, it } from 'vitest'
import { createTcpPrinter } from '#api/adapters/printer/tcp-printer.ts'
import { createGuardedFetch, mayCall } from './guarded-fetch.ts'
import { isListed } from './outgoing-hosts.ts'

describe('the list of outgoing hosts', () => {
  it('leaves every host where there is none', () => {
    expect(isListed([], 'id.example')).toBe(true)
  })

  it.each([
    ['id.example', '', true],
    ['ID.example', 443, true],
    ['evil-id.example', '', false],
    ['id.example.evil', '', false],
    ['a.shop.example', '', true],
    ['b.a.shop.example', '', true],
    ['shop.example', '', false],
    ['eshop.example', '', false],
    ['10.0.0.7', 9100, true],
    ['10.0.0.7', 9101, false],
    ['fd00::7', 9100, true],
    ['sso.example', '', true],
    ['sso.example', 8443, false],
  ] as const)('has %s with port %s: %s', (host, port, expected) => {
    expect(isListed(['id.example', '*.shop.example', '10.0.0.7:9100', 'fd00::7', 'sso.example:443'], host, port)).toBe(
      expected,
    )
  })

  it('bounds which identity providers may be called, before anything is sent', async () => {
    expect(mayCall(new URL('https://id.example/a'), [], ['id.example'])).toBe(true)
    expect(mayCall(new URL('https://other.example/a'), [], ['id.example'])).toBe(false)
    // What the installation trusts besides is named by it, too.
    expect(mayCall(new URL('http://inside.example:8080/a'), ['inside.example:8080'], ['id.example'])).toBe(true)
    const call = createGuardedFetch([], 1000, ['id.example'])
    await expect(call('https://other.example/')).rejects.toMatchObject({ fault: 'not_allowed' })
  })

  it('bounds which printers may be kept and sent to', async () => {
    const printer = createTcpPrinter({ outgoingHosts: ['10.0.0.7:9100'] })
    expect(printer.mayKeep({ host: '10.0.0.7', port: 9100 })).toBe(true)
    expect(printer.mayKeep({ host: '10.0.0.8', port: 9100 })).toBe(false)
    expect(
      await printer.send({ host: '10.0.0.8', port: 9100, encrypted: false, fingerprint: '' }, 'label'),
    ).toMatchObject({
      ok: false,
      error: 'PRINTER_HOST_NOT_ALLOWED',
    })
  })
})
