import { createFileRoute } from '@tanstack/react-router'
import { CheckInPage } from '../../features/check-in/check-in-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/checkin')({
  staticData: { permission: 'warehouse.check_in', floor: true },
  component: CheckInPage,
})
