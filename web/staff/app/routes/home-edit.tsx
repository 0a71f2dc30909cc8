import { createFileRoute } from '@tanstack/react-router'
import { HomeEditorPage } from '../../features/design/home/home-editor-page.tsx'

export const Route = createFileRoute('/_office/home/edit')({
  staticData: { permission: 'home.read' },
  component: HomeEditorPage,
})
