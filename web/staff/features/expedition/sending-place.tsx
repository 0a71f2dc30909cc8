import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { PackageOrigin } from '#domain/warehouse/packing.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine-context.tsx'
import type { Engine } from '#web/local/engine.ts'
import { useChosenWarehouse } from '#web/local/chosen-warehouse.ts'
import { useEngineValue, useMissedCopy } from '#web/local/engine-reads.ts'
import { EmptyState, ErrorState } from '#web/staff/ui/faces.tsx'
import { WarehouseChoices } from '#web/staff/ui/warehouse-choices.tsx'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import styles from './expedition.module.css'

/** Where packages are filled, with everything a screen of the expedition works on. */
export interface SendingPlace {
  readonly engine: Engine
  readonly user: StoredUser
  readonly origin: PackageOrigin
  readonly config: Config
  /** For admin types, who chose a warehouse. */
  readonly changeWarehouse: (() => void) | null
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
  const { warehouseId, choose, change } = useChosenWarehouse(engine, user)
  const missed = useMissedCopy(engine)
  const isAdmin = isAdminType(user.userType)
  const origin = originOf(user, warehouseId)
  if (origin === null && isAdmin)
    return <ChooseWarehouse title={props.title} warehouses={config?.warehouses ?? []} onPick={choose} />
  if (origin === null || config === null) {
    const face = origin === null ? 'none' : 'noCopy'
    return (
      <FloorLayout title={props.title}>
        {face === 'noCopy' && missed.isMissed ? (
          <ErrorState onRetry={missed.retry} />
        ) : (
          <EmptyState title={t(($) => $.place[face].title)} text={t(($) => $.place[face].text)} />
        )}
      </FloorLayout>
    )
  }
  return props.children({ engine, user, origin, config, changeWarehouse: change })
}

function originOf(user: StoredUser, chosen: string | undefined): PackageOrigin | null {
  if (isAdminType(user.userType)) return chosen === undefined ? null : { type: 'warehouse', warehouseId: chosen }
  const placeId = user.currentOrganization?.id
  if (placeId === undefined) return null
  if (user.module === 'rps') return { type: 'warehouse', warehouseId: placeId }
  const isInStore = user.userType === 'store_manager' || user.userType === 'store_seller'
  return isInStore ? { type: 'store', storeId: placeId } : null
}

function ChooseWarehouse(props: {
  readonly title: string
  readonly warehouses: Config['warehouses']
  readonly onPick: (warehouseId: string) => void
}) {
  const { t } = useTranslation('expedition')
  return (
    <FloorLayout title={props.title}>
      <h2 className={styles.heading}>{t(($) => $.place.choose)}</h2>
      <WarehouseChoices warehouses={props.warehouses} onPick={props.onPick} />
    </FloorLayout>
  )
}
