import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex, isCommandCode } from '#domain/item/resolve-code.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import type { SheetFeedback } from './differences-sheet.tsx'
import { abandonAt } from './abandon-count-sheet.tsx'
import { isOpen, type Tally } from './tally.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import factStyles from '#web/staff/ui/facts.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

interface Props {
  readonly tally: Tally
  /** Answers the code of a refusal, or null when the count has ended. */
  readonly onEnd: (comment: string) => Promise<string | null>
  readonly onResolve: (kind: 'undecided' | 'missing' | 'unexpected') => void
  /** Asks whether the count is to be left without an end. */
  readonly onAbandon: () => void
  readonly feedback: SheetFeedback
  readonly onScan: (scan: Scan) => void
  readonly onAttention: () => void
  readonly onClose: () => void
}

/** Ends a count with its numbers, once nothing is open. */
export function EndCountSheet({ tally, onEnd, onResolve, onAbandon, feedback, onScan, onAttention, onClose }: Props) {
  const { t } = useTranslation('stock')
  const reasonText = useReasonText()
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<{ readonly code: string; readonly of: Tally } | null>(null)
  const { expected, present, missing, unexpected, open } = tally
  const isRefused = [...missing, ...unexpected].some(({ resolution }) => resolution === 'refused')
  const go = async (): Promise<void> => {
    if (isRefused) return onAttention()
    if (open > 0) return onResolve(firstOpen(tally))
    const code = await onEnd(comment)
    if (code === null) onClose()
    else setRefusal({ code, of: tally })
  }
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan: (scan) => {
      const { command } = scan.resolution
      if (command !== null && feedback.answer()) return
      if (command === 'CANCEL') return onClose()
      if (command === 'CONFIRM') return void go()
      if (answerIndex(command) === abandonAt) return onAbandon()
      return isCommandCode(scan.resolution) || scan.resolution.reserved ? meaningless : onScan(scan)
    },
  })
  // Once the last scan is in the figures, they say what is open.
  const isCurrent = ({ code, of }: { readonly code: string; readonly of: Tally }): boolean =>
    code !== 'COUNT_NOT_RESOLVED' || of === tally
  const label = isRefused
    ? t(($) => $.count.attention)
    : open > 0
      ? t(($) => $.count.resolve, { count: open })
      : t(($) => $.count.endNow)
  return (
    <FloorSheet
      title={t(($) => $.count.end)}
      closeLabel={t(($) => $.floor.close)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onClose}>
            {t(($) => $.count.goOn)}
          </FloorAction>
          <FloorAction onClick={() => void go()}>{label}</FloorAction>
        </>
      }
    >
      <div className={arrange.stack}>
        <dl className={factStyles.pairs}>
          <dt>{t(($) => $.count.figure.expected, { count: expected })}</dt>
          <dd>{expected}</dd>
          <dt>{t(($) => $.count.figure.present, { count: present.length })}</dt>
          <dd>{present.length}</dd>
          <dt>{t(($) => $.count.figure.missing, { count: missing.length })}</dt>
          <dd>{missing.length}</dd>
          <dt>{t(($) => $.count.figure.unexpected, { count: unexpected.length })}</dt>
          <dd>{unexpected.length}</dd>
        </dl>
        {open > 0 ? (
          <p className={words.error}>{t(($) => $.count.open, { count: open })}</p>
        ) : (
          <FloorTextArea
            label={t(($) => $.count.comment)}
            maxLength={textLimits.comment}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
        {refusal !== null && isCurrent(refusal) && (
          <p className={words.error} role="alert">
            {reasonText(refusal.code)}
          </p>
        )}
        <div className={arrange.row}>
          <FloorAction tone="quiet" onClick={onAbandon}>
            <AnswerLetter at={abandonAt} />
            {t(($) => $.count.abandon.open)}
          </FloorAction>
        </div>
      </div>
      {feedback.drawn}
    </FloorSheet>
  )
}

// A scan that is decided may be one of the missing.
function firstOpen({ undecided, missing }: Tally): 'undecided' | 'missing' | 'unexpected' {
  if (undecided.length > 0) return 'undecided'
  return missing.some(({ resolution }) => isOpen(resolution)) ? 'missing' : 'unexpected'
}
