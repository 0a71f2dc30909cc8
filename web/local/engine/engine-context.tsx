import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Engine } from './engine.ts'
import { useEngineRead } from './engine-reads.ts'
import type { ItemHistories } from '#web/local/copy/item-histories.ts'
import type { SyncStatus } from './sync-status.ts'
import { EngineSourceContext } from './engine-source.ts'
import { withShownStocks } from '#web/local/copy/shown-stocks.ts'
import type { TabEngine } from './tab-engine.ts'
import type { TrayGroup } from '#web/local/outbox/tray.ts'

interface TiedEngine extends TabEngine {
  /** The engine with the names that its user reads. */
  readonly shown: Engine
}

const EngineContext = createContext<TiedEngine | null>(null)

/** Ties the one engine of this tab to the page; suspends until it is there. */
export function EngineProvider({ children }: { readonly children: ReactNode }) {
  const source = use(EngineSourceContext)
  if (source === null) throw new Error('the start-up root gives no engine')
  const device = use(source)
  const { i18n } = useTranslation('warehouse')
  const tied = useMemo(() => ({ ...device, shown: withShownStocks(device.engine, i18n) }), [device, i18n])
  useEffect(() => device.attach(), [device])
  return <EngineContext value={tied}>{children}</EngineContext>
}

function useDeviceEngine(): TiedEngine {
  const device = use(EngineContext)
  if (device === null) throw new Error('no EngineProvider above this component')
  return device
}

/** The engine of this tab; its configuration names stocks in the user's language. */
export function useEngine(): Engine {
  return useDeviceEngine().shown
}

/** The engine of this tab for papers, which name stocks as the account has them, for every user who prints. */
export function usePaperEngine(): Engine {
  return useDeviceEngine().engine
}

/** What this device keeps of items beside their rows. */
export function useHistories(): ItemHistories {
  return useDeviceEngine().histories
}

/** Resolves when the engine has started, which is when it knows who captured last. */
export function useEngineStart(): Promise<SyncStatus> {
  return useDeviceEngine().whenStarted
}

/** Everything that the connection badge shows; another object only when something changed. */
export function useSyncStatus(): SyncStatus {
  const { subscribe, status } = useEngine()
  return useSyncExternalStore(subscribe, status)
}

/** Whether the server is within reach, as far as the engine knows; of everything else nothing is drawn again. */
export function useIsOnline(): boolean {
  const { subscribe, status } = useEngine()
  return useSyncExternalStore(subscribe, () => status().online)
}

/** Refused operations by cause; null until they have been read. */
export function useTray(): readonly TrayGroup[] | null {
  const engine = useEngine()
  return useEngineRead(engine, 'tray', engine.tray) ?? null
}
