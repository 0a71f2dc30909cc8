import type { EncryptedWords } from '#web/local/outbox/outbox-database.ts'

// A PIN opens a private key, which opens what was encrypted for its user. Encrypting needs the public key alone, so that a
// sign-out asks nobody for the PIN. A few digits are guessed in no time by who can try them freely: the private key is
// therefore wrapped by the PIN together with a key of this device whose bytes no script reads.

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const cipher = 'AES-GCM'
const purpose = new TextEncoder().encode('reprise work behind a PIN')
/** How often the PIN is hashed; kept beside it, so that it may grow. */
const pinRounds = 600_000

/** What a device keeps of a PIN: enough to try one here, and nothing to try one elsewhere. */
export interface PinKey {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly rounds: number
  /** Of this device; its bytes are not to be read. */
  readonly deviceKey: CryptoKey
  /** The public key. */
  readonly point: Uint8Array<ArrayBuffer>
  /** The private key, wrapped. */
  readonly wrapped: EncryptedWords
}

/** Encrypts for the user of a PIN; `point` opens it, together with the private key. */
export interface Encryption {
  readonly point: Uint8Array<ArrayBuffer>
  readonly encrypt: (bytes: Uint8Array<ArrayBuffer>) => Promise<EncryptedWords>
}

/** Makes the keys of a PIN. */
export async function makePinKey(pin: string, rounds = pinRounds): Promise<PinKey> {
  const { subtle } = crypto
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const deviceKey = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const pair = await subtle.generateKey(curve, true, ['deriveBits'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapping = await wrappingKey(pin, { salt, rounds, deviceKey })
  const body = await subtle.wrapKey('pkcs8', pair.privateKey, wrapping, { name: cipher, iv })
  return { salt, rounds, deviceKey, point: await pointOf(pair.publicKey), wrapped: { iv, body } }
}

/** The private key that a PIN opens; null for a wrong one. */
export async function openPinKey(pin: string, key: PinKey): Promise<CryptoKey | null> {
  const { iv, body } = key.wrapped
  const wrapping = await wrappingKey(pin, key)
  return crypto.subtle
    .unwrapKey('pkcs8', body, wrapping, { name: cipher, iv }, curve, false, ['deriveBits'])
    .catch(() => null)
}

async function wrappingKey(
  pin: string,
  { salt, rounds, deviceKey }: Pick<PinKey, 'salt' | 'rounds' | 'deviceKey'>,
): Promise<CryptoKey> {
  const { subtle } = crypto
  const typed = await subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const slow = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, typed, 256)
  const mixed = await subtle.sign('HMAC', deviceKey, slow)
  return subtle.importKey('raw', mixed, cipher, false, ['wrapKey', 'unwrapKey'])
}

/** Begins to encrypt for the user of a public key, with a key pair of its own that nobody keeps. */
export async function encryptFor(point: Uint8Array<ArrayBuffer>): Promise<Encryption> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const ownPoint = await pointOf(own.publicKey)
  const key = await sharedKey(own.privateKey, point, [ownPoint, point], 'encrypt')
  return {
    point: ownPoint,
    async encrypt(bytes) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      return { iv, body: await crypto.subtle.encrypt({ name: cipher, iv }, key, bytes) }
    },
  }
}

/** Opens what was encrypted for the user of a private key; it throws at what was encrypted for another. */
export async function openEncrypted(
  privateKey: CryptoKey,
  point: Uint8Array<ArrayBuffer>,
  from: Uint8Array<ArrayBuffer>,
): Promise<(words: EncryptedWords) => Promise<ArrayBuffer>> {
  const key = await sharedKey(privateKey, from, [from, point], 'decrypt')
  return ({ iv, body }) => crypto.subtle.decrypt({ name: cipher, iv }, key, body)
}

async function sharedKey(
  privateKey: CryptoKey,
  other: Uint8Array<ArrayBuffer>,
  points: readonly Uint8Array[],
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const { subtle } = crypto
  const publicKey = await subtle.importKey('raw', other, curve, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const salt = Uint8Array.from(points.flatMap((each) => [...each]))
  const derived = { name: 'HKDF', hash: 'SHA-256', salt, info: purpose }
  return subtle.deriveKey(derived, base, { name: cipher, length: 256 }, false, [use])
}

async function pointOf(publicKey: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
}
