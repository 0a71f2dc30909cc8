import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isSettled } from '#domain/buyback/buyback-status.ts'
import type { WorkKind } from '#domain/item/next-work.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { dayIn } from '#web/lib/account-day.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useMinute } from '#web/lib/use-minute.ts'
import { wrongByMs } from '#web/local/engine/device-clock.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import type { ListedItem } from '#web/local/list/list-query.ts'
import { urgencyOf } from './work-urgency.ts'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './work.module.css'

/** Items by urgency; each opens its next action. */
export function WorkItems(props: {
  readonly items: readonly ListedItem[]
  /** Items beyond those shown. */
  readonly more: number
  /** All are of one kind, which stands above them. */
  readonly hidesKind: boolean
  readonly onOpen: (kind: WorkKind, itemId: string) => void
}) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const engine = useEngine()
  const aheadMs = useEngineValue(engine, () => wrongByMs(engine.status().clockAheadMs) ?? 0)
  // Ages and days are the server's, whatever the device's clock says.
  const nowMs = useMinute() - aheadMs
  const today = dayIn(engine.config()?.settings.timeZone ?? 'Europe/Paris', nowMs)
  return (
    <>
      <ol className={rows.list}>
        {props.items.map((item) => {
          const { work } = item
          // Once the price is final, the payment depends on the floor no more.
          const promisedOn = isSettled(item.buybackStatus) ? null : item.promisedOn
          const { isOverdue, isToday } = urgencyOf(promisedOn, today)
          return (
            <li key={item.id}>
              <button
                type="button"
                className={`${rows.row} ${rows.box} ${styles.item}`}
                data-urgent={isOverdue || isToday || undefined}
                onClick={() => (work === null ? undefined : props.onOpen(work, item.id))}
              >
                <strong>{productName(item) ?? tw(($) => $.product.unknown)}</strong>
                <span className={words.mono} translate="no">
                  {groupCode(item.code)}
                </span>
                {work === null || props.hidesKind ? null : (
                  <span className={styles.what}>{t(($) => $.work.kind[work])}</span>
                )}
                <span className={styles.when}>
                  {isOverdue ? (
                    <span className={styles.late}>
                      <IconAlertTriangle size={18} aria-hidden /> {t(($) => $.work.late)}
                    </span>
                  ) : null}
                  {promisedOn === null
                    ? t(($) => $.work.since, { age: format.duration(nowMs - item.createdAtMs) })
                    : t(($) => $.work.promised, { day: format.date(promisedOn) })}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {props.more > 0 ? <p className={words.soft}>{t(($) => $.work.more, { count: props.more })}</p> : null}
    </>
  )
}
