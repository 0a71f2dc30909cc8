import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { FloorTextArea } from '#web/staff/ui/floor/floor-field.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** The warehouse's own stocks come first. */
const order: readonly (NativeStock | null)[] = [null, 'to_refurbish', 'refurbishment_completed', 'awaiting_control']

/**
 * Stocks of a warehouse where a product stands while it is refurbished, the workshop's own first. *Awaiting control* is
 * for products that are not tested yet, unless a step is worked on there.
 */
export function workStocks(config: Config, warehouseId: string): readonly StockRow[] {
  const benches = new Set(config.refurbSteps?.map(({ stockId }) => stockId))
  const here = config.stocks.filter(
    (stock) =>
      stock.warehouseId === warehouseId &&
      order.includes(stock.native) &&
      (stock.native !== 'awaiting_control' || benches.has(stock.id)) &&
      mayBeSet(stock.native, 'item_refurb_in_progress'),
  )
  return here.toSorted((a, b) => order.indexOf(a.native) - order.indexOf(b.native))
}

/** One of a warehouse's stocks, by tap, by its letter or by the barcode of its location. */
export function StockChoice(props: {
  readonly stocks: readonly StockRow[]
  readonly chosenId: string | null
  readonly onChoose: (stock: StockRow) => void
}) {
  const { t } = useTranslation('refurb')
  return (
    <ChoiceList label={t(($) => $.stock.choose)}>
      {props.stocks.map((stock, at) => (
        <ChoiceRow
          key={stock.id}
          keyName={letterOf(at)}
          pressed={stock.id === props.chosenId}
          end={stock.id === props.chosenId && <IconCheck size={28} aria-hidden />}
          onClick={() => props.onChoose(stock)}
        >
          <strong>{stock.name}</strong>
          {stock.location !== null && <span className={words.soft}>{stock.location}</span>}
        </ChoiceRow>
      ))}
    </ChoiceList>
  )
}

/** A remark of up to 255 characters. */
export function CommentField(props: {
  readonly label: string
  readonly value: string
  readonly missing?: boolean
  readonly onChange: (value: string) => void
}) {
  return (
    <FloorTextArea
      label={props.label}
      maxLength={textLimits.comment}
      value={props.value}
      aria-invalid={props.missing}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
