import { describe, expect, it } from 'vitest'
import { isAlwaysOpen, isSiteOpen, type StoredText } from './site-opening.ts'

const written: StoredText = { text: '<p>Terms</p>', hasFile: false }
const missing: StoredText = { text: null, hasFile: false }
const file: StoredText = { text: '', hasFile: true }

describe('a public site', () => {
  it('is open once the terms of use and of the service can be read, as a text or as a file', () => {
    expect(isSiteOpen({ eula: written, serviceTerms: written })).toBe(true)
    expect(isSiteOpen({ eula: file, serviceTerms: written })).toBe(true)
    expect(isSiteOpen({ eula: written, serviceTerms: missing })).toBe(false)
    expect(isSiteOpen({ eula: missing, serviceTerms: file })).toBe(false)
    for (const text of [' \n ', '<p></p>', '<p>&nbsp;</p>\n<p><br></p>', '\u200b'])
      expect(isSiteOpen({ eula: { text, hasFile: false }, serviceTerms: written }), text).toBe(false)
  })

  it('shows what is under way whether it is open or not', () => {
    for (const path of ['/buyback/tracking/abc', '/buyback/0197/accept', '/buyback/0197/reject'])
      expect(isAlwaysOpen(path), path).toBe(true)
    for (const path of [
      '/',
      '/home',
      '/buyback/search',
      '/buyback/create/0197/iphone',
      '/buyback/tracking',
      '/cart/order-summary',
    ])
      expect(isAlwaysOpen(path), path).toBe(false)
  })
})
