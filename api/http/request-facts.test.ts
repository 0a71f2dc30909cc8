import { describe, expect, it } from 'vitest'
import { requestFacts } from './request-facts.ts'

function addressOf(socketAddress: string, headers: Readonly<Record<string, string>> = {}, trustProxy = false): string {
  const request = new Request('http://localhost:8080/', { headers })
  return requestFacts({ request, socketAddress, trustProxy, publicOrigin: null, requestId: 'r1' }).address
}

describe('the address that limits count', () => {
  it('is one for the whole network of an IPv6 caller', () => {
    const network = '2001:db8:1:2::/64'
    for (const address of [
      '2001:db8:1:2::1',
      '2001:0db8:0001:0002:ffff:1:2:3',
      '2001:DB8:1:2:aaaa::',
      '2001:db8:1:2::9%eth0',
    ])
      expect(addressOf(address), address).toBe(network)
    expect(addressOf('2001:db8:1:3::1')).not.toBe(network)
    expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressOf('203.0.113.7', { 'x-forwarded-for': '198.51.100.1, 2001:db8:1:2::77' }, true)).toBe(network)
  })

  it('is that of an IPv4 caller, however the socket writes it', () => {
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
      expect(addressOf(address), address).toBe('203.0.113.7')
    expect(addressOf('203.0.113.8')).toBe('203.0.113.8')
  })

  it('is this machine’s own as it is', () => {
    expect([addressOf('::1'), addressOf('::ffff:127.0.0.1'), addressOf('127.0.0.1')]).toEqual([
      '::1',
      '127.0.0.1',
      '127.0.0.1',
    ])
  })

  it('has no port, which some proxies write behind it', () => {
    const behind = (address: string) => addressOf('127.0.0.1', { 'x-forwarded-for': address }, true)
    expect(behind('203.0.113.7:51234')).toBe('203.0.113.7')
    expect(behind('[2001:db8:1:2::9]:51234')).toBe('2001:db8:1:2::/64')
    expect(behind('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  })

  it('is taken as it came where it is none', () => {
    expect(addressOf('203.0.113.7', { 'x-forwarded-for': 'unknown' }, true)).toBe('unknown')
  })
})
