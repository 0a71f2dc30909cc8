import { createFileRoute } from '@tanstack/react-router'
import { UserImportPage } from '../../features/organization/user/user-import-page.tsx'

export const Route = createFileRoute('/_office/users/import')({
  staticData: { permission: 'user.write' },
  component: UserImportPage,
})
