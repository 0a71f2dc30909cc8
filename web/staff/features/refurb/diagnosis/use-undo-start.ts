import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { undoRefurbDiagnosisStart } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useShow } from '../floor/shown-feedback.tsx'
import type { DiagnosisInHand } from './diagnosis-frame.tsx'

/** Puts the item back as it was before its diagnosis; null unless the start is its latest action and one's own. */
export function useUndoStart({ workshop, item, drop }: Pick<DiagnosisInHand, 'workshop' | 'item' | 'drop'>) {
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const navigate = useNavigate()
  const show = useShow()
  const busy = useRef(false)
  const { last } = item
  if (last?.type !== 'startRefurbDiagnosis' || last.actor !== workshop.userId || last.before === null) return null
  return (): void => {
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
}
