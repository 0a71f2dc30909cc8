import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { switchModuleCall } from '#sync/calls/access.ts'
import type { Module } from '#domain/organization/module.ts'
import { raiseCallError } from '#web/lib/error-state.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { deviceId, keepGrant } from './device-door.ts'

/**
 * Switches the module (SHELL-41 to SHELL-43): one at a time, then home, then a reload, so that nothing of the other
 * side of the platform stays in memory.
 */
export function useSwitchModule() {
  const { session, http } = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const path = useLocation({ select: (location) => location.pathname })
  const blocked = useRef(false)
  const [running, setRunning] = useState<Module | null>(null)

  async function switchTo(module: Module): Promise<void> {
    if (blocked.current) return
    blocked.current = true
    setRunning(module)
    try {
      const device = await deviceId()
      const body = device === undefined ? { module } : { module, deviceId: device }
      const user = await http(switchModuleCall, { body })
      await keepGrant(user.id, user.grant)
      session.keep(user, new Date())
      queries.clear()
      if (path !== '/home') await navigate({ to: '/home' })
      window.location.reload()
    } catch (error) {
      raiseCallError(session.store, error)
      blocked.current = false
      setRunning(null)
    }
  }

  return { running, switchTo }
}
