import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'

/** Bytes of the master key, and of every key below it. */
export const keyBytes = 32

/** A key that is in use, and the form in which it is stored. */
export interface WrappedKey {
  readonly key: Buffer
  readonly wrapped: Buffer
}

/** A master key that was replaced, as the database keeps it: wrapped by the present one, or by another that is known. */
export interface FormerKey {
  readonly name: Buffer
  readonly wrapped: Buffer
  /** Whether fingerprints made by it are still taken. */
  readonly proves: boolean
}

/**
 * Seals secrets under the installation's master key. Customers and the like have keys of their own, which it wraps; other
 * texts are sealed by a key for their owner that is derived of it. What is new is sealed by the present master key, and what
 * another known one has sealed opens as well: each stored key and text names the master key that it needs.
 */
export interface Vault {
  /** A new key for an owner; `owner` is bound to it, so that a wrapped key opens for nobody else. */
  newKey(owner: string): WrappedKey
  /** Opens a stored key. Throws where it is of another owner, or of a master key that is not known. */
  unwrap(wrapped: Buffer, owner: string): Buffer
  /** The same key wrapped by the present master key; null where that has wrapped it. */
  rewrap(wrapped: Buffer, owner: string): Buffer | null
  /** The lasting key of an owner below the present master key, then those below the other known ones. */
  lastingKeys(owner: string): readonly [Buffer, ...Buffer[]]
  /** The same without those below master keys whose fingerprints are no longer taken. */
  provingKeys(owner: string): readonly [Buffer, ...Buffer[]]
  /** Seals a text with AES-256-GCM; `label` says what it is, and opens with the same one alone. */
  seal(key: Buffer, text: string, label: string): Buffer
  /** Opens a sealed text; throws where a byte, the key or the label differs. */
  open(key: Buffer, sealed: Buffer, label: string): string
  /** Seals a text by the lasting key of its owner; the text names the master key once another one is known. */
  sealFor(owner: string, text: string, label: string): Buffer
  /** Opens what `sealFor` sealed under any known master key. */
  openFor(owner: string, sealed: Buffer, label: string): string
  /** The same text sealed under the present master key and naming it; null where it is so already, or none other is known. */
  resealFor(owner: string, sealed: Buffer, label: string): Buffer | null
  /** A fingerprint that nobody makes or guesses without the master key. */
  mac(purpose: string, text: string): Buffer
  /** Whether a fingerprint, or its beginning, was made by a known master key. */
  isMac(purpose: string, text: string, proof: Buffer): boolean
  /** By what stored keys and texts name the master keys that are known, the present one first. */
  readonly names: () => readonly [Buffer, ...Buffer[]]
  /** A known master key, wrapped by the present one; null where it is not known. */
  keep(name: Buffer): Buffer | null
  /** Learns a master key that was replaced. Answers whether it is known now. */
  learn(former: FormerKey): boolean
  /** Seals, wraps and makes fingerprints again, or no more; what was sealed opens all the same. */
  letSeal(mayGoOn: boolean): void
  /** Whether it seals: not while what is here needs a master key that is not known. */
  readonly seals: () => boolean
}

const unnamedForm = 1
const namedForm = 2
const ivBytes = 12
const tagBytes = 16
const nameBytes = 8
/** Less of a fingerprint proves nothing. */
const leastProof = 16

interface MasterKey {
  readonly bytes: Buffer
  readonly wrapping: Buffer
  readonly fingerprints: Buffer
  readonly name: Buffer
  readonly proves: boolean
}

/**
 * A vault over a master key of 32 bytes, which seals, and others that only open. Keys for wrapping and for fingerprints are
 * derived of each, each for its own.
 */
