import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../../features/register/register-page.tsx'
import { parseRegisterSearch } from '../../features/register/register-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/purchase-register')({
  staticData: { permission: 'purchase_register.read' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseRegisterSearch(search) }),
  component: RegisterPage,
})
