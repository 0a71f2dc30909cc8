import type { SaleFault } from '../buyback/decide-sale.ts'
import type { OfferedProduct, SaleOffer } from '../buyback/offer.ts'
import type { Coordinates } from '../kernel/distance.ts'
import { fail, type Result } from '../kernel/result.ts'
import { chooseWarehouse, type DispatchSetup } from '../dispatch/dispatch-rule.ts'

/** The account's dispatch with the places that it chooses among and starts from. */
export interface SalePlaces {
  readonly dispatch: Omit<DispatchSetup, 'coordinates'>
  readonly places: readonly { readonly id: string; readonly coordinates: Coordinates | null }[]
}

/** What an account says about selling a product, and where it goes. */
export interface Offer extends SaleOffer, SalePlaces {
  /** Whether the store exists and works. */
  readonly hasStore: boolean
}

/** The warehouse that is to test the product, by the dispatch rules (PUB-33). */
export function destinationOf(
  offer: SalePlaces,
  {
    product,
    circuitId,
    grade,
    storeId,
  }: {
    readonly product: Pick<OfferedProduct, 'brand' | 'categoryPath'>
    readonly circuitId: string
    readonly grade: string | null
    readonly storeId: string | null
  },
): Result<string, SaleFault> {
  const coordinates = new Map(
    offer.places.flatMap(({ id, coordinates: at }) => (at === null ? [] : [[id, at] as const])),
  )
  const chosen = chooseWarehouse(
    {
      brand: product.brand,
      categoryPath: product.categoryPath,
      circuitId,
      declaredState: grade,
      origin: coordinates.get(storeId ?? '') ?? null,
    },
    { ...offer.dispatch, coordinates },
  )
  return chosen.ok ? chosen : fail({ code: 'CIRCUIT_NO_WAREHOUSE' })
}
