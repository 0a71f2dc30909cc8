import { expect, it } from 'vitest'
import { isIssuerAt } from './issuer-of-address.ts'

const document = '.well-known/openid-configuration'

it.each([
  ['https://id.shop.example', `https://id.shop.example/${document}`],
  ['https://shop.eu.auth0.example/', `https://shop.eu.auth0.example/${document}`],
  ['https://login.example/0b1c/v2.0', `https://login.example/0b1c/v2.0/${document}`],
  ['https://login.example/0b1c/v2.0', `https://login.example/0b1c/v2.0/${document}?appid=7`],
  ['https://id.shop.example/realms/shop', `https://id.shop.example/realms/shop/${document}`],
  ['https://id.shop.example:8443/a', 'https://id.shop.example:8443/.well-known/oauth-authorization-server/a'],
])('the document of %s lies at %s', (issuer, address) => {
  expect(isIssuerAt(issuer, address)).toBe(true)
})

it.each([
  ['https://id.other.example', `https://id.shop.example/${document}`],
  ['https://id.shop.example/realms/other', `https://id.shop.example/realms/shop/${document}`],
  ['https://id.shop.example/realms', `https://id.shop.example/realms/shop/${document}`],
  ['http://id.shop.example', `https://id.shop.example/${document}`],
  ['https://login.example/{tenantid}/v2.0', `https://login.example/common/v2.0/${document}`],
  ['', `https://id.shop.example/${document}`],
])('a document of %s at %s is of another issuer', (issuer, address) => {
  expect(isIssuerAt(issuer, address)).toBe(false)
})
