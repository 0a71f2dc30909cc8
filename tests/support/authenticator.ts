import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** A device that makes and uses one passkey, by the bytes of WebAuthn; what a test changes of it is wrong. */
export interface Authenticator {
  readonly credentialId: string
  /** Answers `navigator.credentials.create`. */
  make(options: Asked, change?: Change): unknown
  /** Answers `navigator.credentials.get`. */
  sign(options: Asked, change?: Change): unknown
}

interface Asked {
  readonly challenge: string
}

/** Where the browser is, and what the device says of the person and of its count. */
interface Change {
  readonly origin?: string
  readonly host?: string
  readonly isVerified?: boolean
  readonly counter?: number
}

/** Where a device's browser is, and how long the name is that it gives its passkey. */
interface Home {
  readonly origin: string
  readonly host: string
  readonly idLength?: number
}

/** A device with a key of its own, whose browser is at an origin. */
export function createAuthenticator(home: Home): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(home.idLength ?? 32)
  const credentialId = id.toString('base64url')
  let signatures = 0
  const clientData = (type: string, { challenge }: Asked, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (flags: number, counter: number, host: string) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(host).digest(), head])
  }
  const credential = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    credentialId,
    make: (options, { origin = home.origin, host = home.host, isVerified = true } = {}) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        coseKey(publicKey),
      ])
      const data = Buffer.concat([dataOf(isVerified ? 0x45 : 0x41, 0, host), attested])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          text('fmt'),
          text('none'),
          text('attStmt'),
          Buffer.from([0xa0]),
          text('authData'),
          Buffer.from([0x59, data.length >> 8, data.length & 255]),
          data,
        ]).toString('base64url'),
      })
    },
    sign: (options, { origin = home.origin, host = home.host, isVerified = true, counter } = {}) => {
      signatures = counter ?? signatures + 1
      const data = dataOf(isVerified ? 0x05 : 0x01, signatures, host)
      const said = clientData('webauthn.get', options, origin)
      const hash = createHash('sha256').update(said).digest()
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey)
      return credential({
        clientDataJSON: said.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

/** A public key of the curve P-256 for ES256, in COSE. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}
