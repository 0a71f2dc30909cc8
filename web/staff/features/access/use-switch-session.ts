import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { raiseCallError } from '#web/lib/error-state.ts'
import { codeText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { deviceId, keepGrants, sealWorkOf } from './device-door.ts'
import { runningSwitchAtom, type SessionTarget } from './running-switch.ts'

/**
 * Goes on in another module (SHELL-41 to SHELL-43), or as a buyer at another retailer: one switch at a time, even if
 * panels are closed and opened while it runs, then home, then a reload, so that nothing of the other side of the
 * platform stays in memory. It ends with a sign-out.
 */
export function useSwitchSession(reload = () => window.location.reload()) {
  const { session, http, texts } = usePlatform()
  const queries = useQueryClient()
  const router = useRouter()
  const running = useAtomValue(runningSwitchAtom)
  const [unreached, setUnreached] = useState<string | null>(null)

  async function ask(target: SessionTarget, signal: AbortSignal): Promise<AuthenticatedUser> {
    const { switchAccountCall, switchModuleCall } = await import('#sync/calls/access.ts')
    const device = await deviceId()
    const named = device === undefined ? {} : { deviceId: device }
    if ('accountId' in target) return http(switchAccountCall, { body: { ...target, ...named }, signal })
    return http(switchModuleCall, { body: { ...target, ...named }, signal })
  }

  async function switchTo(target: SessionTarget): Promise<void> {
    if (session.store.get(runningSwitchAtom) !== null) return
    const leaving = new AbortController()
    const { signal } = leaving
    session.store.set(runningSwitchAtom, { target, leaving })
    setUnreached(null)
    try {
      const user = await ask(target, signal)
      signal.throwIfAborted()
      await keepGrants(user)
      // Users who have left since lost their grants before these came.
      if (signal.aborted) await sealWorkOf(user.id)
      signal.throwIfAborted()
      // The cart goes with the module, and a page of the sale would lead to where the next one begins.
      if (router.latestLocation.pathname !== '/home') await router.navigate({ to: '/home', ignoreBlocker: true })
      signal.throwIfAborted()
      session.keep(user, new Date())
      queries.clear()
      reload()
    } catch (error) {
      session.store.set(runningSwitchAtom, null)
      if (signal.aborted) return
      raiseCallError(session.store, error)
      // No modal speaks of a missing network, so the choice itself says why nothing has changed.
      if (error instanceof CallError && error.failure !== 'refused') setUnreached(codeText(texts, error.code))
    }
  }

  return { running: running?.target ?? null, unreached, switchTo }
}
