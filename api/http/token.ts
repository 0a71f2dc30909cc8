import { createHash, randomBytes } from 'node:crypto'

/**
 * Kinds of tokens by first letter: session, grant, visitor of the public site, password link, proposal to a customer,
 * locked offer, key of the search, set-up of the installation; a device that is known; challenge to a passkey; of a sign-in with the organisation the browser, the way there, and who came back;
 * of a mail by which a customer corrects a buyback.
 */
export const tokenKinds = {
  session: 's',
  grant: 'g',
  visitor: 'v',
  passwordLink: 'p',
  proposal: 'o',
  quote: 'q',
  search: 'k',
  setUp: 'u',
  openIdBrowser: 'b',
  openIdState: 'a',
  openIdTicket: 'i',
  knownDevice: 'd',
  passkeyChallenge: 'w',
  correction: 'c',
} as const
export type TokenKind = keyof typeof tokenKinds

/** A new opaque token of 256 random bits. */
export function newToken(kind: TokenKind): string {
  return `${tokenKinds[kind]}_${randomBytes(32).toString('base64url')}`
}

/** Whether a text has the form of a token of this kind; spares the database a look for anything else. */
export function isToken(text: string, kind: TokenKind): boolean {
  return text.length === 45 && text.startsWith(`${tokenKinds[kind]}_`)
}

/** What the database keeps in place of the token: random bits need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
