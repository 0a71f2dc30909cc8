import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { FloorSelect } from '#web/staff/ui/floor/floor-field.tsx'
import { useWarehouseName } from './package-card.tsx'
import { packageSorts, type PackageSort } from './package-order.ts'
import styles from './expedition.module.css'

/** Narrows and orders the packages; what is chosen stands in the address. */
export function PackageChoices(props: {
  readonly destinations: readonly string[]
  readonly wanted: string | null
  readonly sort: PackageSort
  readonly config: Config
  readonly itemId: string | undefined
}) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const name = useWarehouseName(props.config)
  const { wanted, sort, itemId } = props
  const show = (destination: string | null, by: PackageSort): void =>
    void navigate({
      to: '/expedition',
      search: {
        ...(itemId === undefined ? {} : { itemId }),
        ...(destination === null ? {} : { destination }),
        ...(by === 'destination' ? {} : { sort: by }),
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={styles.choices}>
      <FloorSelect
        label={t(($) => $.overview.destination)}
        value={wanted ?? ''}
        options={[
          { value: '', label: t(($) => $.overview.allDestinations) },
          ...props.destinations.map((id) => ({ value: id, label: name(id) })),
        ]}
        onChange={(value) => show(value === '' ? null : value, sort)}
      />
      <FloorSelect
        label={t(($) => $.overview.sort.label)}
        value={sort}
        options={packageSorts.map((by) => ({ value: by, label: t(($) => $.overview.sort[by]) }))}
        onChange={(value) => show(wanted, packageSorts.find((by) => by === value) ?? 'destination')}
      />
    </div>
  )
}
