import { createFileRoute } from '@tanstack/react-router'
import { PrinterPage } from '../../features/document/printer-page.tsx'

export const Route = createFileRoute('/_office/printers')({
  staticData: { permission: 'stock.manage' },
  component: PrinterPage,
})
