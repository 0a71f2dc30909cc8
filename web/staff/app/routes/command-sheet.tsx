import { createFileRoute } from '@tanstack/react-router'
import { CommandSheetPage } from '../../features/document/command-sheet-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/command-sheet')({
  staticData: { permission: 'expedition.send', floor: true },
  component: CommandSheetPage,
})
