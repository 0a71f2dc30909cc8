import { createFileRoute } from '@tanstack/react-router'
import { parseBuybackSearch } from '../../features/buyback/list/buyback-search.ts'
import { BuybacksPage } from '../../features/buyback/list/buybacks-page.tsx'
import { parseListSearch } from '../../ui/list-state.ts'

export const Route = createFileRoute('/_office/buybacks')({
  staticData: { permission: 'buyback.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseBuybackSearch(search) }),
  component: BuybacksPage,
})
