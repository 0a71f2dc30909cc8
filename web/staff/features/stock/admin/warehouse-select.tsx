import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { withOfflineFallback, useConfigCopy, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import { useOnlyChoice } from '#web/staff/ui/form/only-choice.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { warehousesQuery } from './stock-calls.ts'

interface Props {
  readonly value: string | null
  readonly onChange: (warehouseId: string | null) => void
  /** Offers all of them at once. */
  readonly isFilter?: boolean
  readonly error?: string | null
  /** Told of the only one, which need not be chosen. */
  readonly onOnly?: (warehouseId: string) => void
}

/** Chooses one of the account's warehouses. */
export function WarehouseSelect({ value, onChange, isFilter = false, error = null, onOnly }: Props) {
  const { t } = useTranslation('stock')
  const known = useConfigCopy((config) => ({
    'hydra:member': config.warehouses.map(({ id, name }) => ({ id, commonName: name })),
  }))
  const { value: found } = withOfflineFallback(useServerQuery(warehousesQuery(useHttp())), known)
  const warehouses = (found?.['hydra:member'] ?? []).map(({ id, commonName }) => ({ value: id, label: commonName }))
  useOnlyChoice(warehouses, value === null && onOnly !== undefined, (only) => onOnly?.(only))
  const all = isFilter ? [{ value: 'all', label: t(($) => $.admin.allWarehouses) }] : []
  return (
    <TruncatedSelect
      label={t(($) => $.admin.warehouse)}
      withAsterisk={!isFilter}
      data={[...all, ...warehouses]}
      value={value ?? (isFilter ? 'all' : null)}
      allowDeselect={false}
      error={error}
      onChange={(next) => onChange(next === 'all' ? null : next)}
    />
  )
}
