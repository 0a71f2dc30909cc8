import { useCallback } from 'react'
import { choosesStore, isAdminType } from '#domain/organization/user-type.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { choiceOf, withChoice } from './place-choice.ts'

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
  const { placeId, choose } = useChosenPlace(engine, user)
  if (!isAdminType(user.userType)) return { warehouseId: user.currentOrganization?.id ?? '', choose, change: null }
  return { warehouseId: placeId, choose, change: () => choose(undefined) }
}

/** The place that the signed-in user has chosen on this device, of those who belong to none. */
export interface ChosenPlace {
  /** What there is to choose; null for those who have a place of their own. */
  readonly kind: 'warehouse' | 'store' | null
  readonly placeId: string | undefined
  /** Chooses for this device, whose copy then is that place's; undefined takes the choice back. */
  readonly choose: (placeId: string | undefined) => void
}

/** The choice of admin types, a warehouse, and of managers, a store of their branch. */
export function useChosenPlace(engine: Engine, user: StoredUser): ChosenPlace {
  const author = useEngineValue(engine, engine.author)
  const choose = useCallback(
    (placeId: string | undefined): void => {
      const current = engine.author()
      if (current !== null) void engine.signIn(withChoice(current, placeId))
    },
    [engine],
  )
  const kind = isAdminType(user.userType) ? 'warehouse' : choosesStore(user.userType) ? 'store' : null
  return { kind, placeId: author === null ? undefined : choiceOf(author), choose }
}
