import { expect, test } from 'vitest'
import { siteOrigin } from './site-address.ts'

const installation = 'https://reprise.example:8443'
const originOf = (host: string | null, webChannelUrl: string | null = null) =>
  siteOrigin({ host, webChannelUrl }, installation)

test('links of an account lead to its own host, with the port of its web channel', () => {
  expect(originOf('shop.example', 'https://shop.example/fr?x=1')).toBe('https://shop.example')
  expect(originOf('shop.example', 'https://Shop.Example:444')).toBe('https://shop.example:444')
})

test('a host that was set up by hand does not follow another address of the web channel', () => {
  expect(originOf('shop.example', 'https://www.example')).toBe('https://shop.example')
  expect(originOf('shop.example')).toBe('https://shop.example')
})

test('an account without a host of its own is at home at the address of the installation', () => {
  for (const host of [null, '*', 'reprise.example'])
    expect(originOf(host, 'https://elsewhere.example')).toBe(installation)
})
