import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'

/** How many products stand in each stock of a warehouse, by the device's copy; null until it is known. */
export function useStockCounts(engine: Engine, warehouseId: string): Readonly<Record<string, number>> | null {
  const counts = useEngineRead(engine, warehouseId, async () => {
    const filter = { inStock: true, warehouseIds: [warehouseId] }
    const query = { filter, search: '', sort: 'code', order: 'asc', offset: 0, limit: 0 } as const
    const page = await engine.listItems(query).catch(() => null)
    return page?.facets.stocks ?? null
  })
  return counts ?? null
}
