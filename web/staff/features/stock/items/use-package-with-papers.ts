import { useEffect, useState } from 'react'
import { useEngine } from '#web/local/engine-context.tsx'

/**
 * The package of an item whose papers can be printed: one that has its number, or one of another place, of which the
 * server knows more than this device. Null for an open one, and while the device looks it up.
 */
export function usePackageWithPapers(packageId: string | null): string | null {
  const engine = useEngine()
  const [found, setFound] = useState<string | null>(null)
  useEffect(() => {
    let alive = true
    const look = async (): Promise<void> => {
      const known = packageId === null ? null : await engine.package(packageId).catch(() => null)
      if (alive) setFound(known !== null && known.row.number === null ? null : packageId)
    }
    void look()
    return () => {
      alive = false
    }
  }, [engine, packageId])
  return found === packageId ? found : null
}
