import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { checkTestable, type ControlPlace } from '#domain/compliance/compliance.ts'
import type { ItemError } from '#domain/item/item-errors.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'

/**
 * What a code means to the compliance test: one product that may be tested here, several, or why not (WH-10 to WH-12).
 * What waits in quarantine has a face of its own, because it must not be opened again.
 */
export type ControlLookup =
  | { readonly face: 'not_recognised' }
  | { readonly face: 'choose'; readonly items: readonly ItemRow[] }
  | { readonly face: 'ready'; readonly item: ItemRow }
  | {
      readonly face: 'not_assigned' | 'not_registered' | 'in_other_warehouse' | 'quarantined' | 'tested'
      readonly item: ItemRow
    }
  | { readonly face: 'not_eligible'; readonly item: ItemRow; readonly code: ItemError }

/** What a quarantined product waits for; that of a cancelled buyback goes back where its customer has no money for it. */
export function waitsFor({
  buybackStatus,
  keepsMoney,
  facts,
}: ItemRow): 'customer' | 'return' | 'cancelled' | 'cancelled_unpaid' | 'decision' {
  if (buybackStatus === 'bb_cancelled') return keepsMoney ? 'cancelled' : 'cancelled_unpaid'
  if (buybackStatus === 'bb_not_completed') return 'return'
  return buybackStatus === 'bb_in_processing' && facts?.control?.outcome === 'proposal' ? 'customer' : 'decision'
}

/** Why a code opens no test: every lookup but a product to test and a question which one is meant. */
export type ControlStop = Exclude<ControlLookup, { readonly face: 'ready' | 'choose' }>

/** How each lookup looks and sounds. */
export const lookupStyles: Readonly<Record<ControlLookup['face'], ScanResultStyle>> = {
  ready: scanResultStyles.accepted,
  choose: scanResultStyles.choice,
  not_recognised: scanResultStyles.refused,
  not_assigned: scanResultStyles.elsewhere,
  in_other_warehouse: scanResultStyles.elsewhere,
  not_registered: scanResultStyles.wrong,
  quarantined: scanResultStyles.quarantine,
  tested: scanResultStyles.done,
  not_eligible: scanResultStyles.refused,
}

/** Says what the found items mean here. */
export function lookUpControl(items: readonly ItemRow[], place: ControlPlace): ControlLookup {
  const [item, other] = items
  if (item === undefined) return { face: 'not_recognised' }
  if (other !== undefined) return { face: 'choose', items: rankCandidates(items, place.warehouseId, 'stock') }
  const testable = checkTestable(item, place)
  if (testable.ok) return { face: 'ready', item }
  if (testable.error === 'ITEM_IN_OTHER_WAREHOUSE') return { face: 'in_other_warehouse', item }
  if (item.status === 'item_in_quarantine') return { face: 'quarantined', item }
  if (testable.error === 'ITEM_NOT_ASSIGNED') return { face: 'not_assigned', item }
  if (testable.error === 'ITEM_NOT_REGISTERED') return { face: 'not_registered', item }
  return item.tested ? { face: 'tested', item } : { face: 'not_eligible', item, code: testable.error }
}
