import { consentCookie } from '#sync/calls/journey.ts'

/** What a visitor has said about being counted by others; null: nothing yet. */
export type ConsentChoice = 'all' | 'none' | null

/** How long the word is kept, in seconds: half a year, after which it is asked for again. */
const keptSeconds = 182 * 86_400

/** What the visitor of the present page has said. */
export function presentConsent(): ConsentChoice {
  return readConsent(document.cookie, location.protocol === 'https:')
}

/** Reads the word from the cookies of a document. */
export function readConsent(cookies: string, isSecure: boolean): ConsentChoice {
  const word = new RegExp(`(?:^|; )${consentCookie(isSecure)}=(all|none)(?:;|$)`).exec(cookies)?.[1]
  return word === 'all' || word === 'none' ? word : null
}

/** The cookie that keeps a word, or forgets it. */
export function consentCookieOf(word: ConsentChoice, isSecure: boolean): string {
  return `${consentCookie(isSecure)}=${word ?? ''}; Path=/; Max-Age=${word === null ? 0 : keptSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
