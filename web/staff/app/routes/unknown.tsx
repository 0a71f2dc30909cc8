import { createFileRoute, redirect } from '@tanstack/react-router'
import type { Platform } from '#web/lib/platform.tsx'

export const Route = createFileRoute('/$')({
  staticData: { permission: 'none' },
  // As at the server, an unknown path is not-found for who has signed in, and leads everybody else to `/` (PUB-26).
  beforeLoad: ({ context }: { readonly context: object }) => {
    // The public site has this path too, and the program types its context by that one's.
    const { platform } = context as { readonly platform: Platform }
    throw redirect({ to: platform.session.user() === null ? '/' : '/404', replace: true })
  },
})
