import { createHmac, hkdfSync, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { tokenKinds, type TokenKind } from './token.ts'

/** What tokens are signed by. */
export interface TokenSecret {
  /** 256 bits that nobody guesses. */
  readonly key: Buffer
  /** Those that were in its place, as they are known now; their tokens are taken until they have ended. */
  readonly earlier?: () => readonly Buffer[]
}

/** Signs what a token claims, and reads back only what was signed. */
export interface SignedClaims {
  sign(claims: unknown): string
  /** The claims behind a token as unparsed JSON; undefined for a foreign or changed one. */
  read(token: string): unknown
}

/**
 * Tokens that consist of their signed claims alone, so that giving one writes nothing. The purpose separates kinds of
 * tokens.
 */
export function createSignedClaims(
  { key, earlier = () => [] }: TokenSecret,
  purpose: string,
  kind: TokenKind,
): SignedClaims {
  const by = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const own = by(key)
  const keysNow = () => [own, ...earlier().map(by)]
  const signatureOf = (text: string, one: Buffer = own) => createHmac('sha256', one).update(text).digest()
  const form = new RegExp(`^${tokenKinds[kind]}_([\\w-]+)\\.([\\w-]{43})$`)

  return {
    sign: (claims) => {
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${tokenKinds[kind]}_${text}.${signatureOf(text).toString('base64url')}`
    },
    read: (token) => {
      const match = form.exec(token)
      const text = match?.[1]
      const signature = Buffer.from(match?.[2] ?? '', 'base64url')
      if (text === undefined || signature.length !== 32) return undefined
      if (!keysNow().some((one) => timingSafeEqual(signature, signatureOf(text, one)))) return undefined
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    },
  }
}

/**
 * Stretches a secret that people may have chosen: a signature lets its reader try guesses at what is behind it. It takes
 * some half a second and 128 MiB, beside the event loop and once a start, so that keys by purpose are made of its outcome.
 */
export async function stretchSecret(secret: string): Promise<TokenSecret> {
  return { key: await stretched(secret, 'reprise tokens', { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }) }
}

function stretched(secret: string, salt: string, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
