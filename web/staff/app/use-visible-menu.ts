import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineValue } from '#web/local/engine/engine-reads.ts'
import { isCheckInDisabled } from '#web/lib/check-in-disabled.ts'
import { visibleMenu, type MenuEntry } from './menu.ts'

/** The side menu of the moment, by the settings in the device's copy and, before that, in the session. */
export function useVisibleMenu(): readonly MenuEntry[] {
  const user = useSignedInUser()
  const engine = useEngine()
  const { routesByPath } = useRouter()
  const config = useEngineValue(engine, engine.config)
  const checkInDisabled = isCheckInDisabled(user, config)
  return useMemo(
    () =>
      visibleMenu(user, {
        checkInDisabled,
        hasPage: (path) => path in routesByPath || `${path}/{-$itemId}` in routesByPath,
      }),
    [user, checkInDisabled, routesByPath],
  )
}
