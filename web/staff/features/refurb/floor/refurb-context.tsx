import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { Config } from '#sync/wire/pull.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { useChosenWarehouse } from '#web/local/work-place/chosen-place.ts'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { PlaceChoices } from '#web/staff/ui/floor/place-choices.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** Where the operator works, and with what. */
export interface RefurbContext {
  readonly engine: Engine
  readonly userId: string
  readonly warehouseId: string
  readonly config: Config
}

/** Draws its child once the place is known: admin types choose their warehouse, and a new device waits for its copy. */
export function RefurbContextGate(props: {
  readonly title: string
  readonly children: (workshop: RefurbContext) => ReactNode
}) {
  const { t } = useTranslation('refurb')
  const engine = useEngine()
  const user = useSignedInUser()
  const config = useEngineValue(engine, engine.config)
  const author = useEngineValue(engine, engine.author)
  const { warehouseId, choose } = useChosenWarehouse(engine, user)
  if (config === null || author === null) {
    return (
      <FloorLayout title={props.title}>
        <p className={words.soft}>{t(($) => $.place.loading)}</p>
        <RowsSkeleton height={72} />
      </FloorLayout>
    )
  }
  if (warehouseId === undefined) {
    return (
      <FloorLayout title={props.title}>
        <h2 className={styles.heading}>{t(($) => $.place.title)}</h2>
        <PlaceChoices places={config.warehouses} onPick={choose} />
      </FloorLayout>
    )
  }
  return props.children({ engine, userId: user.id, warehouseId, config })
}