export function createVault(masterKey: Buffer, others: readonly Buffer[] = []): Vault {
  const present = masterOf(masterKey)
  let former = others.map((key) => masterOf(key)).filter(({ name }) => !name.equals(present.name))
  const known = (): readonly [MasterKey, ...MasterKey[]] => [present, ...former]
  let isSealing = true
  // What is sealed under a wrong key would open for nobody after a start with the right one.
  const sealing = (): MasterKey => {
    if (!isSealing) throw new UnknownKeyError('nothing is sealed: what is here needs another master key')
    return present
  }
  const knownAs = (name: Buffer) => known().find((key) => key.name.equals(name))

  const unwrap = (wrapped: Buffer, owner: string): Buffer => {
    checkForm(wrapped.subarray(nameBytes))
    const by = knownAs(wrapped.subarray(0, nameBytes))
    if (by === undefined) throw new UnknownKeyError('a key was wrapped by another master key')
    return decrypt(by.wrapping, wrapped.subarray(nameBytes), owner)
  }
  const wrap = (key: Buffer, owner: string): Buffer => {
    const { name, wrapping } = sealing()
    return Buffer.concat([name, encrypt(wrapping, key, owner)])
  }
  const sealFor = (owner: string, text: string, label: string): Buffer => {
    const plain = encrypt(lasting(sealing(), owner), Buffer.from(text, 'utf8'), label)
    // An earlier version that runs beside this one reads no names. Which key is right is a question only where there are two.
    return former.length === 0 ? plain : Buffer.concat([Buffer.of(namedForm), present.name, plain.subarray(1)])
  }
  const openFor = (owner: string, sealed: Buffer, label: string): string => {
    if (sealed[0] !== namedForm) return openUnnamed(known(), owner, sealed, label)
    const plain = Buffer.concat([Buffer.of(unnamedForm), sealed.subarray(1 + nameBytes)])
    checkForm(plain)
    const by = knownAs(sealed.subarray(1, 1 + nameBytes))
    if (by === undefined) throw new UnknownKeyError('a text was sealed under another master key')
    return decrypt(lasting(by, owner), plain, label).toString('utf8')
  }
  return {
    newKey: (owner) => {
      const key = randomBytes(keyBytes)
      return { key, wrapped: wrap(key, owner) }
    },
    unwrap,
    rewrap: (wrapped, owner) =>
      wrapped.subarray(0, nameBytes).equals(present.name) ? null : wrap(unwrap(wrapped, owner), owner),
    lastingKeys: (owner) => [lasting(present, owner), ...former.map((key) => lasting(key, owner))],
    provingKeys: (owner) => [
      lasting(present, owner),
      ...former.filter(({ proves }) => proves).map((key) => lasting(key, owner)),
    ],
    seal: (key, text, label) => encrypt(key, Buffer.from(text, 'utf8'), label),
    open: (key, sealed, label) => decrypt(key, sealed, label).toString('utf8'),
    sealFor,
    openFor,
    resealFor: (owner, sealed, label) =>
      former.length === 0 || (sealed[0] === namedForm && sealed.subarray(1, 1 + nameBytes).equals(present.name))
        ? null
        : sealFor(owner, openFor(owner, sealed, label), label),
    mac: (purpose, text) => fingerprint(sealing(), purpose, text),
    isMac: (purpose, text, proof) =>
      proof.length >= leastProof &&
      known().some(({ proves, ...key }) => {
        const made = fingerprint(key, purpose, text)
        return proves && proof.length <= made.length && timingSafeEqual(proof, made.subarray(0, proof.length))
      }),
    names: () => [present.name, ...former.map(({ name }) => name)],
    keep: (name) => {
      const key = knownAs(name)
      return key === undefined ? null : wrap(key.bytes, formerOwner(name))
    },
    learn: ({ name, wrapped, proves }) => {
      if (name.equals(present.name)) return true
      const bytes =
        knownAs(name)?.bytes ??
        (knownAs(wrapped.subarray(0, nameBytes)) === undefined ? null : unwrap(wrapped, formerOwner(name)))
      if (bytes === null) return false
      former = [...former.filter((key) => !key.name.equals(name)), { ...masterOf(bytes), proves }]
      return true
    },
    letSeal: (mayGoOn) => {
      isSealing = mayGoOn
    },
    seals: () => isSealing,
  }
}

function masterOf(bytes: Buffer): MasterKey {
  if (bytes.length !== keyBytes) throw new Error(`the master key has ${bytes.length} bytes instead of 32`)
  const wrapping = derive(bytes, 'wrapping keys')
  const name = createHash('sha256').update(wrapping).digest().subarray(0, nameBytes)
  return { bytes, wrapping, fingerprints: derive(bytes, 'fingerprints'), name, proves: true }
}

function formerOwner(name: Buffer): string {
  return `former master key ${name.toString('hex')}`
}

function lasting({ bytes }: Pick<MasterKey, 'bytes'>, owner: string): Buffer {
  return derive(bytes, `lasting key of ${owner}`)
}

// Texts of an earlier version do not say by which key they were sealed; the proof in each says which one is right.
function openUnnamed(known: readonly MasterKey[], owner: string, sealed: Buffer, label: string): string {
  checkForm(sealed)
  for (const key of known.toReversed()) {
    try {
      return decrypt(lasting(key, owner), sealed, label).toString('utf8')
    } catch {
      // Another one may be right.
    }
  }
  throw new UnknownKeyError('a sealed text is damaged, or under another master key')
}

function fingerprint({ fingerprints }: Pick<MasterKey, 'fingerprints'>, purpose: string, text: string): Buffer {
  return createHmac('sha256', fingerprints).update(`${purpose}\0${text}`).digest()
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
  return Buffer.concat([Buffer.of(unnamedForm), iv, cipher.getAuthTag(), body])
}

function checkForm(sealed: Buffer): void {
  if (sealed[0] !== unnamedForm || sealed.length < 1 + ivBytes + tagBytes) throw new Error('no sealed text')
}

function decrypt(key: Buffer, sealed: Buffer, label: string): Buffer {
  checkForm(sealed)
  const iv = sealed.subarray(1, 1 + ivBytes)
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(label, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()])
}
