import { createFileRoute } from '@tanstack/react-router'
import { DesignPage } from '../../features/design/design-page.tsx'

export const Route = createFileRoute('/_office/design')({
  staticData: { permission: 'design.read' },
  component: DesignPage,
})
