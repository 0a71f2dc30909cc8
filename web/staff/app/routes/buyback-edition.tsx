import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import type { EditionStep } from '#domain/buyback/buyback-edition.ts'
import { EditionPage } from '../../features/buyback/edition/edition-page.tsx'
import { editionStepOf } from '../../features/buyback/edition/edition-step.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/buyback/$id/edition')({
  staticData: { permission: 'buyback.finalize' },
  validateSearch: (
    search: { readonly itemWorkflowStep?: unknown } & SearchSchemaInput,
  ): { readonly itemWorkflowStep?: EditionStep } => {
    const step = editionStepOf(search.itemWorkflowStep)
    return step === null ? {} : { itemWorkflowStep: step }
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const { itemWorkflowStep } = useAddress(Route)
  return <EditionPage key={id} id={id} step={itemWorkflowStep ?? null} />
}
