import type { Config } from '#sync/wire/pull.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useChosenPlace, type ChosenPlace } from '#web/local/work-place/chosen-place.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'

export interface SellingStore {
  readonly id: string
  /** Empty while the configuration of a chosen store is on its way. */
  readonly name: string
}

/** Where the signed-in user sells. */
export interface SellingPlace {
  /** The user's own store, or the one of their branch that they have chosen; null where there is none. */
  readonly store: SellingStore | null
  /** Chooses a store of the branch; null for those who have none to choose from. */
  readonly choose: ChosenPlace['choose'] | null
  /** Whether the choice of before is still being read. */
  readonly isReading: boolean
}

/** The store that the signed-in user sells in: one alone may be sold in by those who belong to it. */
export function useSellingPlace(): SellingPlace {
  const engine = useEngine()
  const user = useSignedInUser()
  const author = useEngineValue(engine, engine.author)
  const config = useEngineValue(engine, engine.config)
  const chosen = useChosenPlace(engine, user)
  const own = user.currentOrganization
  if (own?.type === 'store') return { store: { id: own.id, name: own.commonName }, choose: null, isReading: false }
  if (chosen.kind !== 'store') return { store: null, choose: null, isReading: false }
  const { placeId, choose } = chosen
  const name = nameIn(config, placeId)
  return { store: placeId === undefined ? null : { id: placeId, name }, choose, isReading: author === null }
}

/** The name of a store that sold on this device, which may be another one than sells there now; empty where unknown. */
export function useStoreName(storeId: string): string {
  const engine = useEngine()
  const own = useSignedInUser().currentOrganization
  const config = useEngineValue(engine, engine.config)
  return own?.id === storeId ? own.commonName : nameIn(config, storeId)
}

function nameIn(config: Config | null, storeId: string | null | undefined): string {
  return config?.stores?.find(({ id }) => id === storeId)?.name ?? ''
}
