import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { browserPorts } from './browser-ports.ts'
import { createCopyClient } from './copy-client.ts'
import { createEngine, type Engine } from './engine.ts'
import { keepAwake } from './keep-awake.ts'
import type { SyncStatus } from './sync-status.ts'
import type { TrayGroup } from './tray.ts'

interface DeviceEngine {
  readonly engine: Engine
  /** Starts the engine at the first call; resolves when its outbox is open. */
  readonly start: () => Promise<SyncStatus>
}

const EngineContext = createContext<DeviceEngine | null>(null)

/** Owns the one engine of this tab and wakes it on what happens to the page. */
export function EngineProvider({ children }: { readonly children: ReactNode }) {
  const [device] = useState(createDeviceEngine)
  useEffect(() => {
    void device.start()
    return keepAwake(device.engine)
  }, [device])
  return <EngineContext value={device}>{children}</EngineContext>
}

function createDeviceEngine(): DeviceEngine {
  const copy = createCopyClient(() => new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module' }))
  const engine = createEngine(
    browserPorts(() => undefined),
    copy,
  )
  let started: Promise<SyncStatus> | null = null
  return { engine, start: () => (started ??= engine.start()) }
}

function useDeviceEngine(): DeviceEngine {
  const device = use(EngineContext)
  if (device === null) throw new Error('no EngineProvider above this component')
  return device
}

/** The engine of this tab. */
export function useEngine(): Engine {
  return useDeviceEngine().engine
}

/** Waits until the engine has started, which is when it knows who captured last. */
export function useEngineStart(): () => Promise<SyncStatus> {
  return useDeviceEngine().start
}

/** Everything that the connection badge shows; another object only when something changed. */
export function useSyncStatus(): SyncStatus {
  const { subscribe, status } = useEngine()
  return useSyncExternalStore(subscribe, status)
}

/** Refused operations by cause; null until they have been read. */
export function useTray(): readonly TrayGroup[] | null {
  const engine = useEngine()
  const [groups, setGroups] = useState<readonly TrayGroup[] | null>(null)
  useEffect(() => {
    let alive = true
    let asked = 0
    const read = async (): Promise<void> => {
      const mine = ++asked
      const found = await engine.tray()
      if (alive && mine === asked) setGroups(found)
    }
    void read()
    const leave = engine.subscribe(({ kind }) => {
      if (kind !== 'status') void read()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine])
  return groups
}
