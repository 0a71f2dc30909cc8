import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { Module } from '#domain/organization/module.ts'
import { raiseCallError } from '#web/lib/error-state.ts'
import { codeText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { deviceId, keepGrants } from './device-door.ts'

/** Where a session is about to go on. */
export type SessionTarget = { readonly module: Module } | { readonly accountId: string }

/**
 * Goes on in another module (SHELL-41 to SHELL-43), or as a buyer at another retailer: one at a time, then home, then
 * a reload, so that nothing of the other side of the platform stays in memory.
 */
export function useSwitchSession() {
  const { session, http, texts } = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const path = useLocation({ select: (location) => location.pathname })
  const blocked = useRef(false)
  const [running, setRunning] = useState<SessionTarget | null>(null)
  const [unreached, setUnreached] = useState<string | null>(null)

  async function ask(target: SessionTarget): Promise<AuthenticatedUser> {
    const { switchAccountCall, switchModuleCall } = await import('#sync/calls/access.ts')
    if ('accountId' in target) return http(switchAccountCall, { body: target })
    const device = await deviceId()
    return http(switchModuleCall, { body: device === undefined ? target : { ...target, deviceId: device } })
  }

  async function switchTo(target: SessionTarget): Promise<void> {
    if (blocked.current) return
    blocked.current = true
    setRunning(target)
    setUnreached(null)
    try {
      const user = await ask(target)
      await keepGrants(user)
      session.keep(user, new Date())
      queries.clear()
      if (path !== '/home') await navigate({ to: '/home' })
      window.location.reload()
    } catch (error) {
      raiseCallError(session.store, error)
      // No modal speaks of a missing network, so the choice itself says why nothing has changed.
      if (error instanceof CallError && error.failure !== 'refused') setUnreached(codeText(texts, error.code))
      blocked.current = false
      setRunning(null)
    }
  }

  return { running, unreached, switchTo }
}
