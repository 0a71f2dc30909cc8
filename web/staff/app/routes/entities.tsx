import { createFileRoute } from '@tanstack/react-router'
import { EntitiesPage } from '../../features/organization/entities-page.tsx'
import { parseEntitySearch } from '../../features/organization/organization-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/entities')({
  staticData: { permission: 'organization.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseEntitySearch(search) }),
  component: EntitiesPage,
})
