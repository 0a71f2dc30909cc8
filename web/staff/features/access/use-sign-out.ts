import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import { signOut, type SignOutOptions } from './sign-out.ts'

/** Signs out from a screen, once at a time. */
export function useSignOut(): { readonly busy: boolean; readonly run: (options?: SignOutOptions) => Promise<void> } {
  const platform = usePlatform()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function run(options: SignOutOptions = {}): Promise<void> {
    if (busy) return
    setBusy(true)
    await signOut(platform, () => navigate({ to: '/login', search: {}, replace: true }), options)
    setBusy(false)
  }

  return { busy, run }
}
