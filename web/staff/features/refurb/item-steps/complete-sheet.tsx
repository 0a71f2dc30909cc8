import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { meaningless, passedOn, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ShownFeedback, useAcknowledge, useShow } from '../floor/shown-feedback.tsx'
import { CommentField, StockChoice, workStocks } from '../floor/stock-choice.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { scannedProduct } from '../floor/use-item-scans.ts'
import { useStockStop } from '../floor/use-stock-stop.ts'
import type { RefurbInHand } from './steps-frame.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'

/** Asks where the product goes once a step is done, and for an optional remark (REFURB-26). */
export function CompleteSheet(
  props: RefurbInHand & {
    readonly step: ItemStep
    /** That another user has moved the step in the meantime; null where nobody has. */
    readonly moved: ReactNode
    readonly onComplete: (stockId: string, comment: string) => Promise<void>
    readonly onClose: () => void
  },
) {
  const { t } = useTranslation('refurb')
  const show = useShow()
  const acknowledges = useAcknowledge()
  const { workshop, steps, step } = props
  const isStopped = useStockStop(workshop)
  const stocks = workStocks(workshop.config, workshop.warehouseId)
  // The bench of the next step that waits; the last step leaves the product where it was worked on.
  const next = steps.find((other) => other.stepId !== step.stepId && other.status === 'to_do')
  const [stockId, setStockId] = useState(next?.stockId ?? step.stockId)
  const [comment, setComment] = useState('')
  const submit = (): void => void props.onComplete(stockId, comment)
  const pick = (at: number): ScanAnswer => {
    const named = stocks[at]
    if (named === undefined) return meaningless
    setStockId(named.id)
  }
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan: ({ resolution }) => {
      const { command, stockId: scanned } = resolution
      if (command !== null && acknowledges()) return
      show(null)
      if (scannedProduct(resolution).length > 0) return passedOn
      if (scanned !== null) {
        if (!isStopped(scanned, stocks)) setStockId(scanned)
        return
      }
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
      title={t(($) => $.work.complete)}
      closeLabel={t(($) => $.work.close)}
      onClose={props.onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={props.onClose}>
            {t(($) => $.work.close)}
          </FloorAction>
          <FloorAction onClick={submit}>{t(($) => $.work.complete)}</FloorAction>
        </>
      }
    >
      <div className={arrange.stack}>
        {props.moved}
        <p>{t(($) => $.work.completeText)}</p>
        <StockChoice stocks={stocks} chosenId={stockId} onChoose={({ id }) => setStockId(id)} />
        <CommentField label={t(($) => $.comment.optional)} value={comment} onChange={setComment} />
      </div>
      <ShownFeedback />
    </FloorSheet>
  )
}
