import type { Coordinates } from '#domain/kernel/distance.ts'
import type { DispatchSetup, DispatchSubject } from '#domain/dispatch/dispatch-rule.ts'
import { itemFacts, type ItemRow } from '../wire/item-row.ts'
import type { Config } from '../wire/pull.ts'

/** The account's dispatch as a device knows it; null where the account has none yet. */
export function dispatchSetupOf({ dispatch, warehouses }: Config): DispatchSetup | null {
  return dispatch === undefined ? null : { ...dispatch, coordinates: placesOf(warehouses) }
}

/** What the dispatch rules look at in an item: known offline as it is on the server. */
export function dispatchSubjectOf(item: ItemRow, { categories, stores, warehouses }: Config): DispatchSubject {
  const { categoryId, circuitId } = itemFacts(item)
  const places = placesOf([...(stores ?? []), ...warehouses])
  return {
    brand: item.brand,
    categoryPath: pathOf(categoryId, categories ?? []),
    circuitId,
    declaredState: item.declaredGrade,
    origin: places.get(item.warehouseId ?? item.storeId ?? '') ?? null,
  }
}

/** A category and those above it, up to the top. */
function pathOf(categoryId: string | null, categories: NonNullable<Config['categories']>): readonly string[] {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]))
  const path = new Set<string>()
  for (let id = categoryId ?? undefined; id !== undefined && !path.has(id); id = parents.get(id)) path.add(id)
  return [...path]
}

function placesOf(
  places: readonly { readonly id: string; readonly coordinates?: Coordinates | null | undefined }[],
): ReadonlyMap<string, Coordinates> {
  return new Map(places.flatMap(({ id, coordinates }) => (coordinates ? [[id, coordinates] as const] : [])))
}
