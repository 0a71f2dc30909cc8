import { createFileRoute } from '@tanstack/react-router'
import { PredeclaredPage } from '../../features/buyback/list/predeclared-page.tsx'
import { predeclaredFilters } from '../../features/buyback/list/predeclared-search.ts'

export const Route = createFileRoute('/_office/buybacks-predeclared')({
  staticData: { permission: 'buyback.predeclared' },
  validateSearch: predeclaredFilters.readAddress,
  component: PredeclaredPage,
})
