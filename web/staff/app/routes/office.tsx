import { createFileRoute } from '@tanstack/react-router'
import { OfficeLayout } from '../office-layout.tsx'

export const Route = createFileRoute('/_office')({ component: OfficeLayout })
