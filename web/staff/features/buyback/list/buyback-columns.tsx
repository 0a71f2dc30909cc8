import { useTranslation } from 'react-i18next'
import { slotText } from '#domain/circuit/pickup-slots.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ListedBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { groupCode } from '#web/lib/format.ts'
import { usePromise } from '#web/lib/payment-rights.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { toneOfBuyback } from '../status-tone.ts'
import classes from './list.module.css'

type BuybackColumn = Column<ListedBuybackAnswer>

/** The code of a buyback as the way to it, above the moment of its creation. */
export function BuybackLink({ buyback }: { readonly buyback: ListedBuybackAnswer }) {
  return (
    <span className={classes.cell}>
      <AnchorLink to="/buyback/$id" params={{ id: buyback.id }} className={classes.code ?? ''} underline="always">
        <span translate="no">{groupCode(buyback.identificationNumber)}</span>
      </AnchorLink>
      <span className={classes.soft}>
        <DateTime value={buyback.createdAt} />
      </span>
    </span>
  )
}

/** Name, and below it what it is. */
export function ProductCell({ buyback }: { readonly buyback: ListedBuybackAnswer }) {
  const { brand, productLabel, categoryName } = buyback
  return (
    <span className={`${classes.cell} ${classes.product}`}>
      <strong>{productName({ brand, productLabel })}</strong>
      <span className={classes.soft}>{categoryName}</span>
    </span>
  )
}

/** First and last name, or a dash for nobody. */
export function clientName({ clientFirstName, clientLastName }: ListedBuybackAnswer): string {
  return [clientFirstName, clientLastName].filter(Boolean).join(' ') || '–'
}

/** Columns of the list, as many as the width holds; on a phone each row is a card. */
export function useBuybackColumns(): readonly BuybackColumn[] {
  const { t } = useTranslation('buyback')
  const { t: ti } = useTranslation('item')
  const format = useFormat()
  const isRoomy = useMedia('(width >= 62em)')
  const isWide = useMedia('(width >= 87.5em)')
  const promise = usePromise()
  const columns: readonly (BuybackColumn | false)[] = [
    {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: (row) => <BuybackLink buyback={row} />,
    },
    { key: 'product', title: t(($) => $.column.product), sortable: true, cell: (row) => <ProductCell buyback={row} /> },
    { key: 'client', title: t(($) => $.column.client), sortable: true, cell: clientName },
    {
      key: 'status',
      title: t(($) => $.column.status),
      sortable: true,
      cell: (row) => (
        <span className={`${classes.cell} ${classes.status}`}>
          <StatusBadge tone={toneOfBuyback[row.status]} label={ti(($) => $.buybackStatus[row.status])} />
          <DeliveryText buyback={row} />
          <PickupText buyback={row} />
        </span>
      ),
    },
    isWide && {
      key: 'store',
      title: t(($) => $.column.store),
      cell: ({ storeName }) => storeName ?? '–',
    },
    {
      key: 'price',
      title: t(($) => $.column.price),
      sortable: true,
      align: 'end',
      cell: (row) => <PriceCell buyback={row} />,
    },
    isRoomy && {
      key: 'promisedPaymentOn',
      title: t(($) => $.detail.payment),
      sortable: true,
      cell: (row) => {
        const { paymentStatus, promisedPaymentOn } = row
        const { isDue, isLate } = promise(paymentStatus, promisedPaymentOn)
        return (
          <span className={classes.cell}>
            <span>{t(($) => $.paymentStatus[paymentStatus])}</span>
            {isDue && promisedPaymentOn !== null && (
              <span className={isLate ? classes.late : classes.soft}>{format.date(promisedPaymentOn)}</span>
            )}
          </span>
        )
      },
    },
  ]
  return columns.filter((column) => column !== false)
}

function DeliveryText({ buyback: { deliveryStatus } }: { readonly buyback: ListedBuybackAnswer }) {
  const { t } = useTranslation('buyback')
  if (deliveryStatus === null) return null
  return <span className={classes.soft}>{t(($) => $.deliveryStatus[deliveryStatus])}</span>
}

/** When the product is collected, as long as it is with its customer. */
function PickupText({ buyback: { pickup, itemStatus } }: { readonly buyback: ListedBuybackAnswer }) {
  const { t, i18n } = useTranslation('buyback')
  if (!pickup || itemStatus !== 'item_created') return null
  return (
    <span className={classes.soft}>
      {t(($) => $.column.pickup)}: {slotText(pickup, i18n.language)}
    </span>
  )
}

/** What the customer receives: what is paid once it is final, until then what the contract promises. */
function PriceCell({ buyback }: { readonly buyback: ListedBuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const { totalPriceCents: promised, paidPriceCents: paid } = buyback
  const shown = paid ?? promised
  if (shown === null) return <>–</>
  return (
    <span className={`${classes.cell} ${classes.price}`}>
      <Money valueCents={shown} />
      {paid === null ? <span className={classes.soft}>{t(($) => $.column.promised)}</span> : null}
    </span>
  )
}
