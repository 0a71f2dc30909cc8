import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Engine } from '#web/local/engine.ts'
import type { PackageContent, PackageView } from '#web/local/package-view.ts'

/** A value that the engine holds, followed through its events. */
export function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}

/** What has to be read, again after each change; undefined until it is there for the first time. */
function useReading<T>(engine: Engine, read: () => Promise<T>): T | undefined {
  const [value, setValue] = useState<{ readonly read: () => Promise<T>; readonly value: T } | undefined>(undefined)
  useEffect(() => {
    let isAlive = true
    let isReading = false
    let isStale = false
    const run = async (): Promise<void> => {
      if (isReading) {
        isStale = true
        return
      }
      isReading = true
      do {
        isStale = false
        const next = await read()
        if (isAlive) setValue({ read, value: next })
      } while (isStale && isAlive)
      isReading = false
    }
    void run()
    const leave = engine.subscribe(({ kind }) => {
      if (kind !== 'status') void run()
    })
    return () => {
      isAlive = false
      leave()
    }
  }, [engine, read])
  return value?.read === read ? value.value : undefined
}

/** The packages of this device's places; null where it has no copy, undefined until they are read. */
export function usePackages(engine: Engine): readonly PackageView[] | null | undefined {
  return useReading(engine, engine.packages)
}

/** A package with its items; null where the device does not know it, undefined until it is read. */
export function usePackage(engine: Engine, id: string | undefined): PackageContent | null | undefined {
  const read = useCallback(async () => (id === undefined ? null : engine.package(id)), [engine, id])
  return useReading(engine, read)
}

/** Whether this device has a number left for a package; undefined until it is read. */
export function useHasNumber(engine: Engine, packageId: string): boolean | undefined {
  const read = useCallback(async () => (await engine.packageNumber(packageId)) !== null, [engine, packageId])
  return useReading(engine, read)
}
