import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import type { ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSource } from './item-source.ts'
import { csvOf, separatorOf } from '#web/lib/rows-csv.ts'
import type { ItemsQuery } from './items-search.ts'
import { readAllPages } from './read-all-pages.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'

/** Writes the whole filtered list as a CSV file; `done` counts while it is read. One that cannot be read is none. */
export function useExport(source: ItemSource, query: ItemsQuery, total: number | null) {
  const { t, i18n } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const stocks = useStocks()
  const format = useFormat()
  const [done, setDone] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const amount = (cents: number | null): string | null =>
    cents === null ? null : (cents / 100).toFixed(2).replace('.', i18n.language.startsWith('en') ? '.' : ',')
  const line = (item: ListedItem): (string | null)[] => [
    item.brand,
    item.productLabel,
    item.code,
    item.buybackCode,
    item.imei,
    item.serialNumber,
    tw(($) => $.itemStatus[item.status]),
    stocks.nameOf(item.stockId),
    stocks.warehouseOf(item.warehouseId),
    new Date(item.createdAtMs).toISOString(),
    item.latestMoveAtMs === null ? null : new Date(item.latestMoveAtMs).toISOString(),
    item.promisedOn,
    amount(item.declaredPriceCents),
    amount(item.paidCents),
    amount(item.plannedCostCents),
    amount(item.completedCostCents),
  ]
  const titlesOf = (): string[] => [
    t(($) => $.column.brand),
    t(($) => $.column.product),
    t(($) => $.column.code),
    t(($) => $.column.buybackCode),
    t(($) => $.column.imei),
    t(($) => $.column.serialNumber),
    t(($) => $.column.status),
    t(($) => $.column.stock),
    t(($) => $.column.warehouse),
    t(($) => $.column.createdAt),
    t(($) => $.column.latestMove),
    t(($) => $.column.promisedOn),
    t(($) => $.column.declaredPrice),
    t(($) => $.column.paid),
    t(($) => $.column.plannedCost),
    t(($) => $.column.completedCost),
  ]
  const exportAll = async (): Promise<void> => {
    if (done !== null || total === null) return
    setDone(0)
    setFailed(false)
    const items = await readAllPages(source, query, source.kind === 'device' ? 2000 : 200, setDone).catch(() => null)
    setDone(null)
    if (items === null) return setFailed(true)
    const rows = [titlesOf(), ...items.map(line)]
    save(csvOf(rows, separatorOf(i18n.language)), `${t(($) => $.list.title)} ${format.date(new Date())}.csv`)
  }
  // `run` stays the same function while the list changes, so that the button that holds it is not drawn again.
  const latest = useRef(exportAll)
  useLayoutEffect(() => {
    latest.current = exportAll
  })
  const run = useCallback((): Promise<void> => latest.current(), [])
  return { done, hasFailed, run }
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replaceAll('/', '-')
  link.click()
  // The browser has read it by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
