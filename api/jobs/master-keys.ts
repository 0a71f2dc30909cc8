import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Vault } from '#api/adapters/vault/vault.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Resealed, ResealPart } from '#api/db/sealed-columns.ts'
import type { Clock } from '#api/http/clock.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import * as queries from './master-key-queries.ts'

/** Rows that one transaction seals again. */
const part = 100
/** How often a round looks again, and after which pause. */
const passes = 10
const pauseMs = 300
/** How long rounds pause where all that is left needs a key that is not known. */
const restMs = 3_600_000

/** What an operator reads who started with another key; docs/operate.md explains it. */
export const unknownKeySentence =
  'This installation was sealed under another master key than MASTER_KEY. Set that one, or name it in OTHER_MASTER_KEYS.'

/** What looking after the master keys is built from. */
export interface MasterKeyDeps {
  readonly database: Database
  readonly vault: Vault
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly now: Clock
  /** What each account has sealed, and the key of the SFTP server, which belongs to none. */
  readonly parts: readonly ResealPart[]
  readonly resealHostKey: () => Promise<Pick<Resealed, 'resealed' | 'closed'>>
}

/** Looks after the master keys of the database. */
export interface MasterKeys {
  /** Learns those that were replaced, and notes the present one. Throws where what is here needs one that is not known. */
  readonly learn: () => Promise<void>
  /**
   * Seals again what other keys have sealed; answers how many rows. Any number of processes may run it, and it ends
   * between parts once `ends` is aborted.
   */
  readonly round: (ends?: AbortSignal) => Promise<number>
}

