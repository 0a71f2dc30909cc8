import { createFileRoute } from '@tanstack/react-router'
import { AttentionPage } from '../../features/attention/attention-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/attention')({
  staticData: { permission: 'dashboard.read', floor: true },
  component: AttentionPage,
})
