import { createFileRoute } from '@tanstack/react-router'
import { PredeclaredPage } from '../../features/buyback/list/predeclared-page.tsx'
import { parseHeld } from '../../features/buyback/list/predeclared-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/buybacks-predeclared')({
  staticData: { permission: 'buyback.predeclared' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseHeld(search) }),
  component: PredeclaredPage,
})
