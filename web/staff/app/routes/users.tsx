import { createFileRoute } from '@tanstack/react-router'
import { parseUserSearch } from '../../features/organization/organization-search.ts'
import { UsersPage } from '../../features/organization/users-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/users')({
  staticData: { permission: 'user.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseUserSearch(search) }),
  component: UsersPage,
})
