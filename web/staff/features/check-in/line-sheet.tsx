import { useTranslation } from 'react-i18next'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import type { CheckInLine } from './check-in-line.ts'
import { NextStepText } from './next-step.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import factStyles from '#web/staff/ui/facts.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

interface Props {
  readonly line: CheckInLine
  readonly item: ItemRow | null
  /** Stocks that a tested product may go to; empty where there is nothing to choose. */
  readonly stocks: readonly StockRow[]
  readonly onUndo: () => void
  readonly onStock: (stock: StockRow) => void
  readonly onChoose: (() => void) | null
  readonly onAttention: (() => void) | null
  readonly onClose: () => void
}

/** Everything about one scan, and what can still be done about it. */
export function LineSheet({ line, item, stocks, onUndo, onStock, onChoose, onAttention, onClose }: Props) {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const format = useFormat()
  return (
    <FloorSheet
      title={line.label ?? t(($) => $.line.title)}
      closeLabel={t(($) => $.options.close)}
      onClose={onClose}
      actions={
        !line.undoable && onChoose === null && onAttention === null ? undefined : (
          <>
            {line.undoable && (
              <FloorAction tone="danger" onClick={onUndo}>
                {t(($) => $.line.undo)}
              </FloorAction>
            )}
            {onChoose !== null && <FloorAction onClick={onChoose}>{t(($) => $.line.choose)}</FloorAction>}
            {onAttention !== null && <FloorAction onClick={onAttention}>{t(($) => $.line.attention)}</FloorAction>}
          </>
        )
      }
    >
      <div className={arrange.stack}>
        {line.verdict !== null && line.state !== 'undone' && <NextStepText verdict={line.verdict} />}
        <dl className={factStyles.pairs}>
          <dt>{t(($) => $.product.code)}</dt>
          <dd className={words.mono}>{groupCode(line.code)}</dd>
          <dt>{t(($) => $.product.status)}</dt>
          <dd>
            {t(($) => $.state[line.state])}
            {item !== null && ` · ${t(($) => $.itemStatus[item.status])}`}
          </dd>
          <dt>{t(($) => $.line.capturedAt)}</dt>
          <dd>{format.dateTime(new Date(line.capturedAtMs))}</dd>
          {line.reason !== null && (
            <>
              <dt>{t(($) => $.line.reason)}</dt>
              <dd>{reasonText(line.reason)}</dd>
            </>
          )}
        </dl>
        {stocks.length > 0 && (
          <>
            <p className={words.strong}>{t(($) => $.line.otherStock)}</p>
            <ChoiceList>
              {stocks.map((stock, at) => (
                <ChoiceRow key={stock.id} keyName={letterOf(at)} onClick={() => onStock(stock)}>
                  <strong>{stock.name}</strong>
                  {stock.location !== null && <span className={words.soft}>{stock.location}</span>}
                </ChoiceRow>
              ))}
            </ChoiceList>
          </>
        )}
      </div>
    </FloorSheet>
  )
}
