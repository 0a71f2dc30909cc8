import type { SealKey } from '#sync/calls/counter.ts'
import { boundTo, sealPurpose, type Confided, type Sealed, type SealedAbout } from '#sync/wire/sealed.ts'

const ivBytes = 12

/** What is sealed, to whom, and about what. */
export interface ToSeal {
  readonly key: SealKey
  readonly accountId: string
  readonly about: SealedAbout
  readonly confided: Confided
}

/**
 * Seals what a customer confides to the server's public key, with a key pair of its own that nobody keeps: once it has
 * left this function, not even this device opens it again.
 */
export async function sealFor(
  subtle: SubtleCrypto,
  random: (byteCount: number) => Uint8Array,
  { key, accountId, about, confided }: ToSeal,
): Promise<Sealed> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const serverPoint = bytesOf(key.point)
  const server = await subtle.importKey('raw', serverPoint, curve, false, [])
  const own = (await subtle.generateKey(curve, false, ['deriveBits'])) as CryptoKeyPair
  const point = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: server }, own.privateKey, 256)
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const text = new TextEncoder()
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: joined(point, serverPoint), info: text.encode(sealPurpose) }
  const cipherKey = await subtle.deriveKey(derived, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const iv = new Uint8Array(random(ivBytes))
  const body = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(boundTo(accountId, about)), tagLength: 128 },
    cipherKey,
    text.encode(JSON.stringify(confided)),
  )
  return { keyId: key.id, point: textOf(point), iv: textOf(iv), body: textOf(new Uint8Array(body)) }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function textOf(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
