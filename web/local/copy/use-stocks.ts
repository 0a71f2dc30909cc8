import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Config } from '#sync/wire/pull.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'

/** Names of stocks and warehouses, as the device's copy has them. */
export interface Stocks {
  readonly config: Config | null
  /** Stocks of the account by warehouse and name. */
  readonly list: Config['stocks']
  /** Name of a stock, with its warehouse where the account has several; null for one that is gone. */
  readonly nameOf: (stockId: string | null) => string | null
  readonly warehouseOf: (warehouseId: string | null) => string | null
}

/** Follows the device's configuration, which every user's copy holds. */
export function useStocks(): Stocks {
  const engine = useEngine()
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  const config = useSyncExternalStore(subscribe, engine.config)
  const info = useSyncExternalStore(subscribe, engine.copyInfo)
  const own = info?.scope.warehouseIds.length
  return useMemo(() => {
    const list = config?.stocks ?? []
    const stocks = new Map(list.map((stock) => [stock.id, stock]))
    const warehouses = new Map((config?.warehouses ?? []).map(({ id, name }) => [id, name]))
    const warehouseOf = (id: string | null): string | null => (id === null ? null : (warehouses.get(id) ?? null))
    return {
      config,
      list,
      warehouseOf,
      nameOf(stockId) {
        const stock = stockId === null ? undefined : stocks.get(stockId)
        if (stock === undefined) return null
        const warehouse = own === 1 || warehouses.size < 2 ? null : warehouseOf(stock.warehouseId)
        return warehouse === null ? stock.name : `${stock.name} · ${warehouse}`
      },
    }
  }, [config, own])
}
