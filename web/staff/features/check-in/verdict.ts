import type { CheckInKind } from '#domain/check-in/check-in.ts'
import { looksMisread } from '#domain/item/item-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'

/** The word that stands on the screen; a key of `warehouse:outcome`. */
export type VerdictWord =
  | CheckInKind
  | 'already'
  | 'sealed'
  | 'elsewhere'
  | 'unknown'
  | 'choose'
  | 'malformed'
  | 'refused'
  | 'undone'
  | 'notSaved'

/** What the operator does with the product next. */
export type NextStep =
  | { readonly kind: 'stock'; readonly stock: string }
  | { readonly kind: 'forward' | 'elsewhere'; readonly warehouse: string; readonly city: string | null }
  | { readonly kind: 'text'; readonly text: 'already' | 'unknown' | 'misread' | 'putBack' | 'setAside' | 'notStored' }
  | { readonly kind: 'sealed'; readonly name: string }
  | { readonly kind: 'reason'; readonly code: string }

/** What one scan meant, ready to be shown, heard and felt. */
export interface Verdict extends ScanResultStyle {
  readonly word: VerdictWord
  readonly next: NextStep
  /** Stays until the next scan or a tap, because the product needs a hand. */
  readonly stays: boolean
  /** Who has signed out with unsent work on this product. */
  readonly sealedBy?: string
}

/** How each kind of check-in looks and sounds: a product of another warehouse or for quarantine stops as anywhere. */
export const checkInStyles: Readonly<Record<CheckInKind, ScanResultStyle>> = {
  to_test: scanResultStyles.accepted,
  back_in_stock: scanResultStyles.accepted,
  to_forward: scanResultStyles.elsewhere,
  to_return: scanResultStyles.wrong,
  kept: scanResultStyles.quarantine,
}

/** The verdict on an accepted check-in; `item` is the item as it stands after it, and `config` names the places. */
export function acceptedVerdict(kind: CheckInKind, item: ItemRow, config: Config | null): Verdict {
  const face = checkInStyles[kind]
  return { ...face, word: kind, next: nextOf(kind, item, config), stays: face !== scanResultStyles.accepted }
}

/** The verdict on a code that nothing on the device knows: kept, and decided by the server. */
export function unknownVerdict(code: string): Verdict {
  const text = looksMisread(code) ? 'misread' : 'unknown'
  return { ...scanResultStyles.refused, word: 'unknown', next: { kind: 'text', text }, stays: true }
}

/** The verdict on a product that is checked in already, here or by a colleague before. */
export const alreadyVerdict: Verdict = {
  ...scanResultStyles.done,
  word: 'already',
  next: { kind: 'text', text: 'already' },
  stays: false,
}

/**
 * The verdict on a scan that was refused, by the device at once or by the server later. Where the product is known, a
 * wrong warehouse is told with the name of the right one.
 */
export function refusedVerdict(code: string, item: ItemRow | null = null, config: Config | null = null): Verdict {
  if (code === 'ITEM_ALREADY_CHECKED_IN') return alreadyVerdict
  if (code === 'ITEM_CODE_AMBIGUOUS')
    return { ...scanResultStyles.choice, word: 'choose', next: { kind: 'reason', code }, stays: true }
  if (code === 'ITEM_IN_OTHER_WAREHOUSE') {
    const place = config?.warehouses.find(({ id }) => id === item?.warehouseId)
    const next: NextStep =
      place === undefined ? { kind: 'reason', code } : { kind: 'elsewhere', warehouse: place.name, city: place.city }
    return { ...scanResultStyles.elsewhere, word: 'elsewhere', next, stays: true }
  }
  const word = code.startsWith('CODE_') ? 'malformed' : 'refused'
  return { ...scanResultStyles.refused, word, next: { kind: 'reason', code }, stays: true }
}

/**
 * The same verdict beside unsent work of a user who has signed out: one that stops, because the product waits for that
 * user. Where only that work stands against the scan, the verdict says nothing else.
 */
export function withSignedOutWork(verdict: Verdict, code: string | null, name: string | undefined): Verdict {
  if (name === undefined) return verdict
  if (code === null) return { ...verdict, ...scanResultStyles.wrong, stays: true, sealedBy: name }
  if (code !== 'ITEM_IN_SEALED_WORK') return verdict
  return { ...scanResultStyles.wrong, word: 'sealed', next: { kind: 'sealed', name }, stays: true }
}

/** The verdict on an undone check-in. */
export const undoneVerdict: Verdict = {
  ...scanResultStyles.done,
  word: 'undone',
  next: { kind: 'text', text: 'putBack' },
  stays: false,
}

/** The verdict on a scan that could not be stored: the one case in which nothing was kept. */
export const notSavedVerdict: Verdict = {
  ...scanResultStyles.refused,
  word: 'notSaved',
  next: { kind: 'text', text: 'notStored' },
  stays: true,
}

// A place that the copy does not name is found once it does; until then the product waits aside.
function nextOf(kind: CheckInKind, item: ItemRow, config: Config | null): NextStep {
  if (kind === 'to_forward') {
    const warehouse = config?.warehouses.find(({ id }) => id === item.destinationWarehouseId)
    return warehouse === undefined
      ? { kind: 'text', text: 'setAside' }
      : { kind: 'forward', warehouse: warehouse.name, city: warehouse.city }
  }
  const stock = config?.stocks.find(({ id }) => id === item.stockId)
  return stock === undefined ? { kind: 'text', text: 'setAside' } : { kind: 'stock', stock: stock.name }
}
