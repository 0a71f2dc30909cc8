import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex, isCommandCode } from '#domain/item/resolve-code.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

interface Props {
  readonly stockName: string
  /** Answers the code of a refusal, or null when the count is left. */
  readonly onAbandon: () => Promise<string | null>
  readonly onScan: (scan: Scan) => void
  readonly onClose: () => void
}

/** The letter that asks whether a count is abandoned: those of the screen behind, read one sheet too late, do not. */
export const abandonAt = 9

/** The letter that abandons it: neither the one that asks, read twice, nor the CONFIRM that ends a count. */
const goAt = 3

/** Asks whether a count is left without an end, as one of the wrong stock is; a product that is scanned goes on with it. */
export function AbandonCountSheet({ stockName, onAbandon, onScan, onClose }: Props) {
  const { t } = useTranslation('stock')
  const reasonText = useReasonText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const go = async (): Promise<void> => {
    const code = await onAbandon()
    if (code === null) onClose()
    else setRefusal(code)
  }
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan: (scan) => {
      const { command } = scan.resolution
      if (answerIndex(command) === goAt) return void go()
      if (command === 'CANCEL' || command === 'UNDO') return onClose()
      if (isCommandCode(scan.resolution) || scan.resolution.reserved) return meaningless
      onClose()
      onScan(scan)
    },
  })
  return (
    <FloorSheet
      title={t(($) => $.count.abandon.title)}
      closeLabel={t(($) => $.floor.close)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onClose}>
            {t(($) => $.count.goOn)}
          </FloorAction>
          <FloorAction tone="danger" onClick={() => void go()}>
            <AnswerLetter at={goAt} />
            {t(($) => $.count.abandon.go)}
          </FloorAction>
        </>
      }
    >
      <div className={arrange.stack}>
        <p className={words.strong}>{stockName}</p>
        <p>{t(($) => $.count.abandon.text)}</p>
        {refusal !== null && (
          <p className={words.error} role="alert">
            {reasonText(refusal)}
          </p>
        )}
      </div>
    </FloorSheet>
  )
}
