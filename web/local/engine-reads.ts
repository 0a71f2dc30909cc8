import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Engine } from './engine.ts'

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}

/**
 * Something read from the engine, read again at each change of copy or operations; undefined until the first answer for
 * this key. Changes that come while a read runs are one more read.
 */
export function useEngineRead<T>(engine: Engine, key: string, read: () => Promise<T>): T | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly value: T } | undefined>(undefined)
  const latest = useEffectEvent(read)
  useEffect(() => {
    let alive = true
    let running = false
    let again = false
    const refresh = async (): Promise<void> => {
      if (running) {
        again = true
        return
      }
      running = true
      do {
        again = false
        const value = await latest()
        if (alive) setFound({ key, value })
      } while (again && alive)
      running = false
    }
    void refresh()
    const leave = engine.subscribe(({ kind }) => {
      if (kind !== 'status') void refresh()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, key])
  return found?.key === key ? found.value : undefined
}
