import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import { tokenKinds, type TokenKind } from './token.ts'

/** Signs what a token claims, and reads back only what was signed. */
export interface SignedClaims {
  sign(claims: unknown): string
  /** The claims behind a token as unparsed JSON; undefined for a foreign or changed one. */
  read(token: string): unknown
}

/**
 * Tokens that consist of their signed claims alone, so that giving one writes nothing. The key is stretched, because a
 * signature lets its reader try guesses at the secret behind it; the purpose separates kinds of tokens.
 */
export function createSignedClaims(secret: string, purpose: string, kind: TokenKind): SignedClaims {
  const key = stretched(secret, purpose)
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest()
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
      if (text === undefined || signature.length !== 32 || !timingSafeEqual(signature, signatureOf(text)))
        return undefined
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    },
  }
}

const keys = new Map<string, Buffer>()

// Slow by intent, so that a process stretches each of its secrets once.
function stretched(secret: string, purpose: string): Buffer {
  const name = JSON.stringify([secret, purpose])
  const key = keys.get(name) ?? scryptSync(secret, purpose, 32)
  keys.set(name, key)
  return key
}
