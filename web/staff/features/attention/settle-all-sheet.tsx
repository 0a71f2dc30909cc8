import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import { DiscardSheet } from './discard-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'
import { useEntryAction } from './use-entry-action.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** Settles every refusal of one reason at once: each is tried again, or all go for one reason. */
export function SettleAllSheet(props: {
  readonly reason: string
  readonly entries: readonly TrayEntry[]
  readonly onRetry: () => Promise<void>
  /** Answers the code of a refusal, or null when they are gone. */
  readonly onDiscard: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}) {
  const [discards, setDiscards] = useState(false)
  if (!discards) return <TrySheet {...props} onDiscards={() => setDiscards(true)} />
  return (
    <DiscardSheet
      entry={null}
      count={props.entries.length}
      onDiscard={props.onDiscard}
      onBack={() => setDiscards(false)}
    />
  )
}

function TrySheet(props: {
  readonly reason: string
  readonly entries: readonly TrayEntry[]
  readonly onRetry: () => Promise<void>
  readonly onDiscards: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const action = useEntryAction()
  const { entries, onDiscards, onClose } = props
  const count = entries.length
  const [busy, setBusy] = useState(false)
  const { shown, others, showAll } = useTruncatedList(entries)
  const retry = (): void => {
    if (busy) return
    setBusy(true)
    void props.onRetry().finally(() => setBusy(false))
  }
  useDialogCommands({
    onConfirm: retry,
    onCancel: onClose,
    onAnswer: (at) => {
      // Half of them tried again and half discarded is neither.
      if (at === 0 && !busy) onDiscards()
      return at === 0
    },
  })
  return (
    <FloorSheet
      title={reasonText(props.reason)}
      closeLabel={t(($) => $.attention.cancel)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="danger" onClick={onDiscards}>
            <AnswerLetter at={0} />
            {t(($) => $.attention.all.discard, { count })}
          </FloorAction>
          <FloorAction busy={busy} onClick={retry}>
            {t(($) => $.attention.all.retry, { count })}
          </FloorAction>
        </>
      }
    >
      <div className={arrange.stack}>
        <p>{t(($) => $.attention.all.text, { count })}</p>
        <ul>
          {shown.map((entry) => (
            <li key={entry.opId}>
              {entry.product ?? action(entry)}{' '}
              {entry.code !== null && <span className={words.mono}>{groupCode(entry.code)}</span>}
            </li>
          ))}
        </ul>
        <ShowMoreButton floor others={others} onShow={showAll} />
      </div>
    </FloorSheet>
  )
}
