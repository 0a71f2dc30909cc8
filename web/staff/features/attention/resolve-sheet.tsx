import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { checkItemCode } from '#domain/item/item-code.ts'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { FloorInput } from '#web/staff/ui/floor/floor-field.tsx'
import { DiscardSheet } from './discard-sheet.tsx'
import { DueRoundSheet, type RoundEnd } from './due-round-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'
import { EntryFacts } from './entry-facts.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

interface Props {
  readonly entry: TrayEntry
  /** Answers the code for which another try would be refused as it stands, or null where it may work. */
  readonly judgeRetry: (opId: string) => Promise<string | null>
  /** Answers the code of a refusal, or null when it is settled. */
  readonly onRetry: (code: string | null) => Promise<string | null>
  /** Ends a round that nothing holds up any more; answers like `onRetry`. */
  readonly onEnd: (end: RoundEnd) => Promise<string | null>
  /** Discards it with those of the actions blocked by it that are named. */
  readonly onDiscard: (reason: string, blocked: readonly TrayEntry[]) => Promise<string | null>
  readonly onClose: () => void
}

const formId = 'settle'

/** Settles one refused operation: once more, with another code, or not at all with a reason. */
export function ResolveSheet({ entry, judgeRetry, onRetry, onEnd, onDiscard, onClose }: Props) {
  const [mode, setMode] = useState<'choose' | 'discard'>('choose')
  const discard = (): void => setMode('discard')
  if (mode === 'discard') return <DiscardSheet entry={entry} onDiscard={onDiscard} onBack={() => setMode('choose')} />
  if (entry.due !== null)
    return <DueRoundSheet entry={entry} due={entry.due} onEnd={onEnd} onDiscard={discard} onClose={onClose} />
  return <ChooseSheet entry={entry} judgeRetry={judgeRetry} onRetry={onRetry} onDiscard={discard} onClose={onClose} />
}

function ChooseSheet({
  entry,
  judgeRetry,
  onRetry,
  onDiscard,
  onClose,
}: Pick<Props, 'entry' | 'judgeRetry' | 'onRetry' | 'onClose'> & { readonly onDiscard: () => void }) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const [code, setCode] = useState(entry.code ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const canEdit = entry.type === 'checkInItem'
  const [hopeless, setHopeless] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void judgeRetry(entry.opId)
      // A storage that refuses says so at the try itself.
      .catch(() => null)
      .then((code) => {
        if (isShown) setHopeless(code)
      })
    return () => {
      isShown = false
    }
  }, [judgeRetry, entry.opId])

  const changed = canEdit && code !== (entry.code ?? '')
  const mayTry = hopeless === null || changed
  useScanner({
    purpose: 'check_in',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      const { command } = resolution
      if (command === 'CANCEL' || command === 'UNDO') return onClose()
      if (command === 'CONFIRM' && entry.mayResolve && mayTry) return void retry()
      if (command === 'A' && entry.mayResolve) return onDiscard()
      if (isCommandCode(resolution) || resolution.reserved || !canEdit || !entry.mayResolve) return meaningless
      setCode(resolution.candidates[0]?.code ?? resolution.code)
    },
  })

  const retry = async (): Promise<void> => {
    if (!mayTry) return
    const checked = checkItemCode(code)
    if (canEdit && !checked.ok) return setProblem('CODE_LENGTH')
    const changed = canEdit && checked.ok && checked.value !== entry.code ? checked.value : null
    setProblem(await onRetry(changed))
  }

  return (
    <FloorSheet
      title={entry.product ?? (entry.code === null ? t(($) => $.attention.title) : groupCode(entry.code))}
      closeLabel={t(($) => $.attention.cancel)}
      onClose={onClose}
      actions={
        entry.mayResolve ? (
          <>
            <FloorAction tone="danger" onClick={onDiscard}>
              <AnswerLetter at={0} />
              {t(($) => $.attention.discard)}
            </FloorAction>
            {mayTry ? (
              <FloorAction type="submit" form={formId}>
                {t(($) => (changed ? $.attention.retryWithCode : $.attention.retry))}
              </FloorAction>
            ) : null}
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
        {entry.mayResolve && !mayTry && hopeless !== null && (
          <p className={styles.notice}>{t(($) => $.attention.hopeless, { reason: reasonText(hopeless) })}</p>
        )}
        {!entry.mayResolve && <p className={styles.notice}>{t(($) => $.attention.otherAuthor)}</p>}
        <form
          id={formId}
          className={arrange.stack}
          onSubmit={(event) => {
            event.preventDefault()
            void retry()
          }}
        >
          {entry.mayResolve && canEdit && (
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
