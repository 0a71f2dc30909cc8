import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { checkItemCode } from '#domain/warehouse/item-code.ts'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { FloorChoice } from '#web/staff/ui/floor-choice.tsx'
import { FloorSheet } from '#web/staff/ui/floor-sheet.tsx'
import { FloorInput, FloorTextArea } from '#web/staff/ui/floor-field.tsx'
import { RemovalSheet } from './removal-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'
import { EntryFacts } from './entry-facts.tsx'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import words from '#web/staff/ui/floor-text.module.css'
import styles from './attention.module.css'

interface Props {
  readonly entry: TrayEntry
  /** Answers the code of a refusal, or null when it is settled. */
  readonly onRetry: (code: string | null) => Promise<string | null>
  readonly onDiscard: (reason: string, withBlocked: boolean) => Promise<string | null>
  readonly onClose: () => void
}

const formId = 'settle'

/** Settles one refused operation: once more, with another code, or not at all with a reason. */
export function SettleSheet({ entry, onRetry, onDiscard, onClose }: Props) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const [mode, setMode] = useState<'choose' | 'discard'>('choose')
  const [code, setCode] = useState(entry.code ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const canEdit = entry.type === 'checkInItem'

  useScanner({
    purpose: 'check_in',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      if (resolution.command === 'CANCEL') return mode === 'discard' ? setMode('choose') : onClose()
      if (resolution.command === 'CONFIRM' && mode === 'choose') return void retry()
      if (resolution.command === null && canEdit && mode === 'choose')
        setCode(resolution.candidates[0]?.code ?? resolution.code)
    },
  })

  const retry = async (): Promise<void> => {
    const checked = checkItemCode(code)
    if (canEdit && !checked.ok) return setProblem('CODE_LENGTH')
    const changed = canEdit && checked.ok && checked.value !== entry.code ? checked.value : null
    setProblem(await onRetry(changed))
  }

  if (mode === 'discard') {
    return <DiscardSheet blockedCount={entry.blocked.length} onDiscard={onDiscard} onBack={() => setMode('choose')} />
  }

  const changed = canEdit && code !== (entry.code ?? '')
  return (
    <FloorSheet
      title={entry.product ?? (entry.code === null ? t(($) => $.attention.title) : groupCode(entry.code))}
      closeLabel={t(($) => $.attention.cancel)}
      onClose={onClose}
      actions={
        entry.maySettle ? (
          <>
            <FloorAction tone="danger" onClick={() => setMode('discard')}>
              {t(($) => $.attention.discard)}
            </FloorAction>
            <FloorAction type="submit" form={formId}>
              {t(($) => (changed ? $.attention.retryWithCode : $.attention.retry))}
            </FloorAction>
          </>
        ) : (
          <FloorAction tone="quiet" onClick={onClose}>
            {t(($) => $.attention.cancel)}
          </FloorAction>
        )
      }
    >
      <div className={arrange.stack}>
        <EntryFacts entry={entry} />
        {!entry.maySettle && <p className={styles.notice}>{t(($) => $.attention.otherAuthor)}</p>}
        <form
          id={formId}
          className={arrange.stack}
          onSubmit={(event) => {
            event.preventDefault()
            void retry()
          }}
        >
          {entry.maySettle && canEdit && (
            <FloorInput
              label={t(($) => $.attention.editCode)}
              hint={t(($) => $.attention.editHint)}
              size="code"
              value={code}
              inputMode="text"
              autoComplete="off"
              data-scan
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          {problem !== null && (
            <p className={words.error} role="alert">
              {problem === 'CODE_LENGTH'
                ? t(($) => $.attention.codeInvalid)
                : t(($) => $.attention.failed, { reason: reasonText(problem) })}
            </p>
          )}
        </form>
      </div>
    </FloorSheet>
  )
}

/** Asks for the reason why an action is discarded, and whether what it blocks goes with it. */
export function DiscardSheet(props: {
  readonly blockedCount: number
  readonly onDiscard: Props['onDiscard']
  readonly onBack: () => void
}) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const { blockedCount } = props
  const [reason, setReason] = useState('')
  const [withBlocked, setWithBlocked] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (): Promise<void> => {
    if (reason.trim() === '') return setProblem(t(($) => $.attention.reasonRequired))
    const refused = await props.onDiscard(reason.trim(), withBlocked)
    setProblem(refused === null ? null : t(($) => $.attention.failed, { reason: reasonText(refused) }))
  }

  return (
    <RemovalSheet
      title={t(($) => $.attention.discardTitle)}
      action={t(($) => $.attention.discard)}
      onRemove={() => void submit()}
      onBack={props.onBack}
    >
      <div className={arrange.stack}>
        <p>{t(($) => $.attention.discardText)}</p>
        <FloorTextArea
          label={t(($) => $.attention.reason)}
          maxLength={textLimits.comment}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={arrange.pair}>
          {(['twice', 'wrongProduct', 'unreadable', 'done'] as const).map((name) => (
            <FloorChoice key={name} onClick={() => setReason(t(($) => $.attention.reasons[name]))}>
              {t(($) => $.attention.reasons[name])}
            </FloorChoice>
          ))}
        </div>
        {blockedCount > 0 && (
          <FloorChoice pressed={withBlocked} onClick={() => setWithBlocked(!withBlocked)}>
            {t(($) => $.attention.discardAll, { count: blockedCount })}
          </FloorChoice>
        )}
        {problem !== null && (
          <p className={words.error} role="alert">
            {problem}
          </p>
        )}
      </div>
    </RemovalSheet>
  )
}
