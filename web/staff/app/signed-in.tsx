import type { ReactNode } from 'react'
import { useUser } from '#web/lib/platform.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/**
 * The content behind the guard, while a user is signed in: between the end of a session on this device and the sign-in
 * page there is no user whom a screen could be drawn for.
 */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  return useUser() === null ? <LoadingScreen /> : children
}
