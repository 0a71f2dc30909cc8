import { useTranslation } from 'react-i18next'
import type { Config } from '#sync/wire/pull.ts'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import styles from './stock-floor.module.css'

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
      <div className={styles.screen}>
        <h2 className={styles.strong}>{t(($) => $.floor.warehouse)}</h2>
        {warehouses.length === 0 && <p className={styles.soft}>{t(($) => $.floor.noWarehouse)}</p>}
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
      </div>
    </FloorLayout>
  )
}
