import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#domain/cart/cart.ts'
import { paymentOf } from '#web/buyback/wizard.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useEngine } from '#web/local/engine-context.tsx'
import { useFindPredeclared } from '../catalog/predeclared-item.ts'
import { predeclaredFacts, type Predeclared } from '../catalog/sale-facts.ts'
import type { Asked } from './customer-form.ts'
import { priceLines, type PricedLine } from './priced-line.ts'

/** The cart priced by the catalog of the moment, and what it has to be asked for. */
export interface PricedCart {
  readonly lines: readonly PricedLine[]
  /** The buyback of the web that is finalised; null for a sale. */
  readonly predeclared: Predeclared | null
  /** Whether the cart finalises a buyback that this device does not know. */
  readonly isUnknown: boolean
  readonly totalCents: number
  readonly asked: Asked
}

/** Prices the cart; undefined until it is done. */
export function usePricedCart(catalog: CounterCatalog, cart: Cart): PricedCart | undefined {
  const engine = useEngine()
  const find = useFindPredeclared()
  return useQuery({
    queryKey: ['counter cart', catalog.version, cart.cartId, cart.storedAt],
    gcTime: 0,
    structuralSharing: false,
    queryFn: async (): Promise<PricedCart> => {
      const isFinalizing = cart.preDeclaredBuybackId !== null
      const itemId = cart.cartBuybacks[0]?.inCartId
      const config = engine.config()
      const found = isFinalizing && itemId !== undefined ? await find(itemId) : 'gone'
      const predeclared =
        found === 'gone' || found === 'away' || config === null
          ? null
          : await predeclaredFacts(catalog, { found, config, nowMs: catalog.serverTimeAt(Date.now()) })
      const isUnknown = isFinalizing && predeclared === null
      const lines = isUnknown ? [] : await priceLines(catalog, cart.cartBuybacks, predeclared)
      return {
        lines,
        predeclared,
        isUnknown,
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
