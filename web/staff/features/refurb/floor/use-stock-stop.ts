import { useTranslation } from 'react-i18next'
import { useShow, type Shown } from './shown-feedback.tsx'
import type { RefurbContext } from './refurb-context.tsx'
import { checkStock } from './wrong-stock.ts'
import type { StockRow } from '#sync/wire/pull.ts'

/** Stops at the barcode of a stock that is none of those asked for; whether it stopped. `right` says what is asked for. */
export function useStockStop({ config, warehouseId }: RefurbContext) {
  const { t } = useTranslation('refurb')
  const show = useShow()
  return (
    stockId: string,
    asked: readonly Pick<StockRow, 'id'>[],
    right: Pick<Shown, 'detail' | 'place'> = {},
  ): boolean => {
    const stop = checkStock(stockId, asked, warehouseId, config)
    if (stop === null) return false
    const { tone, signal, kind, place } = stop
    if (kind === 'wrong') show({ tone, signal, word: t(($) => $.stock.wrong), ...right })
    else
      show({
        tone,
        signal,
        word: t(($) => $.stock.elsewhere.word),
        detail: t(($) => $.stock.elsewhere.text),
        ...(place === null ? {} : { place }),
      })
    return true
  }
}
