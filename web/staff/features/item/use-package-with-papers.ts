import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'

/**
 * The package of an item whose papers can be printed: one that has its number, or one of another place, of which the
 * server knows more than this device. Null for an open one, and while the device looks it up.
 */
export function usePackageWithPapers(packageId: string | null): string | null {
  const engine = useEngine()
  const read = async (): Promise<string | null> => {
    const known = packageId === null ? null : await engine.package(packageId).catch(() => null)
    return known !== null && known.row.number === null ? null : packageId
  }
  return useEngineRead(engine, packageId ?? '', read) ?? null
}
