import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import type { CapturedSale, Counter, CounterCatalog, CounterReadiness } from '#web/local/counter/counter.ts'
import { useCounter } from '#web/local/counter/counter-context.tsx'

/** The device's catalog as screens see it, and whether a sale can begin with it. */
export interface CatalogState {
  readonly counter: Counter
  /** Undefined while it is being opened; null where the device has none. */
  readonly catalog: CounterCatalog | null | undefined
  readonly readiness: CounterReadiness | undefined
}

const everything = ['counter']

/** How far back the counter looks for what it sold, in milliseconds. */
export const keptSalesMs = 30 * 86_400_000

/** The newest catalog of this device; drawn again when another one was loaded. */
export function useCatalog(): CatalogState {
  const counter = useFollowedCounter()
  const local = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false } as const
  const catalog = useQuery({ queryKey: [...everything, 'catalog'], queryFn: () => counter.open(), ...local })
  const readiness = useQuery({ queryKey: [...everything, 'readiness'], queryFn: () => counter.readiness(), ...local })
  return { counter, catalog: catalog.data, readiness: readiness.data }
}

/** What this device has captured since a moment, newest first; undefined until it is read. */
export function useSales(sinceMs: number): readonly CapturedSale[] | undefined {
  const counter = useFollowedCounter()
  return useQuery({
    queryKey: [...everything, 'sales', sinceMs],
    queryFn: () => counter.sales(sinceMs),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** The counter; its queries are asked again when a catalog was loaded, or a sale captured or decided. */
function useFollowedCounter(): Counter {
  const counter = useCounter()
  const { queries } = usePlatform()
  useEffect(() => counter.subscribe(() => void queries.invalidateQueries({ queryKey: everything })), [counter, queries])
  return counter
}

/** The first moment of today, on this device. */
export function startOfToday(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
}
