import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { nextWork, workWithoutCheckIn, type WorkKind } from '#domain/item/next-work.ts'
import { allStepsClosed } from '#domain/refurb/refurb-step.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'

/** What a scanned item means on the work queue. */
export type FoundWork =
  | { readonly face: 'unknown' }
  | { readonly face: 'choose'; readonly items: readonly ItemRow[] }
  | { readonly face: 'work' | 'forbidden'; readonly item: ItemRow; readonly kind: WorkKind }
  | { readonly face: 'elsewhere'; readonly item: ItemRow }
  | { readonly face: 'nothing'; readonly item: ItemRow }

/**
 * Says what could be done next with what a code names, here; `kinds` are those that this user may do, and
 * `isCheckInHidden` says that checking in is not among them by the account's settings.
 */
export function findWork(
  items: readonly ItemRow[],
  warehouseIds: readonly string[],
  kinds: readonly WorkKind[],
  isCheckInHidden: boolean,
): FoundWork {
  const [item, other] = items
  if (item === undefined) return { face: 'unknown' }
  if (other !== undefined) return { face: 'choose', items: rankCandidates(items, warehouseIds[0] ?? null, 'stock') }
  const hasOpenSteps = !allStepsClosed(itemFacts(item).steps)
  const next = nextWork({ ...item, hasOpenSteps }, warehouseIds)
  const kind = next !== null && isCheckInHidden ? workWithoutCheckIn(next, item.tested) : next
  if (kind !== null) return { face: kinds.includes(kind) ? 'work' : 'forbidden', item, kind }
  const isElsewhere =
    item.status === 'item_in_transit' || (item.warehouseId !== null && !warehouseIds.includes(item.warehouseId))
  return { face: isElsewhere ? 'elsewhere' : 'nothing', item }
}

/** How it looks and sounds; what another user releases from quarantine stops as anywhere. */
export function styleOfWork(found: FoundWork): ScanResultStyle {
  switch (found.face) {
    case 'work':
      return scanResultStyles.accepted
    case 'choose':
      return scanResultStyles.choice
    case 'elsewhere':
      return scanResultStyles.elsewhere
    case 'unknown':
      return scanResultStyles.refused
    case 'nothing':
      return scanResultStyles.wrong
    case 'forbidden':
      return found.kind === 'release' ? scanResultStyles.quarantine : scanResultStyles.wrong
  }
}
