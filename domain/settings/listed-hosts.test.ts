import { describe, expect, it } from 'vitest'
import { hostsOfText, isAtListedHost, listedHost, mostListedHosts } from './listed-hosts.ts'
import { whiteLabelSchema } from './white-label.schema.ts'

describe('hosts that an account lists', () => {
  it.each(['cdn.example', '*.google-analytics.com', 'a.b-c.example:8443', `${'x'.repeat(63)}.example`])(
    'may be %j',
    (host) => expect(listedHost.test(host)).toBe(true),
  )

  // Anything else would end up in the rules of the page, where blanks, semicolons and stars mean more.
  it.each([
    '',
    '*',
    'example',
    'https://cdn.example',
    'cdn.example/path',
    '*.example.*',
    'cdn.example;script-src',
    "'unsafe-inline'",
    'data:',
    `${'x'.repeat(64)}.example`,
    '-cdn.example',
    '127.0.0.1',
  ])('may not be %j', (host) => expect(listedHost.test(host)).toBe(false))

  it('are at most twenty, trimmed and in lower case', () => {
    const parsed = (imageHosts: readonly string[]) => whiteLabelSchema.partial().safeParse({ imageHosts })
    const hosts = Array.from({ length: mostListedHosts }, (_, at) => `cdn${at}.example`)
    expect(parsed(hosts).success).toBe(true)
    expect(parsed([...hosts, 'one-more.example']).error?.issues[0]?.message).toBe('FORM_HOSTS_TOO_MANY')
    expect(parsed([' CDN.Example ']).data).toEqual({ imageHosts: ['cdn.example'] })
    expect(parsed(['cdn example']).error?.issues[0]?.message).toBe('FORM_WEB_HOST_INVALID')
  })

  it('are read from lines and commas, each once', () => {
    expect(hostsOfText('cdn.example\n Img.example, cdn.example;\n')).toEqual(['cdn.example', 'img.example'])
  })

  it('are met by HTTPS alone, with their port, and by a star below a name', () => {
    const hosts = ['cdn.example', '*.shop.example', 'img.example:8443']
    for (const address of ['https://cdn.example/a.png', 'https://a.b.shop.example/x', 'https://img.example:8443/'])
      expect(isAtListedHost(address, hosts), address).toBe(true)
    for (const address of [
      'http://cdn.example/a.png',
      'https://shop.example/x',
      'https://myshop.example/x',
      'https://cdn.example.evil.example/',
      'https://img.example/',
      '/api/pictures/x',
      '',
    ])
      expect(isAtListedHost(address, hosts), address).toBe(false)
  })
})
