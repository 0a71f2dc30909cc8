import { createFileRoute } from '@tanstack/react-router'
import { CircuitFormPage } from '../../features/circuit/circuit-form-page.tsx'

export const Route = createFileRoute('/_office/circuit/$id/edit')({
  staticData: { permission: 'circuit.list' },
  component: Page,
})

function Page() {
  return <CircuitFormPage id={Route.useParams().id} />
}
