import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'

const keyType = 'ssh-ed25519'
// What PKCS #8 puts before the 32 bytes of an Ed25519 key.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const rawBytes = 32

/** The key by which a server is known, in the forms that the conversation needs. */
export interface HostKey {
  /** The private key as OpenSSH writes it. */
  readonly privateKey: string
  /** SHA-256 of the public key as OpenSSH shows it: `SHA256:…`. */
  readonly fingerprint: string
}

/** The Ed25519 key of 32 random bytes: the same bytes are always the same key. */
export function hostKeyOf(seed: Buffer): HostKey {
  if (seed.length !== rawBytes) throw new Error('an Ed25519 key needs 32 bytes')
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-rawBytes)
  const published = Buffer.concat([field(keyType), field(point)])
  const digest = createHash('sha256').update(published).digest('base64').replaceAll('=', '')
  return { privateKey: openSshForm(seed, point, published), fingerprint: `SHA256:${digest}` }
}

// PROTOCOL.key of OpenSSH: no cipher, one key, a check of two equal numbers, padding to blocks of eight.
function openSshForm(seed: Buffer, point: Buffer, published: Buffer): string {
  const check = createHash('sha256').update(published).digest().subarray(0, 4)
  const held = [check, check, field(keyType), field(point), field(Buffer.concat([seed, point])), field('')]
  const open = Buffer.concat(held)
  const padding = Buffer.from(Array.from({ length: (8 - (open.length % 8)) % 8 }, (_, at) => at + 1))
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    number(1),
    field(published),
    field(Buffer.concat([open, padding])),
  ])
  const lines = bytes.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([number(bytes.length), bytes])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
