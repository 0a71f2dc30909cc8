import { createFileRoute, useSearch } from '@tanstack/react-router'
import { newEntityTypeOf } from '../../features/organization/entity/new-entity-type.ts'
import { EntityFormPage } from '../../features/organization/entity/entity-form-page.tsx'

export const Route = createFileRoute('/_office/entity/create')({
  staticData: { permission: 'organization.write' },
  validateSearch: newEntityTypeOf,
  component: Page,
})

function Page() {
  const { type } = newEntityTypeOf(useSearch({ strict: false }))
  return <EntityFormPage key={type} id={null} newType={type ?? null} />
}
