import { createFileRoute } from '@tanstack/react-router'
import { DeskPage } from '../../features/counter/find/counter-desk-page.tsx'

export const Route = createFileRoute('/_office/buyback/create')({
  staticData: { permission: 'buyback.create' },
  component: DeskPage,
})
