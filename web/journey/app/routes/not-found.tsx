import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../screens/home/status-screens.tsx'

export const Route = createFileRoute('/404')({
  staticData: { head: ({ t }) => ({ title: t(($) => $.public.notFound, { ns: 'home' }) }) },
  component: NotFoundScreen,
})
