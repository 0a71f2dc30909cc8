import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readOpenIdLogoutAddress } from '#web/lib/local-storage.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { expiredUserAtom } from '#web/lib/session.ts'
import { giveUpUnkept } from '#web/lib/unkept.ts'
import { deviceId, sealWorkOf } from './device-door.ts'
import { noteSignOut, sendPendingSignOut } from './pending-sign-out.ts'

/** `local`: the identity provider has signed the user out already, so its address is not visited again. */
export interface SignOutOptions {
  readonly local?: boolean
  /** The session has ended by itself, and the user is about to come back. */
  readonly reconnects?: boolean
}

/** How long the way to the sign-in waits for a server that is slow to hear of it, in milliseconds. */
const longestWaitMs = 3000

/**
 * Signs out on this device first, so that it works without network: the grants go, which seals the user's unsent work,
 * then the user. The server is told at once, or another time where it is not reached or slow.
 */
export function useSignOut(): { readonly busy: boolean; readonly run: (options?: SignOutOptions) => Promise<void> } {
  const { session, http, storage } = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function run({ local = false, reconnects = false }: SignOutOptions = {}): Promise<void> {
    if (busy) return
    setBusy(true)
    const user = session.user()
    const goesOn = user?.viaOpenid === true && !local && !reconnects && navigator.onLine
    const openIdAddress = goesOn ? readOpenIdLogoutAddress(storage) : null
    const device = await deviceId()
    if (user) await sealWorkOf(user.id)
    giveUpUnkept()
    session.forget()
    session.store.set(expiredUserAtom, reconnects && user ? { email: user.email, module: user.module } : null)
    queries.clear()
    noteSignOut(document, device)
    await sendPendingSignOut(document, session, http, AbortSignal.timeout(longestWaitMs))
    if (openIdAddress) window.location.assign(openIdAddress)
    else await navigate({ to: '/login', search: {}, replace: true })
    setBusy(false)
  }

  return { busy, run }
}
