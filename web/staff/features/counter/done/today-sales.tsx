import { IconReceiptOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { idsOfSale } from '../catalog/sale-address.ts'
import { keptSalesMs, startOfToday, useSales } from '../catalog/use-catalog.ts'
import { nameOf } from '../catalog/use-product-search.ts'
import { useSaleStatus } from './sale-status.ts'
import { SaleState } from './sale-state.tsx'
import classes from '../counter.module.css'

/**
 * What this device sold today, and what it sold before that is not at its end yet: whether the server has it, and the way
 * to the receipt.
 */
export function TodaySales() {
  const { t } = useTranslation('counter')
  const [nowMs] = useState(() => Date.now())
  const todayMs = startOfToday(new Date(nowMs))
  const isOpen = ({ state }: CapturedSale) => state === 'waiting' || state === 'refused' || state === 'held'
  const sales = useSales(nowMs - keptSalesMs)?.filter((sale) => sale.capturedAtMs >= todayMs || isOpen(sale))
  return (
    <section className={classes.sales} aria-labelledby="today-sales">
      <h2 id="today-sales" className={classes.subtitle}>
        {t(($) => $.sales.title)}
      </h2>
      {sales === undefined ? (
        <RowsSkeleton rows={3} height={72} />
      ) : sales.length === 0 ? (
        <EmptyState icon={IconReceiptOff} title={t(($) => $.sales.none)} text={t(($) => $.sales.noneText)} />
      ) : (
        <ul className={classes.lines}>
          {sales.map((sale) => (
            <li key={sale.opId}>
              <Sale sale={sale} isOfToday={sale.capturedAtMs >= todayMs} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Sale({ sale, isOfToday }: { readonly sale: CapturedSale; readonly isOfToday: boolean }) {
  const { t, i18n } = useTranslation('counter')
  const format = useFormat()
  const standing = useSaleStatus(sale)
  const [first, ...others] = sale.lines
  const name = first === undefined ? '' : nameOf({ brand: first.brand, label: first.productLabel })
  return (
    <div className={classes.sale}>
      <div className={classes.tileWords}>
        <strong>{others.length === 0 ? name : t(($) => $.sales.more, { name, count: others.length })}</strong>
        <span className={classes.soft}>
          {format[isOfToday ? 'time' : 'dateTime'](new Date(sale.capturedAtMs))} · {sale.authorName}
        </span>
        {standing === 'sealed' ? <span>{t(($) => $.done.state.sealed, { name: sale.authorName })}</span> : null}
        {sale.state === 'refused' || sale.state === 'held' ? (
          <span className={classes.problem}>
            {(sale.code === null ? null : codeText(i18n, sale.code)) ?? t(($) => $.sales.refusedText)}{' '}
            <AnchorLink to="/warehouse/attention" underline="always">
              {t(($) => $.sales.tray)}
            </AnchorLink>
          </span>
        ) : null}
      </div>
      <div className={classes.saleEnd}>
        <strong>{format.money(sale.totalCents)}</strong>
        <SaleState state={standing} />
        <AnchorLink to="/buyback-confirmation" search={{ ids: idsOfSale(sale.lines) }} underline="always">
          {t(($) => $.sales.receipt)}
        </AnchorLink>
      </div>
    </div>
  )
}
