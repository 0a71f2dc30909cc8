import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { meaningless, passedOn, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { letterOf, SmallKey } from '#web/staff/ui/form/choice-list.tsx'
import { ShownFeedback, useAcknowledge, useShow } from '../floor/shown-feedback.tsx'
import { CommentField } from '../floor/stock-choice.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { scannedProduct } from '../floor/use-item-scans.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

const reasons = ['part', 'needless', 'beyond', 'damaged'] as const

/** Asks why a step is cancelled (REFURB-25): usual reasons by letter, or in one's own words. */
export function CancelSheet(props: {
  readonly step: ItemStep
  /** That another user has moved the step in the meantime; null where nobody has. */
  readonly moved: ReactNode
  readonly onCancel: (reason: string) => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useTranslation('refurb')
  const show = useShow()
  const acknowledges = useAcknowledge()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const pick = (at: number): ScanAnswer => {
    const named = reasons[at]
    if (named === undefined) return meaningless
    setReason(t(($) => $.reason[named]))
  }
  const submit = (): void => {
    if (reason.trim() === '') return setMissing(true)
    void props.onCancel(reason)
  }
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      const { command } = resolution
      if (command !== null && acknowledges()) return
      show(null)
      if (scannedProduct(resolution).length > 0) return passedOn
      const at = answerIndex(command)
      if (at !== null) return pick(at)
      if (command === 'CONFIRM') return submit()
      if (command === 'CANCEL' || command === 'UNDO') return props.onClose()
      return meaningless
    },
  })
  useItemKeys({ onEnter: submit, onAnswer: pick })
  return (
    <FloorSheet
      title={t(($) => $.work.cancel)}
      closeLabel={t(($) => $.work.close)}
      onClose={props.onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={props.onClose}>
            {t(($) => $.work.close)}
          </FloorAction>
          <FloorAction tone="danger" type="submit" form="cancel-step">
            {t(($) => $.work.cancel)}
          </FloorAction>
        </>
      }
    >
      <form
        id="cancel-step"
        className={arrange.stack}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {props.moved}
        <p>{t(($) => $.work.cancelText, { step: props.step.name })}</p>
        <div className={arrange.pair}>
          {reasons.map((name, at) => (
            <FloorChoice key={name} pressed={reason === t(($) => $.reason[name])} onClick={() => pick(at)}>
              <SmallKey name={letterOf(at)} /> {t(($) => $.reason[name])}
            </FloorChoice>
          ))}
        </div>
        <CommentField
          label={t(($) => $.comment.reason)}
          value={reason}
          missing={missing && reason.trim() === ''}
          onChange={setReason}
        />
        {missing && reason.trim() === '' && (
          <p className={words.error} role="alert">
            {t(($) => $.comment.reasonMissing)}
          </p>
        )}
      </form>
      <ShownFeedback />
    </FloorSheet>
  )
}
