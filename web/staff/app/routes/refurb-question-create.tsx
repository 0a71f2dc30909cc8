import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { RefurbQuestionFormPage } from '../../features/refurb/admin/refurb-question-form-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/refurb-diagnosis-questions/create')({
  validateSearch: ({ product }: { readonly product?: unknown } & SearchSchemaInput): { readonly product?: string } =>
    typeof product === 'string' ? { product } : {},
  staticData: { permission: 'refurb_diagnostic.manage' },
  component: Page,
})

function Page() {
  const { product } = useAddress(Route)
  return <RefurbQuestionFormPage id={null} productId={product} />
}