/** Builds what looks after the master keys. */
export function createMasterKeys({ database, vault, log, now, parts, resealHostKey }: MasterKeyDeps): MasterKeys {
  const [present, ...others] = vault.names()
  // Without another key in the settings no process seals under one, so that what was looked through once stays sealed.
  let isDone = false
  // What no known key opens is looked at seldom, and at once where another key has become known.
  let rest = { until: 0, keys: 0 }
  let told = ''
  let lookedFor = ''
  const tell = (level: 'info' | 'warn' | 'error', sentence: string, facts: object = {}): void => {
    const said = `${sentence} ${JSON.stringify(facts)}`
    if (said !== told) log[level](facts, sentence)
    told = said
  }

  const learn = async (): Promise<void> => {
    const noted = await queries.readNotedKeys(database)
    learnAll(vault, noted)
    const isKnown = (name: Buffer) => vault.names().some((one) => one.equals(name))
    const [newest] = noted
    if (newest === undefined) {
      const inUse = await queries.readKeysInUse(database)
      const opens = inUse.length > 0 ? inUse.some(isKnown) : await opensUnnamed()
      if (!opens) throw unknownKey(tell)
      for (const name of inUse.filter((one) => !one.equals(present) && isKnown(one)))
        await queries.noteKey(database, name, { isFormer: true })
    } else if (!isKnown(newest.name)) throw unknownKey(tell)
    else await tellOfLost(noted.filter(({ name }) => !isKnown(name)))
    await queries.noteKey(database, present, { isFormer: false })
  }

  // One that was replaced and is kept by no other: a process ended before it kept it, or a backup of then was restored.
  const tellOfLost = async (lost: readonly queries.NotedKey[]): Promise<void> => {
    const named = lost.map(({ name }) => name.toString('hex')).join()
    if (named === lookedFor) return
    lookedFor = named
    const inUse = await queries.readKeysInUse(database)
    if (lost.some(({ name }) => inUse.some((one) => one.equals(name)))) log.error({ keys: named }, unknownKeySentence)
  }

  // Texts of an earlier version name no key, so that only trying shows whether a known one opens them.
  const opensUnnamed = async (): Promise<boolean> => {
    const opener: SecretSealer = { ...vault, resealFor: (...sealed) => (vault.openFor(...sealed), null) }
    let closed = 0
    for (const { accountId } of await queries.readSealedByOthers(database, present)) {
      for (const { reseal } of parts) {
        const at = { accountId, after: null, limit: 1 }
        const tried = await inAccount(database, accountId, (tx) => reseal(tx, opener, at))
        if (tried.next !== null && tried.closed === 0) return true
        closed += tried.closed
      }
      if (closed >= part) break
    }
    return closed === 0
  }

  const round = async (ends?: AbortSignal): Promise<number> => {
    await learn()
    const [newest, ...former] = await queries.readNotedKeys(database)
    if (newest === undefined || vault.names().length === 1) return 0
    const unsaved = former.flatMap(({ name, wrapped }) => {
      const kept = wrapped?.subarray(0, present.length).equals(present) === true ? null : vault.keep(name)
      return kept === null ? [] : [{ name, kept }]
    })
    // Where a backup of before is restored beneath a process, the keys that it has kept are there once more.
    if (isDone && others.length === 0 && unsaved.length === 0) return 0
    if (!newest.name.equals(present)) {
      tell('warn', 'MASTER_KEY was replaced; this process still seals under the former one: start it with the new one')
      return 0
    }
    if (now().getTime() < rest.until && vault.names().length === rest.keys) return 0
    if (newest.wrapped !== null) await queries.keepFormer(database, present, null)
    for (const { name, kept } of unsaved) await queries.keepFormer(database, name, kept)
    const hostKey = await resealHostKey()
    let { resealed } = hostKey
    let left = { waiting: 0, closed: 0 }
    // What another process holds in its part of the work is looked at again a little later.
    for (let pass = 0; pass < passes; pass++) {
      left = { waiting: 0, closed: hostKey.closed }
      for (const { accountId } of await queries.readSealedByOthers(database, present)) {
        const done = await resealAccount(accountId, ends)
        resealed += done.resealed
        left.closed += done.closed
      }
      const still = await queries.readSealedByOthers(database, present)
      left.waiting = still.reduce((sum, { waiting }) => sum + waiting, hostKey.closed)
      if (left.waiting <= left.closed || ends?.aborted === true) break
      await setTimeout(pauseMs)
    }
    if (resealed > 0) {
      log.info({ resealed }, 'sealed again under the present master key')
      told = ''
    }
    if (ends?.aborted === true) return resealed
    const isAtRest = left.waiting > 0 && left.waiting <= left.closed
    rest = { until: isAtRest ? now().getTime() + restMs : 0, keys: vault.names().length }
    isDone = left.waiting === 0
    if (!isDone) tell('warn', 'sealed texts wait for the next round', left)
    // One that was never the present key is named for a replacement that is still to come.
    else if (others.every((name) => former.some((noted) => noted.name.equals(name))))
      tell('info', 'every sealed text is under MASTER_KEY: OTHER_MASTER_KEYS is no longer needed', {
        key: present.toString('hex'),
      })
    return resealed
  }

  const resealAccount = async (
    accountId: string,
    ends: AbortSignal | undefined,
  ): Promise<{ resealed: number; closed: number }> => {
    const sum = { resealed: 0, closed: 0 }
    for (const { reseal } of parts) {
      let after: string | null = null
      do {
        if (ends?.aborted === true) return sum
        const at = { accountId, after, limit: part }
        const done: Resealed = await inAccount(database, accountId, (tx) => reseal(tx, vault, at))
        sum.resealed += done.resealed
        sum.closed += done.closed
        after = done.next
      } while (after !== null)
    }
    return sum
  }
  return { learn, round }
}

// One may be wrapped by another that was replaced, too.
function learnAll(vault: Vault, noted: readonly queries.NotedKey[]): void {
  for (const { name, wrapped, proves } of noted) if (wrapped !== null) vault.learn({ name, wrapped, proves })
}

function unknownKey(tell: (level: 'error', sentence: string) => void): UnknownKeyError {
  tell('error', unknownKeySentence)
  return new UnknownKeyError(unknownKeySentence)
}
