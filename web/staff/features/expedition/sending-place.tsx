import { use, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useChosenPlace, type ChosenPlace } from '#web/local/work-place/chosen-place.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineValue, useCopyFetchFailure } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorFrameContext } from '#web/staff/ui/floor/floor-frame.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ChoosePlace } from './choose-place.tsx'

/** Where packages are filled, with everything a screen of the expedition works on. */
export interface SendingPlace {
  readonly engine: Engine
  readonly user: StoredUser
  readonly origin: PackageOrigin
  readonly config: Config
  /** For those who have chosen the place. */
  readonly changePlace: (() => void) | null
}

/** The signed-in user's place, or what is still needed to know it. */
export function WithSendingPlace(props: {
  readonly title: string
  readonly children: (place: SendingPlace) => ReactNode
}) {
  const { t } = useTranslation('expedition')
  const engine = useEngine()
  const user = useSignedInUser()
  const config = useEngineValue(engine, engine.config)
  const author = useEngineValue(engine, engine.author)
  const chosen = useChosenPlace(engine, user)
  const missed = useCopyFetchFailure(engine)
  const [isChoosing, setChoosing] = useState(false)
  const origin = originOf(user, chosen)
  const { kind } = chosen
  if (kind !== null && author === null)
    return (
      <FloorLayout title={props.title}>
        <RowsSkeleton rows={4} height={72} />
      </FloorLayout>
    )
  if (kind !== null && (origin === null || isChoosing)) {
    const pick = (placeId: string): void => {
      setChoosing(false)
      chosen.choose(placeId)
    }
    const keep = origin === null ? null : () => setChoosing(false)
    return (
      <ChoosePlace title={props.title} kind={kind} warehouses={config?.warehouses ?? []} onPick={pick} onKeep={keep} />
    )
  }
  const changePlace = kind === null ? null : () => setChoosing(true)
  if (origin === null || config === null) {
    const face = origin === null ? 'none' : 'noCopy'
    return (
      <FloorLayout
        title={props.title}
        actions={kind !== null && <ChangePlace kind={kind} onClick={() => setChoosing(true)} />}
      >
        {face === 'noCopy' && missed.isMissed ? (
          <ErrorState onRetry={missed.retry} />
        ) : (
          <EmptyState title={t(($) => $.place[face].title)} text={t(($) => $.place[face].text)} />
        )}
      </FloorLayout>
    )
  }
  const screen = props.children({ engine, user, origin, config, changePlace })
  return kind === null ? screen : <InPlace name={nameOf(origin, config)}>{screen}</InPlace>
}

/** Leads to the choice of another place. */
export function ChangePlace({ kind, onClick }: { readonly kind: 'warehouse' | 'store'; readonly onClick: () => void }) {
  const { t } = useTranslation('expedition')
  return (
    <FloorAction tone="quiet" onClick={onClick}>
      {t(($) => $.action[kind])}
    </FloorAction>
  )
}

/** Names the place that is worked in instead of the user's own, above the stores. */
function InPlace({ name, children }: { readonly name: string | undefined; readonly children: ReactNode }) {
  const frame = use(FloorFrameContext)
  return <FloorFrameContext value={{ ...frame, place: name ?? frame.place }}>{children}</FloorFrameContext>
}

function originOf(user: StoredUser, { kind, placeId }: ChosenPlace): PackageOrigin | null {
  const id = kind === null ? user.currentOrganization?.id : placeId
  if (id === undefined) return null
  if (kind === 'warehouse' || user.module === 'rps') return { type: 'warehouse', warehouseId: id }
  const isInStore = kind === 'store' || user.userType === 'store_manager' || user.userType === 'store_seller'
  return isInStore ? { type: 'store', storeId: id } : null
}

function nameOf(origin: PackageOrigin, { warehouses, stores }: Config): string | undefined {
  if (origin.type === 'warehouse') return warehouses.find(({ id }) => id === origin.warehouseId)?.name
  return stores?.find(({ id }) => id === origin.storeId)?.name
}
