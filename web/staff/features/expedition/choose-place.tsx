import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { PlaceChoices } from '#web/staff/ui/floor/place-choices.tsx'
import { StoreChoices } from '#web/staff/ui/floor/store-choices.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import styles from './expedition.module.css'

/**
 * Asks users who belong to no warehouse and no store where they ship from; the place chosen before stays until another
 * one is chosen.
 */
export function ChoosePlace(props: {
  readonly title: string
  readonly kind: 'warehouse' | 'store'
  readonly warehouses: Config['warehouses']
  readonly onPick: (placeId: string) => void
  /** Goes on in the place chosen before; null where none was. */
  readonly onKeep: (() => void) | null
}) {
  const { t } = useTranslation('expedition')
  const { kind, onKeep } = props
  return (
    <FloorLayout
      title={props.title}
      actions={
        onKeep === null ? undefined : (
          <FloorAction tone="quiet" onClick={onKeep}>
            {t(($) => $.place.keep[kind])}
          </FloorAction>
        )
      }
    >
      <div className={arrange.stack}>
        <h2 className={styles.heading}>{t(($) => $.place.choose[kind])}</h2>
        {kind === 'warehouse' ? (
          <PlaceChoices places={props.warehouses} onPick={props.onPick} />
        ) : (
          <StoreChoices onPick={props.onPick} />
        )}
      </div>
    </FloorLayout>
  )
}
