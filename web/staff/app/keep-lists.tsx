import { useEffect } from 'react'
import { useHttp, useUser } from '#web/lib/platform.tsx'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'
import { whenIdle } from '#web/local/engine/when-idle.ts'

/** How old a kept list may grow on a device that has the network. */
const maxAgeMs = 15 * 60_000

/** Keeps the lists that the copy does not hold, so that a device shows them offline even if no user has opened them. */
export function KeepLists() {
  const http = useHttp()
  const user = useUser()
  const isOnline = useIsOnline()
  useEffect(() => {
    if (user === null || !isOnline) return
    const keep = async (): Promise<void> => {
      const [{ keepLists }, { keptLists }] = await Promise.all([
        import('#web/local/cache/cached-list.ts'),
        import('./kept-lists.ts'),
      ])
      await keepLists(keptLists, { http, user, maxAgeMs })
    }
    // Nobody waits for it: what was not kept now is kept the next time.
    const run = (): void => void keep().catch(() => undefined)
    const leave = whenIdle(run)
    const timer = setInterval(run, maxAgeMs)
    return () => {
      leave()
      clearInterval(timer)
    }
  }, [http, user, isOnline])
  return null
}
