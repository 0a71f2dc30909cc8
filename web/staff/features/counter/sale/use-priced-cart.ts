import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#domain/cart/cart.ts'
import { paymentOf } from '#web/buyback/wizard.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useEngine } from '#web/local/engine-context.tsx'
import { useFindPredeclared } from '../catalog/predeclared-item.ts'
import { predeclaredFacts, type Predeclared } from '../catalog/sale-facts.ts'
import type { Asked } from './asked.ts'
import { priceLines, type PricedLine } from './priced-line.ts'

/** The cart priced by one version of the catalog, and what it has to be asked for. */
export interface PricedCart {
  /** What it is priced by, and is sold by. */
  readonly catalog: CounterCatalog
  readonly lines: readonly PricedLine[]
  /** The buyback of the web that is finalised; null for a sale. */
  readonly predeclared: Predeclared | null
  /**
   * Why the cart's buyback of the web is not finalised: this device does not know it, or its promise has ended and the
   * catalog has the product no more. Null where nothing is in the way.
   */
  readonly missing: 'notHere' | 'ended' | null
  readonly totalCents: number
  readonly asked: Asked
}

/** Prices the cart; undefined until it is done. A catalog that is loaded meanwhile takes over once it has priced it too. */
export function usePricedCart(catalog: CounterCatalog, cart: Cart): PricedCart | undefined {
  const engine = useEngine()
  const find = useFindPredeclared()
  return useQuery({
    queryKey: ['counter cart', cart.cartId, cart.storedAt, catalog.version],
    gcTime: 0,
    // Of this very cart alone: what has left it is neither shown nor sold any more.
    placeholderData: (before: PricedCart | undefined, query): PricedCart | undefined =>
      query?.queryKey[1] === cart.cartId && query.queryKey[2] === cart.storedAt ? before : undefined,
    structuralSharing: false,
    queryFn: async (): Promise<PricedCart> => {
      const isFinalizing = cart.preDeclaredBuybackId !== null
      const itemId = cart.cartBuybacks[0]?.inCartId
      const config = engine.config()
      const found = isFinalizing && itemId !== undefined ? await find(itemId) : 'gone'
      const facts =
        found === 'gone' || found === 'away' || config === null
          ? null
          : await predeclaredFacts(catalog, { found, config, nowMs: catalog.serverTimeAt(Date.now()) })
      const predeclared = facts === 'ended' ? null : facts
      const missing = !isFinalizing || predeclared !== null ? null : facts === 'ended' ? 'ended' : 'notHere'
      const lines = missing !== null ? [] : await priceLines(catalog, cart.cartBuybacks, predeclared)
      return {
        catalog,
        lines,
        predeclared,
        missing,
        totalCents: lines.reduce((sum, { offer }) => sum + (offer?.totalCents ?? 0), 0),
        asked: {
          identification: catalog.rules.settings.identityRequired,
          bank: lines.some(
            ({ facts, progress }) => facts !== null && paymentOf(facts, progress)?.type === 'bank_transfer',
          ),
        },
      }
    },
  }).data
}
