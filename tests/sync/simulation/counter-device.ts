import { randomBytes, randomUUID } from 'node:crypto'
import { IDBKeyRange } from 'fake-indexeddb'
import type { TestSession } from '#tests/support/api.ts'
import { createCopyStore } from '#web/local/copy/copy-store.ts'
import { createEngine, type Engine } from '#web/local/engine/engine.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { createDisk, type DiskProcess, type Verdict } from './disk.ts'
import type { Random } from './random.ts'
import { orDeath } from './sim-device.ts'
import { createLocks } from './sim-locks.ts'
import { createNetwork, type SimNetwork } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'

/** A tablet at a counter, with its one seller. */
export interface CounterTablet {
  readonly name: string
  readonly seller: Author
  readonly network: SimNetwork
  clockErrorMs: number
  engines(): readonly Engine[]
  process(): DiskProcess
  isRunning(): boolean
  boot(): Promise<void>
  openTab(): Promise<void>
  kill(): void
  plan(verdict: Verdict, afterCommits: number): void
  /** The browser drops the catalogs. */
  evict(): void
  advance(ms: number): void
  /** What its clock says, wrong or not. */
  nowMs(): number
}

/** Who stands behind a request: the token that came with it, and the tablet's session. */
export interface TabletCaller {
  readonly grant: null
  readonly session: null
  readonly token: string | null
  readonly seller: TestSession
}

// Waits draw a few bytes and ids many: waits repeat with the seed, and ids must not, because one server sees every run.
const seededBytes = 4

/** Creates a tablet that has been signed in before. */
export async function createCounterTablet(
  server: Pick<SimServer, 'answer'>,
  random: Random,
  who: {
    readonly session: TestSession
    readonly deviceId: string
    readonly storeId: string
    readonly accountId: string
  },
): Promise<CounterTablet> {
  const { session, deviceId } = who
  const salt = randomBytes(16)
  const disk = createDisk()
  const id = randomUUID()
  const names = { outbox: `${id}-outbox`, copy: `${id}-copy-` }
  const { user } = session
  const seller: Author = {
    userId: user.id,
    name: 'Sim Seller',
    accountId: who.accountId,
    module: 'root',
    userType: 'store_seller',
    warehouseIds: [],
    storeIds: [who.storeId],
  }
  let process: DiskProcess | null = null
  let tabs: Engine[] = []
  let planned: { verdict: Verdict; left: number } | null = null
  let timers: { at: number; run: () => void }[] = []
  let nowMs = 1_795_000_000_000
  let locks = createLocks()
  let listeners = new Set<(message: unknown) => void>()
  const callerOf = (token: string | null): TabletCaller => ({ grant: null, session: null, token, seller: session })
  const network = createNetwork(server as SimServer, random.fork('network'), callerOf, () => undefined)

  function ports(own: DiskProcess): EnginePorts {
    const heard = listeners
    return {
      indexedDB: own.indexedDB,
      IDBKeyRange,
      databaseNames: names,
      fetch: network.fetch,
      nowMs: () => tablet.nowMs(),
      random: (count) =>
        random.bytes(count).map((byte, at) => (at < seededBytes ? byte : byte ^ salt[at % salt.length]!)),
      runLocked: locks,
      channel: {
        post: (message) => heard.forEach((listener) => setImmediate(() => !own.dead && listener(message))),
        listen(listener) {
          heard.add(listener)
          return () => heard.delete(listener)
        },
      },
      setTimer(run, waitMs) {
        const timer = { at: nowMs + waitMs, run: () => !own.dead && run() }
        timers.push(timer)
        return () => void (timers = timers.filter((each) => each !== timer))
      },
      isOnline: () => network.online,
      persist: async () => true,
      onStorageProblem: () => undefined,
    }
  }

  function judge(): Verdict {
    if (planned === null || planned.left-- > 0) return 'commit'
    const { verdict } = planned
    planned = null
    if (verdict === 'crash-before' || verdict === 'crash-after') end()
    return verdict
  }

  function end(): void {
    network.abandon()
    timers = []
    network.pushes.now = 0
  }

  const tablet: CounterTablet = {
    name: id.slice(0, 4),
    seller,
    network,
    clockErrorMs: 0,
    nowMs: () => nowMs + tablet.clockErrorMs,
    engines: () => tabs,
    process: () => process!,
    isRunning: () => process !== null && !process.dead,
    async boot() {
      if (tablet.isRunning()) return
      process = disk.boot(judge)
      locks = createLocks()
      listeners = new Set()
      timers = []
      tabs = []
      await tablet.openTab()
    },
    async openTab() {
      const own = process!
      const its = ports(own)
      const engine = createEngine(its, createCopyStore(its))
      tabs.push(engine)
      await orDeath(own, engine.start())
    },
    kill() {
      process?.kill()
      end()
    },
    plan: (verdict, afterCommits) => void (planned = { verdict, left: afterCommits }),
    evict: () => disk.evict((database) => database.startsWith(`${names.outbox}-catalog`)),
    advance(ms) {
      nowMs += ms
      const due = timers.filter(({ at }) => at <= nowMs).toSorted((a, b) => a.at - b.at)
      timers = timers.filter(({ at }) => at > nowMs)
      for (const { run } of due) run()
    },
  }
  await tablet.boot()
  const [tab] = tabs
  await tab!.signIn(seller)
  // The device has the id under which its seller has signed in.
  await storeDeviceId(process!, names.outbox, deviceId)
  const { grant } = user
  await tab!.storeGrant({ userId: user.id, module: 'root', token: grant!.token, expiresAt: grant!.expiresAt })
  return tablet
}

async function storeDeviceId(own: DiskProcess, name: string, deviceId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = own.indexedDB.open(name)
    opening.onerror = () => reject(opening.error ?? new Error('no outbox'))
    opening.onsuccess = () => {
      const writing = opening.result.transaction('device', 'readwrite')
      writing.objectStore('device').put({ key: 'deviceId', value: deviceId })
      writing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      writing.onabort = () => reject(writing.error ?? new Error('no device id'))
    }
  })
}
