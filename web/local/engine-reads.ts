import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from './engine.ts'

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}

/**
 * Something read from the engine, read again at each change of copy or operations; undefined until the first answer for
 * this key.
 */
export function useEngineRead<T>(engine: Engine, key: string, read: () => Promise<T>): T | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly value: T } | undefined>(undefined)
  const latest = useEffectEvent(read)
  useEffect(
    () =>
      followEngine(
        engine,
        () => latest(),
        (value) => setFound({ key, value }),
      ),
    [engine, key],
  )
  return found?.key === key ? found.value : undefined
}

/** An item as this device knows it, with its own work on top; null without an id and while the device knows none. */
export function useEngineItem(engine: Engine, itemId: string | null): ItemRow | null {
  const [handed] = useState(() => (itemId === null ? null : engine.viewed(itemId)))
  const read = async (): Promise<ItemRow | null> => {
    const [view] = itemId === null ? [] : await engine.view([itemId])
    return view?.item ?? null
  }
  const found = useEngineRead(engine, itemId ?? '', read)
  if (found !== undefined) return found
  return handed?.item.id === itemId ? handed.item : null
}

/**
 * Reads now and at each change of copy or operations, and hands on what was found, until the returned function is
 * called. Changes that come while a read runs are one more read.
 */
export function followEngine<T>(engine: Engine, read: () => Promise<T>, take: (value: T) => void): () => void {
  let alive = true
  let running = false
  let again = false
  const refresh = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    try {
      do {
        again = false
        const value = await read()
        if (alive) take(value)
      } while (again && alive)
    } finally {
      running = false
    }
  }
  void refresh()
  const leave = engine.subscribe(({ kind }) => {
    if (kind !== 'status') void refresh()
  })
  return () => {
    alive = false
    leave()
  }
}
