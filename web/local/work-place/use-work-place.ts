import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { useChosenWarehouse } from './chosen-place.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { isCheckInDisabled } from '#web/lib/check-in-disabled.ts'

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
  const { warehouseId, choose, change } = useChosenWarehouse(engine, user)
  if (isCheckInDisabled(user, config)) return { kind: 'disabled' }
  if (warehouseId === undefined) return { kind: 'choose', config, choose }
  return { kind: 'ready', place: { warehouseId, config }, changeWarehouse: change }
}
