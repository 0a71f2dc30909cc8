import { IDBKeyRange } from 'fake-indexeddb'
import { createCopyStore, type CopyStore } from '#web/local/copy/copy-store.ts'
import { createEngine, type Engine } from '#web/local/engine/engine.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { EnginePorts, RunLocked } from '#web/local/engine/ports.ts'
import { createDisk, type DiskProcess, type Verdict } from './disk.ts'
import type { Random } from './random.ts'
import type { SimAccount, SimOperator } from './sim-account.ts'
import { createLocks } from './sim-locks.ts'
import { createNetwork, type SentRequest, type SimNetwork } from './sim-network.ts'
import type { SimCaller, SimServer } from './sim-server.ts'

/** Ways in which a device can be built wrong, for the proof that the simulation sees it. */
export interface DeviceFlaws {
  readonly wrapLocked?: (runLocked: RunLocked) => RunLocked
  readonly wrapCopy?: (copy: CopyStore) => CopyStore
  readonly wrapFetch?: (
    device: { readonly signedIn: () => SimOperator | null },
    fetch: typeof globalThis.fetch,
  ) => typeof globalThis.fetch
}

/** One browser profile with its tabs, disk, clock and network. */
export interface SimDevice {
  readonly name: string
  readonly network: SimNetwork
  readonly random: Random
  /** Error of the device's clock, in milliseconds. */
  clockErrorMs: number
  sessionEnded: boolean
  engines(): readonly Engine[]
  signedIn(): SimOperator | null
  /** Starts the browser, where it does not run, with one tab. */
  boot(): Promise<void>
  openTab(): Promise<void>
  closeTab(): Promise<void>
  signIn(operator: SimOperator): Promise<void>
  signOut(): Promise<void>
  /** Ends the browser process as kill -9 does. */
  kill(): void
  isRunning(): boolean
  /** What of the device is under way: work of its own, requests that the server has, or nothing. */
  busyWith(): 'own work' | 'the server' | null
  /** Lets a verdict other than commit fall on a coming commit. */
  plan(verdict: Verdict, afterCommits: number): void
  /** Commits that have been judged so far. */
  commits(): number
  evictCopies(): void
  advance(ms: number): void
  /** The process as a test reaches into it. */
  process(): DiskProcess
  readonly names: { readonly outbox: string; readonly copy: string }
}

