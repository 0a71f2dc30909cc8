import { createFileRoute } from '@tanstack/react-router'
import { WorkPage } from '../../features/warehouse/work/work-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/work')({
  staticData: { permission: 'item.control', floor: true },
  component: WorkPage,
})
