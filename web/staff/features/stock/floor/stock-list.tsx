import { useTranslation } from 'react-i18next'
import type { StockRow } from '#sync/wire/pull.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './stock-floor.module.css'

interface Props {
  readonly stocks: readonly StockRow[]
  /** Number of products in each stock by id; null until they are counted. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly onPick: (stock: StockRow) => void
}

/** The stocks of a warehouse, to choose one by tap or by its barcode; native ones stand first. */
export function StockList({ stocks, counts, onPick }: Props) {
  const { t } = useTranslation('stock')
  if (stocks.length === 0)
    return <EmptyState title={t(($) => $.floor.noStocks)} text={t(($) => $.floor.noStocksText)} />
  return (
    <ChoiceList label={t(($) => $.floor.stocks)}>
      {stocks.map((stock) => (
        <ChoiceRow
          key={stock.id}
          end={counts !== null && <span className={styles.choiceEnd}>{counts[stock.id] ?? 0}</span>}
          onClick={() => onPick(stock)}
        >
          <strong>{stock.name}</strong>
          {stock.location !== null && <span className={words.soft}>{stock.location}</span>}
        </ChoiceRow>
      ))}
    </ChoiceList>
  )
}

/** The stocks of a warehouse in the order of the list. */
export function stocksOf(stocks: readonly StockRow[], warehouseId: string, language: string): readonly StockRow[] {
  const compare = new Intl.Collator(language, { numeric: true }).compare
  return stocks
    .filter((stock) => stock.warehouseId === warehouseId)
    .toSorted((a, b) => Number(a.native === null) - Number(b.native === null) || compare(a.name, b.name))
}
