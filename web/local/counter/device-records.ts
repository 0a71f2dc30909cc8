import type { DispatchSetup } from '#domain/dispatch/dispatch-rule.ts'
import { fail, succeed } from '#domain/kernel/result.ts'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import type { CounterRecords, SaleNeeds } from '#sync/records.ts'
import { offerOf, type CounterPlaces } from '#sync/replica/counter-offer.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, Scope } from '#sync/wire/pull.ts'
import { openCatalog, type CatalogRow, type CatalogStore } from './catalog-store.ts'

/** Reads what a sale is judged by on the device; undefined where it has none of the catalogs that are named. */
export async function readDeviceRecords(
  store: CatalogStore,
  { config, scope }: { readonly config: Config; readonly scope: Scope },
  sales: readonly SaleNeeds[],
  items: readonly ItemRow[],
): Promise<CounterRecords | undefined> {
  const rows = new Map<string, CatalogRow>()
  const products = new Map<string, CounterProduct>()
  for (const { version, lines } of sales) {
    const row = await store.row(version)
    if (row === null) continue
    rows.set(version, row)
    const catalog = openCatalog(store, row)
    for (const { itemId, productId } of lines) {
      const id = productId ?? items.find((item) => item.id === itemId)?.facts?.productId
      const product = typeof id === 'string' ? await catalog.product(id) : null
      if (product !== null) products.set(`${version} ${product.id}`, product)
    }
  }
  if (rows.size === 0) return undefined
  return {
    offer(question) {
      const { version, productId, storeId } = question
      const row = rows.get(version)
      if (row === undefined) return fail({ code: 'COUNTER_PRICES_UNKNOWN' })
      const product = products.get(`${version} ${productId}`) ?? null
      return succeed(offerOf(row.rules, product, question, placesOf(config, scope.storeIds.includes(storeId))))
    },
    // Whether a newer catalog is out is for the server to say.
    replacedAtMs: () => null,
    capturedAtMs: (claimedMs) => claimedMs,
    unsentSinceMs: () => null,
    // The capture itself looks at the numbers that are left, inside its transaction.
    mayGive: () => false,
    isTaken: () => false,
    // The capture looks for it in the outbox, together with what it writes there.
    isSold: () => false,
    validateSeller: () => null,
  }
}

const noDispatch: Omit<DispatchSetup, 'coordinates'> = { rules: [], defaultWarehouseId: null, isGeographic: false }

function placesOf({ dispatch, warehouses, stores = [] }: Config, hasStore: boolean): CounterPlaces {
  const places = [...warehouses, ...stores].map(({ id, coordinates }) => ({ id, coordinates: coordinates ?? null }))
  return { dispatch: dispatch ?? noDispatch, places, hasStore }
}
