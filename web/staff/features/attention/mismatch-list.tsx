import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { LetteredAction } from '#web/staff/ui/floor/lettered-action.tsx'
import { shownSlip } from '#web/local/outbox/outcome-mismatch.ts'
import type { Mismatch, PredictedResult } from './use-mismatches.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/** Work with another result than its operators were shown: each piece stays until a user has seen it. */
export function MismatchList(props: {
  readonly entries: readonly Mismatch[]
  readonly onSaid: (text: string) => void
}) {
  const { t } = useTranslation('sync')
  const engine = useEngine()
  const reasonText = useReasonText()
  const refused = (error: unknown): void => {
    if (!isStorageError(error)) throw error
    props.onSaid(reasonText('DEVICE_STORAGE_REFUSED'))
  }
  if (props.entries.length === 0) return null
  return (
    <section className={styles.cause}>
      <h2 className={styles.causeTitle}>{t(($) => $.attention.differing.title)}</h2>
      <p className={words.soft}>{t(($) => $.attention.differing.text)}</p>
      <ul className={styles.entries}>
        {props.entries.map((entry) => (
          <Entry
            key={entry.opId}
            entry={entry}
            onSeen={() => {
              void engine
                .acknowledge(entry.opId)
                .then(() => props.onSaid(t(($) => $.attention.differing.done)), refused)
            }}
          />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry, onSeen }: { readonly entry: Mismatch; readonly onSeen: () => void }) {
  const { t } = useTranslation(['sync', 'compliance', 'warehouse'])
  const format = useFormat()
  const { code, product } = entry
  const name = product ?? (code === null ? t(($) => $.attention.photos.unknownItem) : groupCode(code))
  // A stock that bears the name of the outcome says nothing more.
  const said = ({ outcome, status, stock }: PredictedResult): string => {
    const parts = [
      outcome === null ? null : t(($) => $.outcome[outcome], { ns: 'compliance' }),
      status === null ? null : t(($) => $.itemStatus[status], { ns: 'warehouse' }),
      stock,
    ]
    return [...new Set(parts.filter((part) => part !== null))].join(' · ')
  }
  return (
    <li className={styles.entry}>
      <div className={styles.entryText}>
        <strong>{name}</strong>
        {product !== null && code !== null && <span className={words.mono}>{groupCode(code)}</span>}
        {entry.slip === null ? (
          <>
            <span>{t(($) => $.attention.differing.told, { result: said(entry.told) })}</span>
            <span className={styles.why}>{t(($) => $.attention.differing.came, { result: said(entry.came) })}</span>
          </>
        ) : (
          <span className={styles.why}>{t(($) => $.attention.differing.voidSlip, shownSlip(entry.slip))}</span>
        )}
        <span className={words.soft}>
          {entry.authorName} · {format.dateTime(new Date(entry.capturedAtMs))}
        </span>
        {!entry.mayResolve && <span className={words.soft}>{t(($) => $.attention.otherAuthor)}</span>}
      </div>
      {entry.mayResolve && (
        <LetteredAction tone="quiet" asks onClick={onSeen}>
          {t(($) => $.attention.differing[entry.slip === null ? 'seen' : 'slipReplaced'])}
          <span className="visually-hidden"> {name}</span>
        </LetteredAction>
      )}
    </li>
  )
}
