import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { decideDiagnosisStart } from '#domain/refurb/diagnosis.ts'
import { checkItemCode, normalizeCode, type CodeError } from '#domain/item/item-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'

/** Fewest characters of a code that can name a product (REFURB-11). */
export const codeMinimum = 8

/** Why a code leads to no product that can be worked on; each has its own text (REFURB-11 to REFURB-14). */
export type FindProblem =
  | { readonly kind: 'empty' | 'too_short' | 'malformed' | 'not_found' | 'elsewhere' | 'internal' }
  | { readonly kind: 'several'; readonly items: readonly ItemRow[] }
  | { readonly kind: 'quarantined' | 'status' | 'already' | 'no_refurb'; readonly item: ItemRow }
  | { readonly kind: 'refused'; readonly item: ItemRow; readonly code: string }

/** How each looks and sounds. */
export const problemStyles: Readonly<Record<FindProblem['kind'], ScanResultStyle>> = {
  empty: scanResultStyles.refused,
  too_short: scanResultStyles.refused,
  malformed: scanResultStyles.refused,
  not_found: scanResultStyles.refused,
  several: scanResultStyles.choice,
  elsewhere: scanResultStyles.elsewhere,
  quarantined: scanResultStyles.quarantine,
  status: scanResultStyles.refused,
  already: scanResultStyles.done,
  no_refurb: scanResultStyles.refused,
  refused: scanResultStyles.refused,
  internal: scanResultStyles.refused,
}

/** A product to go on with, or why there is none. */
export type Found = { readonly kind: 'item'; readonly item: ItemRow } | FindProblem

/** What a screen does with a product. */
export type FindPurpose = 'diagnosis' | 'steps'

/** Checks typed characters before anything is looked up. */
export function checkTyped(raw: string): { readonly code: string } | { readonly problem: FindProblem } {
  const checked = checkItemCode(raw)
  if (checked.ok) return { code: checked.value }
  return { problem: { kind: problemOf(checked.error, raw) } }
}

function problemOf(error: CodeError, raw: string): 'empty' | 'too_short' | 'malformed' {
  if (error === 'CODE_EMPTY') return 'empty'
  return normalizeCode(raw).length < codeMinimum ? 'too_short' : 'malformed'
}

/** Says what the products found by a code mean here. */
export function matchItem(items: readonly ItemRow[], warehouseId: string, purpose: FindPurpose): Found {
  const [item, other] = items
  if (item === undefined) return { kind: 'not_found' }
  if (other !== undefined) return { kind: 'several', items: rankCandidates(items, warehouseId, 'stock') }
  // What is in no warehouse, as on its way or back with its customer, is told by its status.
  if (item.warehouseId !== null && item.warehouseId !== warehouseId) return { kind: 'elsewhere' }
  if (item.status === 'item_in_quarantine') return { kind: 'quarantined', item }
  if (purpose === 'steps') {
    return item.status === 'item_refurb_in_progress' ? { kind: 'item', item } : { kind: 'no_refurb', item }
  }
  const decided = decideDiagnosisStart(item)
  if (decided.ok) return { kind: 'item', item }
  return { kind: decided.error === 'REFURB_ALREADY_DIAGNOSED' ? 'already' : 'status', item }
}
