import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { decideCheckIn, type CheckIn, type CheckInPlace } from '#domain/check-in/check-in.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'
import { checkInStyles } from '../verdict.ts'

/**
 * What a code means on the confirmation screen. Three of these are the lookup errors of the specification: not
 * recognised or not assigned to the workshop (WH-10), not registered (WH-11), status not eligible (WH-12). A product
 * that is really in the operator's hand may still be registered after the first two, once they are acknowledged.
 */
export type Lookup =
  | { readonly face: 'not_recognised' }
  | { readonly face: 'choose'; readonly items: readonly ItemRow[] }
  | {
      readonly face: 'ready'
      readonly item: ItemRow
      readonly checkIn: CheckIn
      readonly notice: 'not_assigned' | 'not_registered' | null
    }
  | { readonly face: 'already'; readonly item: ItemRow }
  | { readonly face: 'elsewhere'; readonly item: ItemRow }
  | { readonly face: 'not_eligible'; readonly item: ItemRow }
  | { readonly face: 'refused'; readonly item: ItemRow; readonly code: string }

/** Says what the found items mean here. */
export function lookUp(items: readonly ItemRow[], place: CheckInPlace): Lookup {
  const [item, other] = items
  if (item === undefined) return { face: 'not_recognised' }
  if (other !== undefined) return { face: 'choose', items: rankCandidates(items, place.warehouseId, 'arrivals') }
  const decided = decideCheckIn(item, place)
  if (decided.ok) return { face: 'ready', item, checkIn: decided.value, notice: noticeOf(item, decided.value) }
  if (decided.error === 'ITEM_ALREADY_CHECKED_IN') return { face: 'already', item }
  if (decided.error === 'ITEM_IN_OTHER_WAREHOUSE') return { face: 'elsewhere', item }
  if (decided.error === 'ITEM_STATUS_NOT_ELIGIBLE') return { face: 'not_eligible', item }
  return { face: 'refused', item, code: decided.error }
}

/** How a lookup looks and sounds; what may be checked in, as its check-in will. */
export function styleOfLookup(lookup: Lookup): ScanResultStyle {
  if (lookup.face === 'choose') return scanResultStyles.choice
  if (lookup.face === 'already') return scanResultStyles.done
  if (lookup.face === 'elsewhere') return scanResultStyles.elsewhere
  if (lookup.face !== 'ready') return scanResultStyles.refused
  return lookup.notice === 'not_registered' ? scanResultStyles.wrong : checkInStyles[lookup.checkIn.kind]
}

// A web buyback whose store has not finalised it was never registered by anybody.
function noticeOf(item: ItemRow, checkIn: CheckIn): 'not_assigned' | 'not_registered' | null {
  if (checkIn.kind === 'to_forward') return 'not_assigned'
  return item.status === 'item_awaiting_store_drop' ? 'not_registered' : null
}
