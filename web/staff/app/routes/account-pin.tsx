import { createFileRoute } from '@tanstack/react-router'
import { PinPage } from '#web/staff/features/access/set-pin-page.tsx'

export const Route = createFileRoute('/_office/account/pin')({
  staticData: { permission: 'session' },
  component: PinPage,
})
