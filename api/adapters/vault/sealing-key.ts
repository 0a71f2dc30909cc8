import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { boundTo, sealPurpose, type Sealed, type SealedAbout } from '#sync/wire/sealed.ts'
import { keyBytes } from './vault.ts'

const curve = 'prime256v1'
const tagBytes = 16

/** Name of a sealing key in the vault. */
export function sealKeyOwner(accountId: string, keyId: string): string {
  return `counter seal ${accountId} ${keyId}`
}

/** The public point of a private key; null for the few numbers that are no key of the curve. */
export function pointOf(privateKey: Buffer): Buffer | null {
  const pair = createECDH(curve)
  try {
    pair.setPrivateKey(privateKey)
    return pair.getPublicKey()
  } catch {
    return null
  }
}

/**
 * Opens what a device sealed to a key of the account. Throws where a byte was changed, or where it was sealed to another
 * key or about something else.
 */
export function openSealed(privateKey: Buffer, accountId: string, about: SealedAbout, sealed: Sealed): string {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  const point = Buffer.from(sealed.point, 'base64url')
  const salt = Buffer.concat([point, pair.getPublicKey()])
  const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(point), salt, sealPurpose, keyBytes))
  const bytes = Buffer.from(sealed.body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64url'), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(boundTo(accountId, about), 'utf8'))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
}
