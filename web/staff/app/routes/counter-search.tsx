import { createFileRoute } from '@tanstack/react-router'
import { SearchPage } from '../../features/counter/find/counter-desk-page.tsx'

export const Route = createFileRoute('/_office/search')({
  staticData: { permission: 'buyback.create' },
  component: SearchPage,
})
