import { useCallback } from 'react'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useEngineValue } from './engine-reads.ts'
import type { Engine } from './engine.ts'

/** In which warehouse a user works. */
export interface ChosenWarehouse {
  /** Undefined while an admin type, who belongs to none, has not chosen one. */
  readonly warehouseId: string | undefined
  /** Chooses for every floor screen of this device; undefined takes the choice back. */
  readonly choose: (warehouseId: string | undefined) => void
  /** Takes the choice back; null for those who have none. */
  readonly change: (() => void) | null
}

/** The signed-in user's warehouse; admin types choose one, which then holds on every floor screen (WH-05). */
export function useChosenWarehouse(engine: Engine, user: StoredUser): ChosenWarehouse {
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
  if (!isAdminType(user.userType)) return { warehouseId: user.currentOrganization?.id ?? '', choose, change: null }
  return { warehouseId: author?.chosenWarehouseId, choose, change: () => choose(undefined) }
}
