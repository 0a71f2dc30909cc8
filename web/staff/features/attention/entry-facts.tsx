import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { LatestChange } from './latest-change.tsx'
import { PackageFacts } from './package-facts.tsx'
import type { TrayEntry } from './tray-entry.ts'
import { stepOf, useEntryAction } from './use-entry-action.ts'
import factStyles from '#web/staff/ui/facts.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/** Who, what, when, why, and the server's present state. */
export function EntryFacts({ entry }: { readonly entry: TrayEntry }) {
  const { t } = useTranslation('sync')
  const warehouse = useTranslation('warehouse')
  const item = useTranslation('item')
  const reasonText = useReasonText()
  const actionText = useEntryAction()
  const format = useFormat()
  const step = stepOf(entry)
  return (
    <dl className={`${factStyles.facts} ${styles.facts}`}>
      <dt>{t(($) => $.attention.why)}</dt>
      <dd className={styles.why}>{reasonText(entry.reason)}</dd>
      <dt>{t(($) => $.attention.what)}</dt>
      <dd>{actionText(entry)}</dd>
      {entry.code !== null && (
        <>
          <dt>{t(($) => $.attention.code)}</dt>
          <dd className={words.mono}>{groupCode(entry.code)}</dd>
        </>
      )}
      <dt>{t(($) => $.attention.who)}</dt>
      <dd>{entry.authorName}</dd>
      <dt>{t(($) => $.attention.when)}</dt>
      <dd>{format.dateTime(new Date(entry.capturedAtMs))}</dd>
      {(entry.item !== null || entry.code !== null) && (
        <>
          <dt>{t(($) => $.attention.serverState)}</dt>
          <dd>
            {entry.item === null
              ? t(($) => $.attention.serverUnknown)
              : warehouse.t(($) => $.itemStatus[entry.item?.status ?? 'item_in_transit'])}
            {step === undefined ? null : ` · ${step.name}: ${item.t(($) => $.stepStatus[step.status])}`}
          </dd>
        </>
      )}
      <PackageFacts entry={entry} />
      {entry.item === null ? null : <LatestChange itemId={entry.item.id} stepId={step?.stepId ?? null} />}
    </dl>
  )
}
