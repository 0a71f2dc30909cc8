import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import styles from './check-in/sheets.module.css'

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
      <h2 className={styles.strong}>{t(($) => $.warehouse.title)}</h2>
      <p className={styles.soft}>
        {warehouses.length === 0 ? t(($) => $.warehouse.none) : t(($) => $.warehouse.text)}
      </p>
      <ul className={styles.choices}>
        {warehouses.map(({ id, name, city }) => (
          <li key={id}>
            <button type="button" className={styles.choice} onClick={() => onPick(id)}>
              <span className={styles.choiceText}>
                <strong>{name}</strong>
                {city !== null && <span className={styles.soft}>{city}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </FloorLayout>
  )
}
