import { createFileRoute } from '@tanstack/react-router'
import { NotEligiblePage } from '../../features/buyback/end/not-eligible-page.tsx'

export const Route = createFileRoute('/_office/buyback-not-eligible')({
  staticData: { permission: 'buyback.create' },
  component: NotEligiblePage,
})
