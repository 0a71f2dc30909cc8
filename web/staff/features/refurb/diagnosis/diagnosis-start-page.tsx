import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { startRefurbDiagnosis } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { FindScreen } from '../floor/find-screen.tsx'
import type { FindProblem } from '../floor/find-item.ts'
import { useShow } from '../floor/shown-feedback.tsx'
import { RefurbContextGate, type RefurbContext } from '../floor/refurb-context.tsx'

/** `/refurb-diagnosis/start` (REFURB-11 to REFURB-14): a scan starts the diagnosis of the product in hand. */
export function DiagnosisStartPage() {
  const { t } = useTranslation('refurb')
  const title = t(($) => $.diagnosis.title)
  return (
    <RefurbContextGate title={title}>
      {(workshop) => <StartScreen workshop={workshop} title={title} />}
    </RefurbContextGate>
  )
}

function StartScreen({ workshop, title }: { readonly workshop: RefurbContext; readonly title: string }) {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const start = useStartDiagnosis(workshop)
  const wayOn = (problem: FindProblem): { readonly label: string; readonly go: () => void } | null => {
    if (problem.kind !== 'already') return null
    const { id, status } = problem.item
    if (status === 'item_refurb_diagnostic_in_progress') {
      return {
        label: t(($) => $.diagnosis.resume),
        go: () => void navigate({ to: '/refurb-diagnosis/$id/questions', params: { id } }),
      }
    }
    return {
      label: t(($) => $.diagnosis.toSteps),
      go: () => void navigate({ to: '/warehouse/item-refurb-steps/items/$itemId', params: { itemId: id } }),
    }
  }
  return <FindScreen workshop={workshop} purpose="diagnosis" title={title} onItem={start} wayOn={wayOn} />
}

/** Starts a diagnosis on this device and goes to its questions; answers why not where the device refuses, or null. */
export function useStartDiagnosis({ engine }: RefurbContext): (item: ItemRow) => Promise<string | null> {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const show = useShow()
  return async (item) => {
    const captured = await engine.dispatch(startRefurbDiagnosis, { itemId: item.id })
    if (!captured.captured) return captured.code
    show({
      tone: 'accepted',
      signal: 'accepted',
      word: t(($) => $.diagnosis.started),
      detail: productName(item) ?? t(($) => $.product.unknown),
    })
    await navigate({ to: '/refurb-diagnosis/$id/questions', params: { id: item.id } })
    return null
  }
}
