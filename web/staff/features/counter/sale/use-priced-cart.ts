import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#domain/cart/cart.ts'
import { paymentOf } from '#web/buyback/wizard.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useFindPredeclared } from '../catalog/predeclared-item.ts'
import { predeclaredFacts, type Predeclared } from '../catalog/sale-facts.ts'
import type { Asked } from './asked.ts'
import { priceLines, type PricedLine } from './priced-line.ts'

/**
 * Why what the web has predeclared is not finalised. `gone`: nobody waits for it. `notHere`: this device does not know it,
 * and the server cannot be asked. `ended`: its promise has, and the catalog has the product no more. `lacking`: its
 * circuit or its questions are not here.
 */
export type MissingFile = 'gone' | 'notHere' | 'ended' | 'lacking'

/** The cart priced by one version of the catalog, and what it has to be asked for. */
export interface PricedCart {
  /** What it is priced by, and is sold by. */
  readonly catalog: CounterCatalog
  readonly lines: readonly PricedLine[]
  /** The buyback of the web that is finalised; null for a sale. */
  readonly predeclared: Predeclared | null
  /** Why the cart's buyback of the web is not finalised; null where nothing is in the way. */
  readonly missing: MissingFile | null
  readonly totalCents: number
  readonly asked: Asked
}

/** Prices the cart; undefined until it is done. A catalog that is loaded later takes over once it has priced it too. */
export function usePricedCart(catalog: CounterCatalog, cart: Cart): PricedCart | undefined {
  const engine = useEngine()
  const find = useFindPredeclared()
  const readFile = async (itemId: string): Promise<Predeclared | MissingFile> => {
    const found = await find(itemId)
    if (found === 'gone') return 'gone'
    if (found === 'away') return 'notHere'
    const config = engine.config()
    if (config === null) return 'lacking'
    return (await predeclaredFacts(catalog, { found, config, nowMs: catalog.serverTimeAt(Date.now()) })) ?? 'lacking'
  }
  return useQuery({
    queryKey: ['counter cart', cart.cartId, cart.storedAt, catalog.version],
    gcTime: 0,
    // Of this very cart alone: what has left it is neither shown nor sold any more.
    placeholderData: (before: PricedCart | undefined, query): PricedCart | undefined =>
      query?.queryKey[1] === cart.cartId && query.queryKey[2] === cart.storedAt ? before : undefined,
    structuralSharing: false,
    queryFn: async (): Promise<PricedCart> => {
      const itemId = cart.cartBuybacks[0]?.inCartId
      const file = cart.preDeclaredBuybackId === null || itemId === undefined ? null : await readFile(itemId)
      const [predeclared, missing] = typeof file === 'string' ? [null, file] : [file, null]
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
