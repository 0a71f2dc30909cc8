import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import type { Platform } from '#web/lib/platform.tsx'
import { guard } from '../guard.ts'
import { Root } from '../root.tsx'

export const Route = createRootRouteWithContext<{ platform: Platform }>()({
  beforeLoad: ({ context, location, matches }) => {
    const page = matches.at(-1)?.staticData
    const answer = guard(context.platform.session.user(), page?.permission, location.href)
    if (answer?.to === '/login') throw redirect({ to: '/login', search: { from: answer.from }, replace: true })
    if (answer?.to === '/home') throw redirect({ to: '/home', replace: true })
  },
  component: Root,
})
