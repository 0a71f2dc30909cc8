import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { ShownItem } from './shown-item.ts'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import classes from './detail.module.css'

/** What an item is, where it is, and where it comes from (STOCK-12). */
export function GeneralTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const stocks = useStocks()
  const gradeText = useGradeText()
  const code = (value: string | null) => (value === null ? null : <CodeText code={value} />)
  const { missingSinceMs } = item.facts
  const stock = stocks.list.find(({ id }) => id === item.stockId)
  return (
    <div className={classes.columns}>
      <FactBlock
        title={t(($) => $.general.identity)}
        facts={[
          { label: t(($) => $.column.brand), value: item.brand },
          { label: t(($) => $.column.product), value: item.productLabel },
          { label: t(($) => $.column.code), value: code(item.code) },
          { label: t(($) => $.column.buybackCode), value: code(item.buybackCode) },
          { label: t(($) => $.column.imei), value: code(item.imei) },
          { label: t(($) => $.column.serialNumber), value: code(item.serialNumber) },
        ]}
      />
      <FactBlock
        title={t(($) => $.general.place)}
        facts={[
          { label: t(($) => $.column.status), value: tw(($) => $.itemStatus[item.status]) },
          { label: t(($) => $.general.buybackStatus), value: t(($) => $.buybackStatus[item.buybackStatus]) },
          {
            label: t(($) => $.column.stock),
            value: stock === undefined ? null : [stock.name, stock.location].filter(Boolean).join(' · '),
          },
          { label: t(($) => $.column.warehouse), value: stocks.warehouseOf(item.warehouseId) },
          {
            label: t(($) => $.column.latestMove),
            value: item.latestMoveAtMs === null ? null : format.dateTime(new Date(item.latestMoveAtMs)),
          },
          ...(missingSinceMs === null
            ? []
            : [{ label: t(($) => $.general.missingSince), value: format.dateTime(new Date(missingSinceMs)) }]),
          { label: t(($) => $.general.comment), value: item.comment },
        ]}
      />
      <FactBlock
        title={t(($) => $.general.origin)}
        facts={[
          { label: t(($) => $.column.createdAt), value: format.dateTime(new Date(item.createdAtMs)) },
          { label: t(($) => $.general.circuit), value: item.circuitName },
          { label: t(($) => $.general.store), value: item.storeName },
          { label: t(($) => $.general.destination), value: stocks.warehouseOf(item.destinationWarehouseId) },
          { label: t(($) => $.column.grade), value: gradeText(item.declaredGrade) },
          {
            label: t(($) => $.column.promisedOn),
            value: item.promisedOn === null ? null : format.date(item.promisedOn),
          },
        ]}
      />
    </div>
  )
}
