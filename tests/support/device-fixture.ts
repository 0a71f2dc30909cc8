import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import type { Actor } from '#sync/operations/define-operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Scope } from '#sync/wire/pull.ts'
import { createCopyStore, type CopyStore } from '#web/local/copy/copy-store.ts'
import { createEngine, type Engine } from '#web/local/engine/engine.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { databaseNames, type Channel, type EnginePorts } from '#web/local/engine/ports.ts'
import { createMemorySyncServer, type MemorySyncServer } from './memory-sync-server.ts'
import { config, itemRow, uuid, warehouseId } from './rows.ts'

export const accountId = uuid(1)

export const scope: Scope = { key: 'scope-a', accountId, warehouseIds: [warehouseId], storeIds: [] }

/** An operator of the warehouse. */
export function operator(number: number, name = `Operator ${number}`): Author {
  const userId = uuid(5, number)
  return { userId, name, accountId, module: 'rps', userType: 'warehouse_operator', warehouseIds: [warehouseId] }
}

/** The same, as a manager of the warehouse. */
export function manager(number: number): Author {
  return { ...operator(number), userType: 'warehouse_manager' }
}

/** Joins the tabs of one device. */
export function createHub(): () => Channel {
  const listeners = new Map<object, (message: unknown) => void>()
  return () => {
    const key = {}
    return {
      post(message) {
        for (const [other, listen] of listeners) if (other !== key) queueMicrotask(() => listen(message))
      },
      listen(listener) {
        listeners.set(key, listener)
        return () => listeners.delete(key)
      },
    }
  }
}

/** Web Locks of one device: one task at a time under a name. */
export function createLocks(): EnginePorts['runLocked'] {
  const turns = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const next = (turns.get(name) ?? Promise.resolve()).then(task, task)
    turns.set(
      name,
      next.catch(() => undefined),
    )
    return next
  }
}

export type Intercept = (path: string, next: () => Promise<Response>, init?: RequestInit) => Promise<Response>

/** A device: its disk, its locks, its network, and the tabs opened on it. */
export interface Device {
  /** Starts a tab, drawn for an account where it is named; `watch` gets its engine before. */
  openTab(watch?: (engine: Engine) => void, drawnFor?: string): Promise<Engine>
  offline: boolean
  intercept: Intercept
  readonly indexedDB: IDBFactory
  readonly runLocked: EnginePorts['runLocked']
  clockMs: number
  close(): Promise<void>
}

/** A device on a disk of its own; `wrap` stands between its engine and the copy. */
export function createDevice(
  server: MemorySyncServer,
  indexedDB: IDBFactory = new IDBFactory(),
  wrap: (copy: CopyStore) => CopyStore = (copy) => copy,
): Device {
  const hub = createHub()
  const runLocked = createLocks()
  const tabs: Engine[] = []
  const device: Device = {
    offline: false,
    intercept: (_path, next) => next(),
    indexedDB,
    runLocked,
    clockMs: Date.UTC(2026, 10, 21),
    async openTab(watch, drawnFor) {
      const ports = portsOf()
      const engine = createEngine(ports, wrap(createCopyStore(ports)))
      tabs.push(engine)
      watch?.(engine)
      await engine.start(drawnFor)
      return engine
    },
    async close() {
      for (const tab of tabs) await tab.stop()
    },
  }
  function portsOf(): EnginePorts {
    return {
      indexedDB,
      IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
      databaseNames,
      fetch: (async (input: string, init?: RequestInit) => {
        if (device.offline) throw new TypeError('offline')
        return device.intercept(input, () => server.fetch(input, init), init)
      }) as unknown as typeof fetch,
      nowMs: () => device.clockMs++,
      random: (count) => crypto.getRandomValues(new Uint8Array(count)),
      runLocked,
      channel: hub(),
      setTimer(run, waitMs) {
        const timer = setTimeout(run, waitMs)
        timer.unref()
        return () => clearTimeout(timer)
      },
      isOnline: () => !device.offline,
      persist: async () => true,
      onStorageProblem: () => undefined,
    }
  }
  return device
}

/** A server with items 1 to `count`, two operators, and a manager as the third person. */
export function createServer(count: number, overrides: Partial<ItemRow> = {}): MemorySyncServer {
  const actors = [operator(1), operator(2), manager(3)].map(({ userId, userType, warehouseIds }): Actor => ({
    userId,
    userType,
    warehouseIds,
  }))
  const items = Array.from({ length: count }, (_, at) => itemRow(at + 1, overrides))
  return createMemorySyncServer({ config, scope, items, actors })
}

/** Signs an operator in on a tab, with a token and the key of decided work, where told, and waits for the first copy. */
export async function signIn(
  engine: Engine,
  server: MemorySyncServer,
  author: Author,
  lockKey?: string,
  formerLockKeys?: readonly string[],
): Promise<string> {
  const token = server.issueGrant(await engine.deviceId(), author.userId, author.module)
  const owner = { userId: author.userId, module: author.module }
  const grant = { ...owner, token, expiresAt: '2027-01-01T00:00:00Z', lockKey, formerLockKeys }
  await engine.signIn(author)
  await engine.storeGrant(grant)
  await engine.sync()
  return token
}
