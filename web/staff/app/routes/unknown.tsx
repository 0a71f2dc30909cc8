import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$')({
  staticData: { permission: 'session' },
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})
