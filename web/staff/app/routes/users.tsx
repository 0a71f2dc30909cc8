import { createFileRoute } from '@tanstack/react-router'
import { userFilters } from '../../features/organization/organization-search.ts'
import { UsersPage } from '../../features/organization/users-page.tsx'

export const Route = createFileRoute('/_office/users')({
  staticData: { permission: 'user.list' },
  validateSearch: userFilters.readAddress,
  component: UsersPage,
})
