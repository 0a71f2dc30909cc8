import { useTranslation } from 'react-i18next'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'

/** Keys of `stock:word`. */
const words = { elsewhere: 'otherWarehouse', quarantine: 'inQuarantine', wrong: 'wrongStock' } as const

/** Says over the whole screen why a scanned stock is not taken. */
export function useStockWords(config: Config | null) {
  const { t } = useTranslation('stock')
  return (meaning: keyof typeof words, stock: StockRow | undefined) => {
    const said = { tone: scanResultStyles[meaning].tone, word: t(($) => $.word[words[meaning]]) }
    if (meaning === 'quarantine') return { ...said, detail: t(($) => $.reason.keptApart) }
    if (meaning === 'wrong') return said
    const place = config?.warehouses.find(({ id }) => id === stock?.warehouseId)?.name ?? ''
    return { ...said, place }
  }
}
