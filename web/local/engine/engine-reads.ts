import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from './engine.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}

/** What was read, or that it could not be. */
export interface EngineAnswer<T> {
  /** Undefined until the first answer for the key. */
  readonly value: T | undefined
  /** The last try failed; a value is that of an earlier one. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Something read from the engine, read again at each change of copy or operations, and whether that failed. */
export function useEngineAnswer<T>(engine: Engine, key: string, read: () => Promise<T>): EngineAnswer<T> {
  const [found, setFound] = useState<{ readonly key: string; readonly value: T } | undefined>(undefined)
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const latest = useEffectEvent(read)
  useEffect(
    () =>
      followEngine(
        engine,
        () => latest(),
        (value) => {
          setFound({ key, value })
          setFailedKey(null)
        },
        (error) => {
          setFailedKey(key)
          // What is no fault of the storage is one of the program, and shows as such.
          if (!isStorageError(error)) throw error
        },
      ),
    [engine, key, tries],
  )
  return {
    value: found?.key === key ? found.value : undefined,
    hasFailed: failedKey === key,
    retry: () => setTries((before) => before + 1),
  }
}

/**
 * Something read from the engine, read again at each change of copy or operations; undefined until the first answer for
 * this key.
 */
export function useEngineRead<T>(engine: Engine, key: string, read: () => Promise<T>): T | undefined {
  return useEngineAnswer(engine, key, read).value
}

/** Whether this device has no copy because it could not be fetched, and another try at once. */
export function useCopyFetchFailure(engine: Engine): { readonly isMissed: boolean; readonly retry: () => void } {
  const isMissed = useEngineValue(engine, engine.isCopyMissed)
  const [isTrying, setTrying] = useState(false)
  const retry = (): void => {
    setTrying(true)
    void engine.sync().finally(() => setTrying(false))
  }
  return { isMissed: isMissed && !isTrying, retry }
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

/** Who has signed out with unsent work on an item; null where nobody has, and until that is known. */
export function useSignedOutName(engine: Engine, itemId: string): string | null {
  const read = async (): Promise<string | null> =>
    engine.signedOutNameIn(await engine.operationsOf(itemId), engine.author()?.userId)
  return useEngineRead(engine, itemId, read) ?? null
}

/**
 * Reads now and at each change of copy or operations, and hands on what was found, until the returned function is
 * called. Changes that come while a read runs are one more read; one that fails is tried again at the next change.
 */
export function followEngine<T>(
  engine: Engine,
  read: () => Promise<T>,
  take: (value: T) => void,
  onFailed: (error: unknown) => void = rethrow,
): () => void {
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
        try {
          const value = await read()
          if (alive) take(value)
        } catch (error) {
          if (alive) onFailed(error)
        }
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

function rethrow(error: unknown): never {
  throw error
}
