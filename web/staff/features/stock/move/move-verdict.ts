import type { ItemStatus } from '#domain/item/item-status.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import type { StockVerdict } from '../floor/verdict.schema.ts'

/** The verdict on a move that was captured. */
export function movedVerdict(stock: StockRow): StockVerdict {
  return { ...scanResultStyles.accepted, word: 'moved', place: stock.name, reason: null }
}

/** The verdict on a move that was undone: the product goes back where it was. */
export function undoneVerdict(from: string | null): StockVerdict {
  return { ...scanResultStyles.done, word: 'undone', place: from, reason: null }
}

/** The verdict on a scan that came before a stock was chosen for it. */
export const noStockVerdict: StockVerdict = {
  ...scanResultStyles.refused,
  word: 'noStock',
  place: null,
  reason: 'STOCK_NOT_CHOSEN',
}

/** The verdict on an undo where the last scan moved nothing. */
export const nothingToUndoVerdict: StockVerdict = {
  ...scanResultStyles.refused,
  word: 'nothingToUndo',
  place: null,
  reason: 'MOVE_NOTHING_TO_UNDO',
}

/** The verdict on a refused move: each kind of wrong place has a word, a sound and a colour of its own. */
export function refusedMove(
  code: string,
  item: Pick<ItemRow, 'status' | 'warehouseId'> | null,
  config: Config | null,
): StockVerdict {
  const reason = code
  switch (code) {
    case 'STOCK_MOVE_SAME_STOCK':
      return { ...scanResultStyles.done, word: 'alreadyThere', place: null, reason }
    case 'STOCK_OTHER_WAREHOUSE':
      return { ...otherWarehouse(item?.warehouseId ?? null, config), reason: 'ITEM_IN_OTHER_WAREHOUSE' }
    case 'STOCK_NOT_ALLOWED':
      return isKeptApart(item?.status ?? null)
        ? { ...scanResultStyles.quarantine, word: 'inQuarantine', place: null, reason: 'MOVE_KEPT_APART' }
        : { ...scanResultStyles.wrong, word: 'wrongStock', place: null, reason: 'MOVE_NOT_FOR_QUARANTINE' }
    case 'ITEM_STATUS_NOT_ELIGIBLE':
      return { ...scanResultStyles.refused, word: 'notInStock', place: null, reason: 'MOVE_NOT_IN_STOCK' }
    default:
      return refusedScan(code)
  }
}

/** The verdict on a stock of another warehouse, with the name of that one. */
export function otherWarehouse(warehouseId: string | null, config: Config | null): StockVerdict {
  const place = config?.warehouses.find(({ id }) => id === warehouseId)?.name ?? null
  return { ...scanResultStyles.elsewhere, word: 'otherWarehouse', place, reason: 'STOCK_OTHER_WAREHOUSE' }
}

/** The verdict on a scan that names no single product. */
export function refusedScan(code: string): StockVerdict {
  const plain = { ...scanResultStyles.refused, place: null } as const
  if (code === 'ITEM_UNKNOWN') return { ...plain, word: 'unknown', reason: 'MOVE_UNKNOWN' }
  if (code === 'ITEM_CODE_AMBIGUOUS') return { ...scanResultStyles.choice, word: 'choose', place: null, reason: code }
  return { ...plain, word: code.startsWith('CODE_') ? 'malformed' : 'refused', reason: code }
}

/** The verdict on a scan that the storage refused: nothing of it is kept. */
export const notSavedVerdict: StockVerdict = {
  ...scanResultStyles.refused,
  word: 'notSaved',
  place: null,
  reason: 'DEVICE_STORAGE_REFUSED',
}

// Quarantined products and those to return stand in their own two stocks alone.
function isKeptApart(status: ItemStatus | null): boolean {
  return status !== null && mayBeSet('in_quarantine', status)
}
