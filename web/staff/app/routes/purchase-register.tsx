import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../../features/register/register-page.tsx'
import { registerFilters } from '../../features/register/register-search.ts'

export const Route = createFileRoute('/_office/purchase-register')({
  staticData: { permission: 'purchase_register.read' },
  validateSearch: registerFilters.readAddress,
  component: RegisterPage,
})
