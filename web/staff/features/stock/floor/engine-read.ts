import { useEffect, useEffectEvent, useState } from 'react'
import type { Engine } from '#web/local/engine.ts'

/**
 * Something read from the engine, read again at each change of copy or operations; null until the first answer. Changes
 * that come while a read runs are one more read.
 */
export function useEngineRead<T>(engine: Engine, key: string, read: () => Promise<T>): T | null {
  const [found, setFound] = useState<{ readonly key: string; readonly value: T } | null>(null)
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
  return found === null || found.key !== key ? null : found.value
}

/** Resolves once the engine captures in this user's name: after a start the screen is there before it knows. */
export function whenAuthor(engine: Engine, userId: string): Promise<void> {
  const known = (): boolean => engine.author()?.userId === userId
  if (known()) return Promise.resolve()
  return new Promise((done) => {
    const leave = engine.subscribe(() => {
      if (!known()) return
      leave()
      done()
    })
  })
}
