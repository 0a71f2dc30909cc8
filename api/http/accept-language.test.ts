import { describe, expect, it } from 'vitest'
import { acceptedLanguage } from './accept-language.ts'

describe('the accepted language', () => {
  it.each([
    ['nl-BE,nl;q=0.9,en;q=0.8', 'nl-BE'],
    ['en;q=0.5,de;q=0.9', 'de-DE'],
    ['fr-CH', 'fr-FR'],
    ['ja,en-US;q=0.3', 'en-GB'],
    ['ja', null],
    ['de;q=0', null],
    ['', null],
    [null, null],
  ])('of %j is %j', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})
