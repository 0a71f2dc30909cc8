import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { recapturedTypes } from '#sync/operations/round-of.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import { operationName } from './operation-name.ts'
import { RemovalSheet } from './removal-sheet.tsx'
import { partBlocked, type TrayEntry } from './tray-entry.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

const reasons = ['twice', 'wrongProduct', 'unreadable', 'done'] as const

/**
 * Asks for the reason why an action is discarded, and which of the actions that it blocks are discarded with it: by
 * default those alone that close over it, which their own screen asks for again. What fell with it is tried again; the
 * end of a round or a count goes by itself.
 */
export function DiscardSheet(props: {
  /** The refused action; null where the server alone holds it. */
  readonly entry: TrayEntry | null
  /** How many actions go for one reason; absent where it is one alone. */
  readonly count?: number
  readonly onDiscard: (reason: string, blocked: readonly TrayEntry[]) => Promise<string | null>
  readonly onBack: () => void
}) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const { closing, others } = partBlocked(props.entry?.blocked ?? [])
  const [reason, setReason] = useState('')
  const [withOthers, setWithOthers] = useState(false)
  const goesAgain = closing.some(({ type }) => recapturedTypes.has(type))
  const [withClosing, setWithClosing] = useState(!goesAgain)
  const [refused, setRefused] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const problem = isAsked && reason.trim() === '' ? t(($) => $.attention.reasonRequired) : refused

  const submit = async (): Promise<void> => {
    setAsked(true)
    if (reason.trim() === '') return
    const blocked = [...(withOthers ? others : []), ...(withClosing ? closing : [])]
    const code = await props.onDiscard(reason.trim(), blocked)
    setRefused(code === null ? null : t(($) => $.attention.failed, { reason: reasonText(code) }))
  }
  const first = closing[0]
  /** What the letters do, in the order in which it stands. */
  const answers = [
    ...reasons.map((name) => () => setReason(t(($) => $.attention.reasons[name]))),
    ...(others.length > 0 ? [() => setWithOthers(!withOthers)] : []),
    ...(first === undefined ? [] : [() => setWithClosing(!withClosing)]),
  ]
  const action = first === undefined ? '' : t(($) => $.attention.operation[operationName(first.type)])
  const dropped = new Set([props.entry, ...(withClosing ? closing : [])].map((one) => one?.type))

  return (
    <RemovalSheet
      title={
        props.count === undefined
          ? t(($) => $.attention.discardTitle)
          : t(($) => $.attention.all.discardTitle, { count: props.count })
      }
      action={t(($) => $.attention.discard)}
      onRemove={() => void submit()}
      onAnswer={(at) => {
        answers[at]?.()
        return answers[at] !== undefined
      }}
      onBack={props.onBack}
    >
      <div className={arrange.stack}>
        <p>
          {t(($) => $.attention.discardText)}
          {dropped.has(endCheckInRound.type) && ` ${t(($) => $.attention.discardRoundText)}`}
          {dropped.has(endStockCount.type) && ` ${t(($) => $.attention.discardCountText)}`}
        </p>
        <FloorTextArea
          label={t(($) => $.attention.reason)}
          maxLength={textLimits.comment}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={arrange.pair}>
          {reasons.map((name, at) => (
            <FloorChoice
              key={name}
              pressed={reason === t(($) => $.attention.reasons[name])}
              onClick={() => setReason(t(($) => $.attention.reasons[name]))}
            >
              <AnswerLetter at={at} />
              {t(($) => $.attention.reasons[name])}
            </FloorChoice>
          ))}
        </div>
        {others.length > 0 && !withOthers && <p>{t(($) => $.attention.keepsOthers, { count: others.length })}</p>}
        {others.length > 0 && (
          <FloorChoice pressed={withOthers} onClick={() => setWithOthers(!withOthers)}>
            <AnswerLetter at={reasons.length} />
            {t(($) => $.attention.discardAll, { count: others.length })}
          </FloorChoice>
        )}
        {first !== undefined && !withClosing && (
          <p>
            {goesAgain ? t(($) => $.attention.keepsEnd, { action }) : t(($) => $.attention.keepsClosing, { action })}
          </p>
        )}
        {first !== undefined && (
          <FloorChoice pressed={withClosing} onClick={() => setWithClosing(!withClosing)}>
            <AnswerLetter at={reasons.length + (others.length > 0 ? 1 : 0)} />
            {t(($) => $.attention.discardClosing, { action })}
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
