import { useEffect, useState } from 'react'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngineStart } from '#web/local/engine/engine-context.tsx'
import type { Engine } from '#web/local/engine/engine.ts'

/**
 * Where items are read: `device` where the copy holds a warehouse's, `server` for users whose copy holds none, and
 * `starting` until that is known.
 */
export type CopyScope = 'device' | 'server' | 'starting'

/** Follows what the device's copy holds. */
export function useCopyScope(engine: Engine): CopyScope {
  const user = useSignedInUser()
  const whenStarted = useEngineStart()
  const [scope, setScope] = useState(() => scopeNow(engine, user, false))
  useEffect(() => {
    let alive = true
    const follow = (): void => {
      if (alive) setScope(scopeNow(engine, user, true))
    }
    void whenStarted.then(follow)
    const leave = engine.subscribe(({ kind }) => {
      if (kind === 'copy') follow()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, whenStarted, user])
  return scope
}

function scopeNow(engine: Engine, user: StoredUser, started: boolean): CopyScope {
  const info = engine.copyInfo()
  if (info !== null) return info.scope.warehouseIds.length > 0 ? 'device' : 'server'
  if (user.module === 'rps') return 'device'
  if (!started) return 'starting'
  const chosen = isAdminType(user.userType) ? engine.author()?.chosenWarehouseId : undefined
  return chosen === undefined ? 'server' : 'device'
}
