import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { masterKeyFile, readMasterKey } from './master-key.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import { createVault } from './vault.ts'

const vault = createVault(Buffer.alloc(32, 7))
const iban = 'FR7630006000011234567890189'

describe('a vault', () => {
  it('opens what it sealed, and shows nothing of it', () => {
    const { key, wrapped } = vault.newKey('a customer')
    const sealed = vault.seal(key, iban, 'iban')
    expect(vault.open(vault.unwrap(wrapped, 'a customer'), sealed, 'iban')).toBe(iban)
    expect(Buffer.concat([sealed, wrapped]).includes(iban)).toBe(false)
    expect(vault.seal(key, iban, 'iban').equals(sealed)).toBe(false)
  })

  it('opens nothing under another label, owner, key or master key', () => {
    const { key, wrapped } = vault.newKey('a customer')
    const sealed = vault.seal(key, iban, 'iban')
    expect(() => vault.open(key, sealed, 'identity_number')).toThrow()
    expect(() => vault.open(vault.newKey('a customer').key, sealed, 'iban')).toThrow()
    expect(() => vault.unwrap(wrapped, 'another')).toThrow()
    expect(() => createVault(Buffer.alloc(32, 8)).unwrap(wrapped, 'a customer')).toThrow(/another master key/)
  })

  it('notices each changed byte', () => {
    const { key } = vault.newKey('a customer')
    const sealed = vault.seal(key, iban, 'iban')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => vault.open(key, changed, 'iban')).toThrow()
    }
  })

  it('makes fingerprints that say what they are for', () => {
    expect(vault.mac('one', 'text').equals(vault.mac('one', 'text'))).toBe(true)
    expect(vault.mac('one', 'text').equals(vault.mac('two', 'text'))).toBe(false)
    expect(createVault(Buffer.alloc(32, 8)).mac('one', 'text').equals(vault.mac('one', 'text'))).toBe(false)
  })

  it('opens under another master key that it knows what that one sealed, and seals it again under its own', () => {
    const later = createVault(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)])
    const alone = createVault(Buffer.alloc(32, 8))
    const { key, wrapped } = vault.newKey('a customer')
    expect(later.unwrap(wrapped, 'a customer').equals(key)).toBe(true)
    const again = later.rewrap(wrapped, 'a customer')
    expect(again && alone.unwrap(again, 'a customer').equals(key)).toBe(true)
    expect(again && later.rewrap(again, 'a customer')).toBeNull()
    const unnamed = vault.sealFor('an account', iban, 'a secret')
    const named = createVault(Buffer.alloc(32, 7), [Buffer.alloc(32, 8)]).sealFor('an account', iban, 'a secret')
    for (const sealed of [named, unnamed]) {
      expect(later.openFor('an account', sealed, 'a secret')).toBe(iban)
      expect(() => alone.openFor('an account', sealed, 'a secret')).toThrow(UnknownKeyError)
      const resealed = later.resealFor('an account', sealed, 'a secret')
      expect(resealed && alone.openFor('an account', resealed, 'a secret')).toBe(iban)
      expect(resealed && later.resealFor('an account', resealed, 'a secret')).toBeNull()
    }
    expect(() => later.openFor('another', named, 'a secret')).toThrow()
    expect(() => later.openFor('an account', named, 'another secret')).toThrow()
  })

  it('names the key in what it seals from the moment that another one is known', () => {
    const alone = createVault(Buffer.alloc(32, 8))
    const unnamed = alone.sealFor('an account', iban, 'a secret')
    // As an earlier version opens it, which reads no names.
    expect(alone.open(alone.lastingKeys('an account')[0], unnamed, 'a secret')).toBe(iban)
    expect(alone.resealFor('an account', unnamed, 'a secret')).toBeNull()
    const [name] = vault.names()
    const wrapped = createVault(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]).keep(name)!
    alone.learn({ name, wrapped, proves: true })
    const again = alone.resealFor('an account', unnamed, 'a secret')
    for (const named of [alone.sealFor('an account', iban, 'a secret'), again!]) {
      expect(named.subarray(1, 9).equals(alone.names()[0])).toBe(true)
      expect(alone.openFor('an account', named, 'a secret')).toBe(iban)
      expect(alone.resealFor('an account', named, 'a secret')).toBeNull()
    }
  })

  it('keeps a master key that was replaced, whose fingerprints it takes until they are said to end', () => {
    const [name] = vault.names()
    const both = createVault(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)])
    const wrapped = both.keep(name)!
    const proof = vault.mac('tracking', 'text')
    const later = createVault(Buffer.alloc(32, 8))
    expect(later.isMac('tracking', 'text', proof)).toBe(false)
    expect(later.learn({ name, wrapped, proves: true })).toBe(true)
    expect(later.isMac('tracking', 'text', proof)).toBe(true)
    expect(later.isMac('tracking', 'text', proof.subarray(0, 8))).toBe(false)
    expect(later.isMac('tracking', 'another', proof)).toBe(false)
    expect(later.mac('tracking', 'text').equals(proof)).toBe(false)
    expect(later.openFor('an account', vault.sealFor('an account', iban, 'a secret'), 'a secret')).toBe(iban)
    expect(later.provingKeys('tokens')).toEqual(later.lastingKeys('tokens'))
    later.learn({ name, wrapped, proves: false })
    expect(later.isMac('tracking', 'text', proof)).toBe(false)
    expect(later.lastingKeys('tokens')).toHaveLength(2)
    expect(later.provingKeys('tokens')).toEqual([later.lastingKeys('tokens')[0]])
    expect(createVault(Buffer.alloc(32, 9)).learn({ name, wrapped, proves: true })).toBe(false)
  })

  it('blames no key for what was never sealed, and says that a text may be damaged', () => {
    const other = createVault(Buffer.alloc(32, 8), [Buffer.alloc(32, 9)])
    const strange = (open: () => unknown) => {
      expect(open).toThrow('no sealed text')
      expect(open).not.toThrow(UnknownKeyError)
    }
    const unnamed = vault.sealFor('an account', iban, 'a secret')
    const named = createVault(Buffer.alloc(32, 7), [Buffer.alloc(32, 9)]).sealFor('an account', iban, 'a secret')
    const text = Buffer.from('a text that was never sealed by anybody at all')
    for (const sealed of [text, Buffer.alloc(0), unnamed.subarray(0, 28), named.subarray(0, 36)])
      strange(() => other.openFor('an account', sealed, 'a secret'))
    for (const wrapped of [text, Buffer.alloc(0)]) strange(() => other.unwrap(wrapped, 'a customer'))
    const damaged = Buffer.from(unnamed)
    damaged[20] = (damaged[20] ?? 0) ^ 1
    expect(() => vault.openFor('an account', damaged, 'a secret')).toThrow(/damaged, or under another master key/)
    // The key that a text names is known: it is the text that is at fault.
    const wrongLabel = () => createVault(Buffer.alloc(32, 7)).openFor('an account', named, 'another secret')
    expect(wrongLabel).toThrow()
    expect(wrongLabel).not.toThrow(UnknownKeyError)
  })

  it('seals nothing while its master key is known to be a wrong one, and opens all the same', () => {
    const wrong = createVault(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)])
    const { wrapped } = vault.newKey('a customer')
    const sealed = vault.sealFor('an account', iban, 'a secret')
    const sealings = [
      () => wrong.newKey('a customer'),
      () => wrong.rewrap(wrapped, 'a customer'),
      () => wrong.sealFor('an account', iban, 'a secret'),
      () => wrong.resealFor('an account', sealed, 'a secret'),
      () => wrong.mac('tracking', 'text'),
      () => wrong.keep(vault.names()[0]),
    ]
    wrong.letSeal(false)
    for (const sealing of sealings) expect(sealing).toThrow(UnknownKeyError)
    expect(wrong.seals()).toBe(false)
    expect(wrong.openFor('an account', sealed, 'a secret')).toBe(iban)
    expect(wrong.isMac('tracking', 'text', vault.mac('tracking', 'text'))).toBe(true)
    wrong.letSeal(true)
    for (const sealing of sealings) expect(sealing).not.toThrow()
  })

  it('takes no key of another length', () => {
    expect(() => createVault(Buffer.alloc(16))).toThrow(/16 bytes/)
  })
})

describe('the master key', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'master-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is the one of the environment where it names one', () => {
    const masterKey = Buffer.alloc(32, 1)
    expect(readMasterKey({ masterKey, dataDir: '/nowhere' })).toBe(masterKey)
  })

  it('is made once in the data folder, for its owner alone', () => {
    const dataDir = path.join(folder, 'new')
    const first = readMasterKey({ masterKey: null, dataDir })
    expect(first).toHaveLength(32)
    expect(readMasterKey({ masterKey: null, dataDir }).equals(first)).toBe(true)
    expect(statSync(path.join(dataDir, masterKeyFile)).mode & 0o777).toBe(0o600)
  })

  it('is never replaced where its file is damaged', () => {
    const file = path.join(folder, masterKeyFile)
    mkdirSync(path.dirname(file))
    writeFileSync(file, 'short')
    expect(() => readMasterKey({ masterKey: null, dataDir: folder })).toThrow(/holds no master key/)
    expect(readFileSync(file, 'utf8')).toBe('short')
  })
})
