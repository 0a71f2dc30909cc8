import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { FloorSelect } from '#web/staff/ui/floor-field.tsx'
import { useWarehouseName } from './package-card.tsx'
import { packageSorts, type PackageSort } from './package-order.ts'
import arrange from '#web/staff/ui/floor-arrange.module.css'

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
    <div className={arrange.pair}>
      <FloorSelect
        label={t(($) => $.overview.destination)}
        value={wanted ?? ''}
        onChange={({ currentTarget: { value } }) => show(value === '' ? null : value, sort)}
      >
        <option value="">{t(($) => $.overview.allDestinations)}</option>
        {props.destinations.map((id) => (
          <option key={id} value={id}>
            {name(id)}
          </option>
        ))}
      </FloorSelect>
      <FloorSelect
        label={t(($) => $.overview.sort.label)}
        value={sort}
        onChange={({ currentTarget: { value } }) =>
          show(wanted, packageSorts.find((by) => by === value) ?? 'destination')
        }
      >
        {packageSorts.map((by) => (
          <option key={by} value={by}>
            {t(($) => $.overview.sort[by])}
          </option>
        ))}
      </FloorSelect>
    </div>
  )
}
