import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { firstOpen } from './diagnosis-draft.ts'
import { DiagnosisFrame } from './diagnosis-frame.tsx'

/** `/warehouse/refurb-diagnosis/{id}` (REFURB-15): goes to where the diagnosis of an item stands. */
export function DiagnosisOpenPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  return (
    <DiagnosisFrame itemId={itemId} title={t(($) => $.diagnosis.title)}>
      {({ questions, draft }) =>
        firstOpen(questions, draft) === null && questions.length > 0 ? (
          <Navigate to="/refurb-diagnosis/$id/summary" params={{ id: itemId }} replace />
        ) : (
          <Navigate to="/refurb-diagnosis/$id/questions" params={{ id: itemId }} replace />
        )
      }
    </DiagnosisFrame>
  )
}
