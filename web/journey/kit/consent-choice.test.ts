import { expect, it } from 'vitest'
import { consentCookieOf, readConsent } from './consent-choice.ts'

it.each([
  ['', null],
  ['language=de-DE', null],
  ['consent=all', 'all'],
  ['language=de-DE; consent=none; x=1', 'none'],
  ['consent=perhaps', null],
  ['myconsent=all', null],
])('cookies «%s» say %s', (cookies, word) => {
  expect(readConsent(cookies, false)).toBe(word)
})

it('over HTTPS a word is read by the name that no sibling host can write', () => {
  expect(readConsent('__Host-consent=none; consent=all', true)).toBe('none')
  expect(readConsent('consent=all', true)).toBeNull()
  expect(readConsent('__Host-consent=all', false)).toBeNull()
})

it('a word is kept for half a year, and over HTTPS alone where the page came so', () => {
  expect(consentCookieOf('none', true)).toBe('__Host-consent=none; Path=/; Max-Age=15724800; SameSite=Lax; Secure')
  expect(consentCookieOf('all', false)).not.toContain('Secure')
  expect(consentCookieOf(null, false)).toBe('consent=; Path=/; Max-Age=0; SameSite=Lax')
})
