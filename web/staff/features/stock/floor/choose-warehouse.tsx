import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { PlaceChoices } from '#web/staff/ui/floor/place-choices.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

interface Props {
  readonly title: string
  readonly warehouses: Config['warehouses']
  readonly onPick: (warehouseId: string) => void
}

/** Admin types belong to no warehouse: they choose whose stocks they work on. */
export function ChooseWarehouse({ title, warehouses, onPick }: Props) {
  const { t } = useTranslation('stock')
  return (
    <FloorLayout title={title}>
      <div className={arrange.stack}>
        <h2 className={words.strong}>{t(($) => $.floor.warehouse)}</h2>
        {warehouses.length === 0 && <p className={words.soft}>{t(($) => $.floor.noWarehouse)}</p>}
        <PlaceChoices places={warehouses} onPick={onPick} />
      </div>
    </FloorLayout>
  )
}
