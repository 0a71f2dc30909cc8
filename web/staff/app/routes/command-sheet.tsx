import { createFileRoute } from '@tanstack/react-router'
import { CommandSheetPage } from '../../features/document/command-sheet-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/command-sheet')({
  staticData: { permission: 'warehouse.check_in', floor: true },
  component: CommandSheetPage,
})
