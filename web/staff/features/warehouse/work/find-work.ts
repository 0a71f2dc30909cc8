import { nextWork, type WorkKind } from '#domain/warehouse/next-work.ts'
import { allStepsClosed } from '#domain/refurb/item-step.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'

/** What a scanned item means on the work queue. */
export type FoundWork =
  | { readonly face: 'unknown' }
  | { readonly face: 'choose'; readonly items: readonly ItemRow[] }
  | { readonly face: 'work'; readonly item: ItemRow; readonly kind: WorkKind }
  | { readonly face: 'elsewhere'; readonly item: ItemRow }
  | { readonly face: 'nothing'; readonly item: ItemRow }

/** Says what could be done next with what a code names, here. */
export function findWork(items: readonly ItemRow[], warehouseIds: readonly string[]): FoundWork {
  const [item, other] = items
  if (item === undefined) return { face: 'unknown' }
  if (other !== undefined) return { face: 'choose', items }
  const hasOpenSteps = !allStepsClosed(itemFacts(item).steps)
  const kind = nextWork({ ...item, hasOpenSteps }, warehouseIds)
  if (kind !== null) return { face: 'work', item, kind }
  const isElsewhere =
    item.status === 'item_in_transit' || (item.warehouseId !== null && !warehouseIds.includes(item.warehouseId))
  return { face: isElsewhere ? 'elsewhere' : 'nothing', item }
}
