import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { decideDiagnosisStart } from '#domain/refurb/diagnosis.ts'
import { FindScreen } from '../floor/find-screen.tsx'
import type { FindProblem } from '../floor/find-item.ts'
import { RefurbContextGate } from '../floor/refurb-context.tsx'

/** `/warehouse/item-refurb-steps/search` (REFURB-17): finds the product whose steps are worked on. */
export function ItemStepSearchPage() {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const title = t(($) => $.steps.title)
  const wayOn = (problem: FindProblem): { readonly label: string; readonly go: () => void } | null => {
    if (problem.kind !== 'no_refurb') return null
    const { id, status } = problem.item
    const open = status === 'item_refurb_diagnostic_in_progress'
    if (!open && !decideDiagnosisStart(problem.item).ok) return null
    return {
      label: open ? t(($) => $.diagnosis.resume) : t(($) => $.diagnosis.title),
      go: () => void navigate({ to: '/warehouse/refurb-diagnosis/$id', params: { id } }),
    }
  }
  return (
    <RefurbContextGate title={title}>
      {(workshop) => (
        <FindScreen
          workshop={workshop}
          purpose="steps"
          title={title}
          wayOn={wayOn}
          onItem={async ({ id }) => {
            await navigate({ to: '/warehouse/item-refurb-steps/items/$itemId', params: { itemId: id } })
            return null
          }}
        />
      )}
    </RefurbContextGate>
  )
}
