import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { useChosenWarehouse } from '#web/local/work-place/chosen-place.ts'
import type { Engine } from '#web/local/engine/engine.ts'

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
  const { warehouseId, choose, change } = useChosenWarehouse(engine, user)
  if (warehouseId === undefined) return { kind: 'choose', config, choose }
  return { kind: 'ready', warehouseId, config, change }
}
