import type { ItemStatus } from '#domain/item/item-status.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { StockRow } from '#sync/wire/pull.ts'

/** Whether a stock takes a product that has this status after its test: it waits for none any more. */
export function takesTested({ native }: StockRow, status: ItemStatus): boolean {
  return native !== 'awaiting_control' && mayBeSet(native, status)
}

/**
 * What a scanned stock means to the product under test: taken, in another warehouse, not for a product that goes to
 * quarantine, or wrong for another reason. `status` is the product's after the test; null where no stock is asked for.
 */
export function checkStock(
  stock: StockRow | undefined,
  warehouseId: string,
  status: ItemStatus | null,
): 'accepted' | 'elsewhere' | 'quarantine' | 'wrong' {
  if (stock !== undefined && stock.warehouseId !== warehouseId) return 'elsewhere'
  if (stock === undefined || status === null) return 'wrong'
  if (status === 'item_in_quarantine') return stock.native === 'in_quarantine' ? 'accepted' : 'quarantine'
  return takesTested(stock, status) ? 'accepted' : 'wrong'
}
