import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import type { RoutePermission } from '#web/lib/permission.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { guard } from '../guard.ts'
import { Root } from '../root.tsx'

export const Route = createRootRouteWithContext<{ platform: Platform }>()({
  beforeLoad: ({ context, location, matches }) => {
    const page = matches.at(-1)?.staticData
    const ask = (permission: RoutePermission | undefined) =>
      guard(context.platform.session.user(), permission, location.href)
    const answer = ask(page?.permission) ?? (page?.alsoPermission ? ask(page.alsoPermission) : null)
    if (answer?.to === '/second-factor')
      throw redirect({ to: '/second-factor', search: { from: answer.from }, replace: true })
    if (answer?.to === '/login') throw redirect({ to: '/login', search: { from: answer.from }, replace: true })
    if (answer?.to === '/home') throw redirect({ to: '/home', replace: true })
  },
  component: Root,
})
