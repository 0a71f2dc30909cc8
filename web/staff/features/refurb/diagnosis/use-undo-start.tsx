import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { undoRefurbDiagnosisStart } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useShow } from '../floor/shown-feedback.tsx'
import type { DiagnosisInHand } from './diagnosis-frame.tsx'
import { UndoStartSheet } from './undo-start-sheet.tsx'

/** How the start of a diagnosis is taken back. */
interface UndoStart {
  /** Puts the item back as it was before its diagnosis; null unless the start is its latest action and one's own. */
  readonly undo: (() => void) | null
  /** The question that stands before answers go; null while it is not asked. */
  readonly sheet: ReactNode
}

/** Takes the start of a diagnosis back: at once while nothing is answered, after a question otherwise. */
export function useUndoStart(inHand: Pick<DiagnosisInHand, 'workshop' | 'item' | 'draft' | 'drop'>): UndoStart {
  const { workshop, item, draft, drop } = inHand
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const navigate = useNavigate()
  const show = useShow()
  const busy = useRef(false)
  const [asks, setAsks] = useState(false)
  const { last } = item
  if (last?.type !== 'startRefurbDiagnosis' || last.actor !== workshop.userId || last.before === null)
    return { undo: null, sheet: null }
  const takeBack = (): void => {
    setAsks(false)
    if (busy.current) return
    busy.current = true
    void workshop.engine
      .dispatch(undoRefurbDiagnosisStart, { itemId: item.id, targetOpId: last.opId }, { dependsOn: [last.opId] })
      .then(async (captured) => {
        if (!captured.captured)
          return show({
            tone: 'refused',
            signal: 'refused',
            word: t(($) => $.diagnosis.undoRefused),
            detail: reasonText(captured.code),
          })
        show({ tone: 'done', signal: 'done', word: t(($) => $.diagnosis.undone) })
        await drop()
        await navigate({ to: '/refurb-diagnosis/start' })
      })
      .finally(() => (busy.current = false))
  }
  const count = Object.keys(draft.answers).length
  return {
    undo: count === 0 ? takeBack : () => setAsks(true),
    sheet: asks ? <UndoStartSheet count={count} onErase={takeBack} onClose={() => setAsks(false)} /> : null,
  }
}
