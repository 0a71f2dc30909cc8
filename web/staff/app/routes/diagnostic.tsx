import { createFileRoute } from '@tanstack/react-router'
import { DiagnosticPage } from '../../features/catalog/questions/diagnostic-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/diagnostic')({
  staticData: { permission: 'question.list' },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search),
  component: DiagnosticPage,
})
