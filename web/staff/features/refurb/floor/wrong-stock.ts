import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'

/** Why a scanned stock is not taken, how it is seen and heard, and the name of the place that it belongs to. */
export interface WrongStock extends ScanResultStyle {
  readonly kind: 'elsewhere' | 'wrong'
  readonly place: string | null
}

/** Says of a scanned stock why it is none of those that are asked for; null where it is one of them. */
export function checkStock(
  stockId: string,
  asked: readonly Pick<StockRow, 'id'>[],
  warehouseId: string,
  config: Pick<Config, 'stocks' | 'warehouses'>,
): WrongStock | null {
  if (asked.some(({ id }) => id === stockId)) return null
  const stock = config.stocks.find(({ id }) => id === stockId)
  if (stock === undefined || stock.warehouseId === warehouseId)
    return { ...scanResultStyles.wrong, kind: 'wrong', place: stock?.name ?? null }
  const place = config.warehouses.find(({ id }) => id === stock.warehouseId)?.name ?? null
  return { ...scanResultStyles.elsewhere, kind: 'elsewhere', place }
}
