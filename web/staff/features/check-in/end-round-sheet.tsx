import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { answerIndex, digitOf, isCommandCode } from '#domain/item/resolve-code.ts'
import { checkRoundEnd } from '#domain/check-in/check-in-round.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { NumberPad } from '#web/staff/ui/floor/number-pad.tsx'
import { FloorInput, FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { useRoundReasons } from '#web/staff/ui/floor/use-round-reasons.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import tones from '#web/staff/ui/tone.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './sheets.module.css'

interface Props {
  readonly distinct: number
  readonly waiting: number
  /** Scans whose code several products share, and that wait for a choice; the round cannot end before it is made. */
  readonly undecided: readonly CheckInLine[]
  /** Refused, unsettled scans of the round; it cannot end before they are settled. */
  readonly refused: readonly CheckInLine[]
  readonly commentNeeded: boolean
  /** Answers the code of a refusal, or null when the round has ended. */
  readonly onEnd: (end: { readonly typedCount: number; readonly comment: string }) => Promise<string | null>
  /** A product scanned after all: it goes on with the round. */
  readonly onScan: (scan: Scan) => void
  readonly onClose: () => void
  readonly onAttention: () => void
  /** Asks which product an undecided scan means. */
  readonly onChoose: (line: CheckInLine) => void
}

const formId = 'end-round'
const maxDigits = 5

/** Closes a round: the operator counts what lies there, and explains a difference (issue: check-in). */
export function EndRoundSheet(props: Props) {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const heldUp = whatHoldsUp(props)
  useScanner({
    purpose: 'check_in',
    layer: 'dialog',
    onScan: (scan) => {
      const { command } = scan.resolution
      if (command === 'CANCEL' || (command === 'UNDO' && heldUp !== null)) return props.onClose()
      if (command !== null && command !== 'CONFIRM' && heldUp !== null) return meaningless
      if (command === null) {
        return isCommandCode(scan.resolution) || scan.resolution.reserved ? meaningless : props.onScan(scan)
      }
      // Digits, reasons and erasing belong to the count.
      if (command !== 'CONFIRM') return passedOn
      if (heldUp !== null) return heldUp.onSettle()
      document.querySelector<HTMLFormElement>(`#${formId}`)?.requestSubmit()
    },
  })
  const { shown, others, showAll } = useTruncatedList(heldUp?.lines ?? [])
  if (heldUp === null) return <CountSheet {...props} />
  const { kind, lines, onSettle } = heldUp
  return (
    <FloorSheet
      title={t(($) => $.endRound.title)}
      closeLabel={t(($) => $.options.close)}
      onClose={props.onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={props.onClose}>
            {t(($) => $.endRound.back)}
          </FloorAction>
          <FloorAction onClick={onSettle}>
            {t(($) => (kind === 'undecided' ? $.line.choose : $.line.attention))}
          </FloorAction>
        </>
      }
    >
      <p className={words.strong}>{t(($) => $.endRound[kind], { count: lines.length })}</p>
      <ul className={styles.names}>
        {shown.map((line) => (
          <li key={line.lineId}>
            <span className={words.mono}>{groupCode(line.code)}</span> {line.label}
            {line.reason !== null && <span className={`${styles.why} ${words.soft}`}>{reasonText(line.reason)}</span>}
          </li>
        ))}
      </ul>
      <ShowMoreButton floor others={others} onShow={showAll} />
      <p>{t(($) => $.endRound[`${kind}Text`])}</p>
    </FloorSheet>
  )
}

interface HeldUp {
  readonly kind: 'undecided' | 'refused'
  readonly lines: readonly CheckInLine[]
  readonly onSettle: () => void
}

/** What has to be settled before the round can end: first what can be decided here. */
function whatHoldsUp({ undecided, refused, onChoose, onAttention }: Props): HeldUp | null {
  const oldest = undecided.at(-1)
  if (oldest !== undefined) return { kind: 'undecided', lines: undecided, onSettle: () => onChoose(oldest) }
  return refused.length === 0 ? null : { kind: 'refused', lines: refused, onSettle: onAttention }
}

function CountSheet({ distinct, waiting, commentNeeded, onEnd, onClose }: Props) {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const format = useFormat()
  const [count, setCount] = useState('')
  const [comment, setComment] = useState('')
  // The comment is asked for once the count is whole, not while its digits are being typed.
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<'countRequired' | 'commentRequired' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const typed = /^\d{1,5}$/.test(count) ? Number(count) : null
  const difference = typed === null ? 0 : typed - distinct
  const needsComment = commentNeeded || difference !== 0

  const change = (next: string | ((before: string) => string)): void => {
    setCount(next)
    setAsked(false)
    setProblem(null)
  }
  // What is no digit stays in the field: taken out without a word, it would leave another number than the one typed.
  const type = (next: string): void => {
    change(next)
    setProblem(/\D/.test(next) ? 'countRequired' : null)
  }
  const submit = async (): Promise<void> => {
    if (typed === null) return setProblem('countRequired')
    const end = { typedCount: typed, distinctCount: distinct, comment: comment.trim() }
    if (!checkRoundEnd(end).ok || (commentNeeded && end.comment === '')) {
      setProblem(asked ? 'commentRequired' : null)
      return setAsked(true)
    }
    setProblem(null)
    setRefusal(await onEnd(end))
  }
  const reasons = useRoundReasons(difference)
  // What asked for the comment goes with it, whichever way it comes.
  const explain = (text: string): void => {
    setComment(text)
    setProblem((before) => (before === 'commentRequired' ? null : before))
  }
  useScanner({
    purpose: 'check_in',
    layer: 'dialog',
    onScan: ({ resolution: { command } }) => {
      const digit = digitOf(command)
      if (digit !== null) return change((before) => `${before}${digit}`.slice(0, maxDigits))
      if (command === 'UNDO') return change((before) => before.slice(0, -1))
      const reason = asked ? reasons[answerIndex(command) ?? -1] : undefined
      if (reason === undefined) return meaningless
      explain(reason)
    },
  })

  return (
    <FloorSheet
      title={t(($) => $.endRound.title)}
      closeLabel={t(($) => $.options.close)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onClose}>
            {t(($) => $.endRound.back)}
          </FloorAction>
          <FloorAction type="submit" form={formId}>
            {t(($) => $.endRound.submit)}
          </FloorAction>
        </>
      }
    >
      <form
        id={formId}
        className={arrange.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FloorInput
          label={t(($) => $.endRound.count)}
          size="count"
          value={count}
          inputMode="none"
          autoComplete="off"
          autoFocus
          aria-invalid={problem === 'countRequired'}
          aria-describedby="end-round-hint"
          maxLength={maxDigits}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <p id="end-round-hint" className={problem === 'countRequired' ? words.error : 'visually-hidden'}>
          {problem === 'countRequired' ? t(($) => $.endRound.countRequired) : t(($) => $.endRound.text)}
        </p>
        {asked && difference !== 0 && (
          <p className={`${styles.difference} ${tones.tone}`} data-tone="warning" role="status">
            {t(($) => (difference > 0 ? $.endRound.more : $.endRound.fewer), {
              count: Math.abs(difference),
              formatted: format.number(Math.abs(difference)),
            })}
          </p>
        )}
        {asked && needsComment && (
          <>
            <FloorTextArea
              label={difference === 0 ? t(($) => $.endRound.roundComment) : t(($) => $.endRound.comment)}
              maxLength={textLimits.comment}
              value={comment}
              aria-invalid={problem === 'commentRequired'}
              onChange={(event) => explain(event.currentTarget.value)}
            />
            {problem === 'commentRequired' && <p className={words.error}>{t(($) => $.endRound.commentRequired)}</p>}
            <ReasonButtons reasons={reasons} onPick={explain} />
          </>
        )}
        {refusal !== null && (
          <p className={words.error} role="alert">
            {reasonText(refusal)}
          </p>
        )}
        {!asked && (
          <NumberPad value={count} onChange={change} limit={maxDigits} eraseLabel={t(($) => $.endRound.erase)} />
        )}
        {waiting > 0 && <p className={words.soft}>{t(($) => $.endRound.waiting, { count: waiting })}</p>}
      </form>
    </FloorSheet>
  )
}

function ReasonButtons(props: { readonly reasons: readonly string[]; readonly onPick: (text: string) => void }) {
  if (props.reasons.length === 0) return null
  return (
    <div className={arrange.pair}>
      {props.reasons.map((reason, at) => (
        <FloorChoice key={reason} onClick={() => props.onPick(reason)}>
          <kbd aria-hidden>{String.fromCharCode(65 + at)}</kbd> {reason}
        </FloorChoice>
      ))}
    </div>
  )
}
