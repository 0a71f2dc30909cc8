import { IDBFactory, IDBTransaction } from 'fake-indexeddb'

/**
 * A device's disk: IndexedDB databases that survive the death of the process that used them. fake-indexeddb keeps
 * everything in memory objects; a process gets its own connections and transactions over the shared object stores, so
 * that killing it rolls back what it had not committed and leaves nothing running.
 */
export interface Disk {
  /** Starts a browser process on this disk. */
  boot(judge: Judge): DiskProcess
  /** Deletes a database as a browser under storage pressure does. Only while no process runs. */
  evict(matches: (name: string) => boolean): void
  names(): string[]
}

/** A browser process: one IndexedDB factory, and the power to die. */
export interface DiskProcess {
  readonly indexedDB: globalThis.IDBFactory
  readonly dead: boolean
  /** Resolves when the process has died. */
  readonly death: Promise<void>
  /** Whether a transaction has not ended yet. */
  isBusy(): boolean
  kill(): void
}

/** What happens to a transaction that is about to commit. */
export type Verdict = 'commit' | 'crash-before' | 'crash-after' | 'UnknownError' | 'QuotaExceededError'

/** Decides the fate of each writing transaction. */
export type Judge = (commit: { readonly database: string; readonly stores: readonly string[] }) => Verdict

interface RawTransaction {
  _state: string
  _started: boolean
  _rollbackLog: (() => void)[]
  _requests: { request: { readyState: string } }[]
  mode: string
  _scope: Set<string>
  db: { _rawDatabase: RawDatabase }
  _start(): void
  _abort(name: string): void
  _markFinished(): void
}

interface RawDatabase {
  name: string
  version: number
  transactions: RawTransaction[]
  rawObjectStores: Map<string, { rawDatabase: unknown }>
  connections: unknown[]
  owner?: Owner
}

interface Owner {
  dead: boolean
  judge: Judge
  kill(): void
}

const prototype = IDBTransaction.prototype as unknown as RawTransaction
const startOriginal = prototype._start
prototype._start = function start(this: RawTransaction) {
  const owner = this.db._rawDatabase.owner
  if (owner === undefined) return startOriginal.call(this)
  if (owner.dead) return
  const commits =
    this._started &&
    this.mode !== 'readonly' &&
    this._state !== 'finished' &&
    !this._requests.some(({ request }) => request.readyState !== 'done')
  if (!commits) return startOriginal.call(this)
  const verdict = owner.judge({ database: this.db._rawDatabase.name, stores: [...this._scope] })
  if (verdict === 'commit') return startOriginal.call(this)
  if (verdict === 'crash-before') return owner.kill()
  if (verdict === 'crash-after') {
    this._rollbackLog.length = 0
    this._state = 'finished'
    return owner.kill()
  }
  this._abort(verdict)
}

// fake-indexeddb copies every value that goes in or out. Records are plain data, which a loop copies ten times quicker.
const structuredCloneOriginal = globalThis.structuredClone
globalThis.structuredClone = ((value: unknown, options?: StructuredSerializeOptions) => {
  const copy = options === undefined ? copyPlain(value) : notPlain
  return copy === notPlain ? structuredCloneOriginal(value, options) : copy
}) as typeof structuredClone

const notPlain = Symbol('not plain')

/** A copy of plain data without shared parts; `notPlain` where there is anything else. */
function copyPlain(value: unknown, depth = 0): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol'))
    return value
  if (typeof value !== 'object' || depth > 40) return notPlain
  if (Array.isArray(value)) {
    const copies: unknown[] = []
    for (const part of value) {
      const copy = copyPlain(part, depth + 1)
      if (copy === notPlain) return notPlain
      copies.push(copy)
    }
    return copies
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return notPlain
  const copied: Record<string, unknown> = {}
  for (const key in value) {
    const copy = copyPlain((value as Record<string, unknown>)[key], depth + 1)
    if (copy === notPlain) return notPlain
    copied[key] = copy
  }
  return copied
}

class OwnedDatabases extends Map<string, RawDatabase> {
  private readonly owner: Owner

  constructor(owner: Owner) {
    super()
    this.owner = owner
  }

  override set(name: string, database: RawDatabase): this {
    database.owner = this.owner
    return super.set(name, database)
  }
}

/** An empty disk. */
export function createDisk(): Disk {
  let kept = new Map<string, RawDatabase>()
  let running: Owner | null = null

  return {
    boot(judge) {
      if (running !== null && !running.dead) throw new Error('another process still runs on this disk')
      const factory = new IDBFactory() as unknown as { _databases: Map<string, RawDatabase> }
      const owner: Owner = { dead: false, judge, kill }
      const death = Promise.withResolvers<void>()
      const databases = new OwnedDatabases(owner)
      for (const [name, old] of kept) databases.set(name, reopened(old))
      factory._databases = databases
      running = owner

      function kill(): void {
        if (owner.dead) return
        owner.dead = true
        death.resolve()
        for (const database of databases.values()) for (const each of database.transactions) rollBack(each)
        kept = new Map([...databases].filter(([, database]) => database.version > 0))
      }

      return {
        indexedDB: factory as unknown as globalThis.IDBFactory,
        get dead() {
          return owner.dead
        },
        death: death.promise,
        isBusy: () =>
          [...databases.values()].some((each) => each.transactions.some((one) => one._state !== 'finished')),
        kill,
      }
    },
    evict(matches) {
      if (running !== null && !running.dead) throw new Error('a process still runs on this disk')
      for (const name of kept.keys()) if (matches(name)) kept.delete(name)
    },
    names: () => [...kept.keys()],
  }
}

function rollBack(transaction: RawTransaction): void {
  if (transaction._state === 'finished') return
  for (const undo of transaction._rollbackLog.reverse()) undo()
  transaction._rollbackLog.length = 0
  transaction._state = 'finished'
}

/** The same object stores under a fresh database object, without the dead process's connections and transactions. */
function reopened(old: RawDatabase): RawDatabase {
  const Database = old.constructor as new (name: string, version: number) => RawDatabase
  const database = new Database(old.name, old.version)
  database.rawObjectStores = old.rawObjectStores
  for (const store of database.rawObjectStores.values()) store.rawDatabase = database
  return database
}
