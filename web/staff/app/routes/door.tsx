import { createFileRoute } from '@tanstack/react-router'
import { DoorLayout } from '../door-layout.tsx'

export const Route = createFileRoute('/_door')({ component: DoorLayout })
