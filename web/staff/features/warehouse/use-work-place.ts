import { useCallback, useSyncExternalStore } from 'react'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine.ts'

/** Where the operator checks in, with what the account says about it. */
export interface WorkPlace {
  readonly warehouseId: string
  readonly config: Config | null
}

/** The place, or what is still needed to know it. */
export type WorkPlaceAnswer =
  | { readonly kind: 'ready'; readonly place: WorkPlace; readonly changeWarehouse: (() => void) | null }
  | { readonly kind: 'choose'; readonly config: Config | null; readonly choose: (warehouseId: string) => void }
  /** Check-in is disabled for this account and user (WH-04). */
  | { readonly kind: 'disabled' }

/** The signed-in user's warehouse; administrators choose one (WH-05). */
export function useWorkPlace(engine: Engine, user: StoredUser): WorkPlaceAnswer {
  const config = useEngineValue(engine, engine.config)
  const author = useEngineValue(engine, engine.author)
  const admin = isAdminType(user.userType)
  const choose = useCallback(
    (warehouseId: string | undefined): void => {
      const current = engine.author()
      if (current === null) return
      const { chosenWarehouseId: _before, ...rest } = current
      void engine.signIn(warehouseId === undefined ? rest : { ...rest, chosenWarehouseId: warehouseId })
    },
    [engine],
  )
  if (config?.settings.warehouseCheckinRequirement === 'disabled' && !admin) return { kind: 'disabled' }
  if (!admin) return { kind: 'ready', place: { warehouseId: user.currentOrganization?.id ?? '', config }, changeWarehouse: null }
  const chosen = author?.chosenWarehouseId
  if (chosen === undefined) return { kind: 'choose', config, choose }
  return { kind: 'ready', place: { warehouseId: chosen, config }, changeWarehouse: () => choose(undefined) }
}

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}

