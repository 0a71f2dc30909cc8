import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { answerIndex, digitOf } from '#domain/item/resolve-code.ts'
import { checkRoundEnd } from '#domain/check-in/check-in-round.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorInput, FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { useRoundReasons } from '#web/staff/ui/floor/use-round-reasons.ts'
import type { DueRound, TrayEntry } from './tray-entry.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/** How a round ends after all. */
export interface RoundEnd {
  readonly typedCount: number
  readonly comment: string
}

const formId = 'end-due-round'
const maxDigits = 5

/** Ends a round whose refused scans are settled: with its count, and a comment where that differs from what lies there. */
export function DueRoundSheet(props: {
  readonly entry: TrayEntry
  readonly due: DueRound
  /** Answers the code of a refusal, or null when the round has ended. */
  readonly onEnd: (end: RoundEnd) => Promise<string | null>
  readonly onDiscard: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('sync')
  const warehouse = useTranslation('warehouse')
  const reasonText = useReasonText()
  const format = useFormat()
  const { entry, due, onClose } = props
  const [count, setCount] = useState(String(due.typedCount))
  const [comment, setComment] = useState(due.comment)
  const [problem, setProblem] = useState<string | null>(null)
  const typedCount = /^\d{1,5}$/.test(count) ? Number(count) : null
  const difference = typedCount === null ? 0 : typedCount - due.distinctNow
  const reasons = useRoundReasons(difference)

  const change = (next: (before: string) => string): void => {
    setCount((before) => next(before).slice(0, maxDigits))
    setProblem(null)
  }
  // What is no digit stays in the field: taken out without a word, it would leave another number than the one typed.
  const type = (next: string): void => {
    change(() => next)
    setProblem(/\D/.test(next) ? warehouse.t(($) => $.endRound.countRequired) : null)
  }
  // What asked for the comment goes with it, whichever way it comes.
  const explain = (text: string): void => {
    setComment(text)
    setProblem((before) => (before === warehouse.t(($) => $.endRound.commentRequired) ? null : before))
  }
  const submit = async (): Promise<void> => {
    if (typedCount === null) return setProblem(warehouse.t(($) => $.endRound.countRequired))
    const end = { typedCount, comment: comment.trim() }
    if (!checkRoundEnd({ ...end, distinctCount: due.distinctNow }).ok)
      return setProblem(warehouse.t(($) => $.endRound.commentRequired))
    const refused = await props.onEnd(end)
    setProblem(refused === null ? null : t(($) => $.attention.failed, { reason: reasonText(refused) }))
  }
  useScanner({
    purpose: 'any',
    layer: 'dialog',
    onScan: ({ resolution: { command } }) => {
      const digit = digitOf(command)
      if (command === 'CANCEL') return onClose()
      if (command === 'A' && entry.mayResolve) return props.onDiscard()
      if (!due.isOwn) return meaningless
      if (command === 'CONFIRM') return void submit()
      if (command === 'UNDO') return change((before) => before.slice(0, -1))
      if (digit !== null) return change((before) => `${before}${digit}`)
      const reason = reasons[(answerIndex(command) ?? 0) - 1]
      if (reason === undefined) return meaningless
      explain(reason)
    },
  })

  return (
    <FloorSheet
      title={t(($) => $.attention.operation.endCheckInRound)}
      closeLabel={t(($) => $.attention.cancel)}
      onClose={onClose}
      actions={
        <>
          {entry.mayResolve ? (
            <FloorAction tone="danger" onClick={props.onDiscard}>
              <AnswerLetter at={0} />
              {t(($) => $.attention.discard)}
            </FloorAction>
          ) : (
            <FloorAction tone="quiet" onClick={onClose}>
              {t(($) => $.attention.cancel)}
            </FloorAction>
          )}
          {due.isOwn && (
            <FloorAction type="submit" form={formId}>
              {t(($) => $.attention.due.submit, { count: due.distinctNow })}
            </FloorAction>
          )}
        </>
      }
    >
      <div className={arrange.stack}>
        <p className={styles.why}>{reasonText(entry.reason)}</p>
        <p className={words.soft}>
          {entry.authorName} · {format.dateTime(new Date(entry.capturedAtMs))}
        </p>
        <p className={words.strong}>{t(($) => $.attention.due.products, { count: due.distinctNow })}</p>
        {!due.isOwn && <p className={styles.notice}>{t(($) => $.attention.due.notYours)}</p>}
        {due.isOwn && (
          <form
            id={formId}
            className={arrange.stack}
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            {problem !== null && (
              <p className={words.error} role="alert">
                {problem}
              </p>
            )}
            <FloorInput
              label={warehouse.t(($) => $.endRound.count)}
              size="count"
              value={count}
              inputMode="numeric"
              autoComplete="off"
              maxLength={maxDigits}
              onChange={({ currentTarget: { value } }) => type(value)}
            />
            {difference !== 0 && (
              <>
                <p className={words.strong} role="status">
                  {warehouse.t(($) => (difference > 0 ? $.endRound.more : $.endRound.fewer), {
                    count: Math.abs(difference),
                    formatted: format.number(Math.abs(difference)),
                  })}
                </p>
                <FloorTextArea
                  label={warehouse.t(($) => $.endRound.comment)}
                  maxLength={textLimits.comment}
                  value={comment}
                  onChange={(event) => explain(event.currentTarget.value)}
                />
                <div className={arrange.pair}>
                  {reasons.map((reason, at) => (
                    <FloorChoice key={reason} pressed={comment === reason} onClick={() => explain(reason)}>
                      <AnswerLetter at={at + 1} />
                      {reason}
                    </FloorChoice>
                  ))}
                </div>
              </>
            )}
          </form>
        )}
      </div>
    </FloorSheet>
  )
}
