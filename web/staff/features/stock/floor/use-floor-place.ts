import { useCallback, useSyncExternalStore } from 'react'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine.ts'

/** The warehouse whose stocks are worked on, or that it is still to be chosen. */
export type FloorPlace =
  | {
      readonly kind: 'ready'
      readonly warehouseId: string
      readonly config: Config | null
      readonly change: (() => void) | null
    }
  | { readonly kind: 'choose'; readonly config: Config | null; readonly choose: (warehouseId: string) => void }

/** The signed-in user's warehouse; administrators choose one, which then holds on every floor screen. */
export function useFloorPlace(engine: Engine, user: StoredUser): FloorPlace {
  const config = useEngineValue(engine, engine.config)
  const author = useEngineValue(engine, engine.author)
  const choose = useCallback(
    (warehouseId: string | undefined): void => {
      const current = engine.author()
      if (current === null) return
      const { chosenWarehouseId: _before, ...rest } = current
      void engine.signIn(warehouseId === undefined ? rest : { ...rest, chosenWarehouseId: warehouseId })
    },
    [engine],
  )
  if (!isAdminType(user.userType)) {
    return { kind: 'ready', warehouseId: user.currentOrganization?.id ?? '', config, change: null }
  }
  const chosen = author?.chosenWarehouseId
  if (chosen === undefined) return { kind: 'choose', config, choose }
  return { kind: 'ready', warehouseId: chosen, config, change: () => choose(undefined) }
}

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}
