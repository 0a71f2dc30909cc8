import { createFileRoute } from '@tanstack/react-router'
import { parseHeld, PredeclaredPage } from '../../features/buyback/list/predeclared-page.tsx'
import { parseListSearch } from '../../ui/list-state.ts'

export const Route = createFileRoute('/_office/buybacks-predeclared')({
  staticData: { permission: 'buyback.predeclared' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseHeld(search) }),
  component: PredeclaredPage,
})
