import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { Config } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { usePrint } from '#web/staff/ui/print/use-print.ts'
import { outcomeTones } from './control-outcome.ts'
import { useCustomerMessage } from './customer-message.ts'
import type { ComplianceState } from './use-compliance.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

/** The confirmed test: outcome, and where the product goes. */
export function DoneStep(props: {
  readonly done: Extract<ComplianceState, { step: 'done' }>
  readonly config: Config | null
}) {
  const { t } = useTranslation('compliance')
  const told = useCustomerMessage()
  const print = usePrint()
  const { item, outcome, evaluated, photos } = props.done
  const stock = props.config?.stocks.find(({ id }) => id === item.stockId)?.name
  const isQuarantined = outcome === 'proposal' || outcome === 'set_aside'
  return (
    <>
      <FloorNotice tone={outcomeTones[outcome]} title={t(($) => $.outcome[outcome])} role="status">
        <p className={styles.doneLabel}>
          {isQuarantined
            ? t(($) => $.done.quarantine)
            : stock === undefined
              ? t(($) => $.done.noPlace)
              : t(($) => $.done.place)}
        </p>
        {!isQuarantined && stock !== undefined && <p className={styles.donePlace}>{stock}</p>}
      </FloorNotice>
      <div>
        <p className={styles.doneItem}>
          <strong>{productName(item) ?? groupCode(item.code)}</strong>
          <span className={words.mono}>{groupCode(item.code)}</span>
        </p>
        <p>{told(evaluated)}</p>
        {photos > 0 && <p className={words.soft}>{t(($) => $.done.photos, { count: photos })}</p>}
        <p className={words.soft}>{t(($) => $.done.scan)}</p>
      </div>
      <div className={arrange.row}>
        <FloorAction tone="quiet" icon={IconPrinter} onClick={() => print({ kind: 'item_label', id: item.id })}>
          {t(($) => $.done.print)}
        </FloorAction>
      </div>
    </>
  )
}
