import { createRootRoute } from '@tanstack/react-router'
import { JourneyLayout } from '../journey-layout.tsx'
import { NotFoundScreen } from '../../screens/home/status-screens.tsx'

export const Route = createRootRoute({ component: JourneyLayout, notFoundComponent: NotFoundScreen })
