import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { LetteredAction } from '#web/staff/ui/floor/lettered-action.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { operationName } from './operation-name.ts'
import { useEntryAction } from './use-entry-action.ts'
import { groupByReason, partBlocked, settleableTogether, type TrayEntry, type TrayGroup } from './tray-entry.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/** The needs-attention tray: one card a cause, one line an action, each with its own way out. */
export function AttentionList(props: {
  readonly entries: readonly TrayEntry[]
  readonly onOpen: (entry: TrayEntry) => void
  readonly onAll: (together: readonly TrayEntry[]) => void
}) {
  const { t } = useTranslation('sync')
  if (props.entries.length === 0) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={t(($) => $.attention.empty.title)}
        text={t(($) => $.attention.empty.text)}
      />
    )
  }
  return groupByReason(props.entries).map((group) => (
    <Cause key={group.reason} group={group} onOpen={props.onOpen} onAll={props.onAll} />
  ))
}

function Cause(props: {
  readonly group: TrayGroup
  readonly onOpen: (entry: TrayEntry) => void
  readonly onAll: (together: readonly TrayEntry[]) => void
}) {
  const { group, onOpen } = props
  const together = settleableTogether(group.entries)
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const { t: tc } = useTranslation('common')
  const format = useFormat()
  const { shown, others, showAll } = useTruncatedList(group.entries)
  const known = ({ product, code }: TrayEntry): boolean => product !== null || code !== null
  const action = useEntryAction()
  const titleOf = (entry: TrayEntry): string =>
    entry.product ?? (entry.code === null ? action(entry) : groupCode(entry.code))
  return (
    <section className={styles.cause}>
      <h2 className={styles.causeTitle}>{reasonText(group.reason)}</h2>
      <p className={words.soft}>
        {t(($) => (group.entries[0]?.due ? $.attention.due.count : $.attention.count), { count: group.entries.length })}
      </p>
      {together.length > 1 && (
        <LetteredAction tone="quiet" onClick={() => props.onAll(together)}>
          {t(($) => $.attention.all.open, { count: together.length })}
        </LetteredAction>
      )}
      <ul className={styles.entries}>
        {shown.map((entry) => (
          <li key={entry.opId} className={styles.entry}>
            <div className={styles.entryText}>
              <strong>{titleOf(entry)}</strong>
              {entry.product !== null && entry.code !== null && (
                <span className={words.mono}>{groupCode(entry.code)}</span>
              )}
              <span className={words.soft}>
                {known(entry) && `${action(entry)} · `}
                {entry.authorName} · {format.dateTime(new Date(entry.capturedAtMs))}
              </span>
              <Blocked entry={entry} />
            </div>
            <LetteredAction tone="quiet" onClick={() => onOpen(entry)}>
              {entry.due?.isOwn === true ? (
                t(($) => $.attention.due.submit, { count: entry.due.distinctNow })
              ) : (
                <>
                  {t(($) => $.attention.open)}
                  <span className="visually-hidden"> {titleOf(entry)}</span>
                </>
              )}
            </LetteredAction>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <LetteredAction tone="quiet" onClick={showAll}>
          {tc(($) => $.list.others, { count: others })}
        </LetteredAction>
      )}
    </section>
  )
}

/** What falls with a refusal, and what waits for it to be settled. */
function Blocked({ entry }: { readonly entry: TrayEntry }) {
  const { t } = useTranslation('sync')
  const { closing, others } = partBlocked(entry.blocked)
  return (
    <>
      {others.length > 0 && <span>{t(($) => $.attention.blocked, { count: others.length })}</span>}
      {closing.slice(0, 1).map(({ opId, type }) => (
        <span key={opId}>
          {t(($) => $.attention.closingWaits, { action: t(($) => $.attention.operation[operationName(type)]) })}
        </span>
      ))}
    </>
  )
}
