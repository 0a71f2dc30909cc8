import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of the master key, and of every key below it. */
export const keyBytes = 32

/** A key that is in use, and the form in which it is stored. */
export interface WrappedKey {
  readonly key: Buffer
  readonly wrapped: Buffer
}

/** Seals secrets: each owner has a key of its own, which the installation's master key wraps. */
export interface Vault {
  /** A new key for an owner; `owner` is bound to it, so that a wrapped key opens for nobody else. */
  newKey(owner: string): WrappedKey
  /** Opens a stored key. Throws where it is of another owner or of another master key. */
  unwrap(wrapped: Buffer, owner: string): Buffer
  /** The lasting key of an owner: nothing stores it, and nothing but a new master key ends it. */
  lastingKey(owner: string): Buffer
  /** Seals a text with AES-256-GCM; `label` says what it is, and opens with the same one alone. */
  seal(key: Buffer, text: string, label: string): Buffer
  /** Opens a sealed text; throws where a byte, the key or the label differs. */
  open(key: Buffer, sealed: Buffer, label: string): string
  /** A fingerprint that nobody makes or guesses without the master key. */
  mac(purpose: string, text: string): Buffer
}

const form = 1
const ivBytes = 12
const tagBytes = 16
const nameBytes = 8

/** A vault over a master key of 32 bytes. Keys for wrapping and for fingerprints are derived from it, each for its own. */
export function createVault(masterKey: Buffer): Vault {
  if (masterKey.length !== keyBytes) throw new Error(`the master key has ${masterKey.length} bytes instead of 32`)
  const wrapping = derive(masterKey, 'wrapping keys')
  const fingerprints = derive(masterKey, 'fingerprints')
  const name = createHash('sha256').update(wrapping).digest().subarray(0, nameBytes)
  return {
    newKey: (owner) => {
      const key = randomBytes(keyBytes)
      return { key, wrapped: Buffer.concat([name, encrypt(wrapping, key, owner)]) }
    },
    unwrap: (wrapped, owner) => {
      if (!wrapped.subarray(0, nameBytes).equals(name)) throw new Error('a key was wrapped by another master key')
      return decrypt(wrapping, wrapped.subarray(nameBytes), owner)
    },
    lastingKey: (owner) => derive(masterKey, `lasting key of ${owner}`),
    seal: (key, text, label) => encrypt(key, Buffer.from(text, 'utf8'), label),
    open: (key, sealed, label) => decrypt(key, sealed, label).toString('utf8'),
    mac: (purpose, text) => createHmac('sha256', fingerprints).update(`${purpose}\0${text}`).digest(),
  }
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `reprise ${purpose}`, keyBytes))
}

// The form's number, what must never repeat, the proof, and the bytes themselves.
function encrypt(key: Buffer, bytes: Buffer, label: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(label, 'utf8'))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, label: string): Buffer {
  if (sealed[0] !== form || sealed.length < 1 + ivBytes + tagBytes) throw new Error('no sealed text')
  const iv = sealed.subarray(1, 1 + ivBytes)
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(label, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()])
}
