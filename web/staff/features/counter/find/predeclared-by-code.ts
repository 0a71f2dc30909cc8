import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/catalog/slug.ts'
import { isPredeclared } from '#domain/warehouse/first-state.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { useEngine } from '#web/local/engine-context.tsx'
import { useCan } from '#web/lib/platform.tsx'

/**
 * Finds what the web has predeclared by the number of its buyback or item, on this device alone; answers where it is
 * finalised, null where the code names no such thing.
 */
export function usePredeclaredByCode(): (code: string) => Promise<string | null> {
  const engine = useEngine()
  const mayFinalize = useCan('buyback.finalize')
  return async (code) => {
    if (!mayFinalize) return null
    const views = await engine.view([], [code])
    const found = views.find(({ item }) => isPredeclared(item) && (item.buybackCode === code || item.code === code))
    return found === undefined ? null : finalizePath(found.item)
  }
}

function finalizePath(item: ItemRow): string | null {
  const { productId } = itemFacts(item)
  if (productId === null) return null
  const { brand, productLabel } = item
  return `/diag/${productId}/${slugOf(productName({ brand, productLabel }) ?? productId) || '-'}/${item.id}`
}
