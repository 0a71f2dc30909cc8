import { createFileRoute } from '@tanstack/react-router'
import { EntitiesPage } from '../../features/organization/entities-page.tsx'
import { entityFilters } from '../../features/organization/organization-search.ts'

export const Route = createFileRoute('/_office/entities')({
  staticData: { permission: 'organization.list' },
  validateSearch: entityFilters.readAddress,
  component: EntitiesPage,
})