/** Creates a device of an account; nothing runs yet. */
export function createSimDevice(
  name: string,
  account: SimAccount,
  server: SimServer,
  random: Random,
  flaws: DeviceFlaws,
  onSend: (request: SentRequest) => void,
): SimDevice {
  const disk = createDisk()
  const names = { outbox: `${name}-outbox`, copy: `${name}-copy-` }
  const grants = new Map<string, SimCaller['grant']>()
  let process: DiskProcess | null = null
  let tabs: Engine[] = []
  let operator: SimOperator | null = null
  let planned: { verdict: Verdict; left: number } | null = null
  let commits = 0
  let timers: { at: number; run: () => void }[] = []
  let nowMs = 1_795_000_000_000
  let locks = createLocks()
  let listeners = new Set<(message: unknown) => void>()
  // Requests under way of the present process.
  let flying = { count: 0 }

  const network = createNetwork(server, random.fork('network'), callerOf, onSend)

  function callerOf(token: string | null): SimCaller {
    if (token !== null) return { grant: grants.get(token) ?? null, session: null }
    if (operator === null || device.sessionEnded) return { grant: null, session: null }
    const session = {
      accountId: account.accountId,
      userId: operator.userId,
      module: operator.module,
      userType: operator.userType,
      organizationId: operator.warehouseId,
    }
    return { grant: null, session }
  }

  function ports(own: DiskProcess): EnginePorts {
    const channelListeners = listeners
    const fetch: typeof globalThis.fetch = async (...args) => {
      const mine = flying
      mine.count++
      try {
        return await (flaws.wrapFetch?.({ signedIn: () => operator }, network.fetch) ?? network.fetch)(...args)
      } finally {
        mine.count--
      }
    }
    return {
      indexedDB: own.indexedDB,
      IDBKeyRange,
      databaseNames: names,
      fetch,
      nowMs: () => nowMs + device.clockErrorMs,
      random: (count) => random.bytes(count),
      runLocked: flaws.wrapLocked?.(locks) ?? locks,
      channel: {
        post: (message) => channelListeners.forEach((listener) => setImmediate(() => !own.dead && listener(message))),
        listen(listener) {
          channelListeners.add(listener)
          return () => channelListeners.delete(listener)
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

  async function openTab(): Promise<void> {
    const own = process!
    const its = ports(own)
    const copy = createCopyStore(its)
    const engine = createEngine(its, flaws.wrapCopy?.(copy) ?? copy)
    tabs.push(engine)
    await orDeath(own, engine.start())
  }

  const device: SimDevice = {
    name,
    names,
    network,
    random,
    clockErrorMs: 0,
    sessionEnded: false,
    engines: () => tabs,
    signedIn: () => operator,
    async boot() {
      if (process !== null && !process.dead) return
      process = disk.boot(judge)
      locks = createLocks()
      listeners = new Set()
      timers = []
      tabs = []
      await openTab()
    },
    openTab,
    async closeTab() {
      const [last] = tabs.splice(-1)
      if (last !== undefined) await orDeath(process!, last.stop())
    },
    async signIn(next) {
      operator = next
      device.sessionEnded = false
      const own = process!
      const [tab] = tabs
      if (tab === undefined) return
      const deviceId = await orDeath(own, tab.deviceId())
      if (deviceId === undefined) return
      const token = `${next.userId}-${random.below(2 ** 31)}`
      grants.set(token, { accountId: account.accountId, userId: next.userId, deviceId, module: next.module })
      const author: Author = {
        userId: next.userId,
        name: 'Sim Operator',
        accountId: account.accountId,
        module: next.module,
        userType: next.userType,
        ...(next.place.type === 'store'
          ? { warehouseIds: [], storeIds: [next.place.storeId] }
          : { warehouseIds: [next.place.warehouseId] }),
      }
      const grant = { userId: next.userId, module: next.module, token, expiresAt: '2100-01-01T00:00:00Z' }
      await orDeath(own, tab.storeGrant(grant))
      for (const each of tabs) await orDeath(own, each.signIn(author))
    },
    async signOut() {
      const own = process!
      const leaving = operator
      operator = null
      for (const tab of tabs) {
        if (leaving !== null) await orDeath(own, tab.dropGrants(leaving.userId))
        await orDeath(own, tab.signOut())
      }
    },
    kill() {
      process?.kill()
      end()
    },
    isRunning: () => process !== null && !process.dead,
    busyWith() {
      if (process !== null && !process.dead && process.isBusy()) return 'own work'
      if (flying.count === 0) return null
      return flying.count > network.atServer() ? 'own work' : 'the server'
    },
    plan: (verdict, afterCommits) => void (planned = { verdict, left: afterCommits }),
    commits: () => commits,
    evictCopies: () => disk.evict((database) => database.startsWith(names.copy)),
    advance(ms) {
      nowMs += ms
      const due = timers.filter(({ at }) => at <= nowMs).toSorted((a, b) => a.at - b.at)
      timers = timers.filter(({ at }) => at > nowMs)
      for (const { run } of due) run()
    },
    process: () => process!,
  }

  /** What ends with a process beside its disk. */
  function end(): void {
    network.abandon()
    timers = []
    flying = { count: 0 }
    network.pushes.now = 0
  }

  function judge(): Verdict {
    commits++
    if (planned === null || planned.left-- > 0) return 'commit'
    const { verdict } = planned
    planned = null
    if (verdict === 'crash-before' || verdict === 'crash-after') end()
    return verdict
  }

  return device
}

/** Waits for a promise of a process, or for the end of that process, which answers nothing any more. */
export function orDeath<T>(own: DiskProcess, promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, own.death.then(() => undefined)])
}
