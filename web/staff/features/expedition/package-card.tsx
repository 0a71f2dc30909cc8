import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isInactiveDestination } from '#sync/operations/expedition/inactive-destination.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** A package in a list: where it goes, how much is in it, and what is the matter with it. */
export function PackageCard(props: {
  readonly view: PackageView
  readonly config: Config
  readonly isCurrent?: boolean
  readonly onOpen: (packageId: string) => void
}) {
  const { t } = useTranslation('expedition')
  const { row, pending, refused } = props.view
  const name = useWarehouseName(props.config)
  return (
    <li>
      <button
        type="button"
        className={`${rows.row} ${rows.box} ${styles.card}`}
        aria-current={props.isCurrent || undefined}
        onClick={() => props.onOpen(row.id)}
      >
        <span className={rows.words}>
          <span className={styles.cardPlace}>{name(row.destinationWarehouseId)}</span>
          {row.number !== null && <span className={words.mono}>{groupCode(row.number)}</span>}
          <span className={words.soft}>
            {t(($) => $.card.items, { count: row.itemIds.length })} · {t(($) => $.card.state[row.status])}
          </span>
          {row.status === 'open' && isInactiveDestination(props.config, row.destinationWarehouseId) && (
            <span className={words.error}>{t(($) => $.card.inactive)}</span>
          )}
          {pending > 0 && <span className={words.soft}>{t(($) => $.card.pending, { count: pending })}</span>}
          {refused > 0 && <span className={words.error}>{t(($) => $.card.refused, { count: refused })}</span>}
          {row.labelState === 'failed' && <span className={words.error}>{t(($) => $.word.SHIPMENT_ERROR)}</span>}
          {row.labelState === 'awaiting' && <span className={words.soft}>{t(($) => $.card.labelAwaited)}</span>}
          {props.isCurrent && <span className={styles.current}>{t(($) => $.card.current)}</span>}
        </span>
        <IconChevronRight size={28} aria-hidden />
      </button>
    </li>
  )
}

/** Names warehouses as the copy knows them. */
export function useWarehouseName(config: Config): (id: string) => string {
  const { t } = useTranslation('expedition')
  return (id) => config.warehouses.find((warehouse) => warehouse.id === id)?.name ?? t(($) => $.card.unknownWarehouse)
}
