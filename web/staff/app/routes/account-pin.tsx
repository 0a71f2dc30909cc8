import { createFileRoute } from '@tanstack/react-router'
import { SetPinPage } from '#web/staff/features/access/set-pin-page.tsx'

export const Route = createFileRoute('/_office/account/pin')({
  staticData: { permission: 'session' },
  component: SetPinPage,
})
