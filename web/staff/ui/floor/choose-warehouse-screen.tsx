import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { PlaceChoices } from './place-choices.tsx'
import { FloorLayout } from './floor-layout.tsx'
import words from './floor-text.module.css'

interface Props {
  readonly title: string
  readonly warehouses: Config['warehouses']
  readonly onPick: (warehouseId: string) => void
}

/** Admin types belong to no warehouse: they choose where the products stand (WH-05). */
export function ChooseWarehouseScreen({ title, warehouses, onPick }: Props) {
  const { t } = useTranslation('warehouse')
  return (
    <FloorLayout title={title}>
      <h2 className={words.strong}>{t(($) => $.warehouse.title)}</h2>
      <p className={words.soft}>{warehouses.length === 0 ? t(($) => $.warehouse.none) : t(($) => $.warehouse.text)}</p>
      <PlaceChoices places={warehouses} onPick={onPick} />
    </FloorLayout>
  )
}
