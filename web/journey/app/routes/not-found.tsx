import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../screens/home/status-screens.tsx'

export const Route = createFileRoute('/404')({ component: NotFoundScreen })
