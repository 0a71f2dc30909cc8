import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isClosed } from '#domain/buyback/buyback-status.ts'
import { relayPointText } from '#domain/circuit/relay-points.ts'
import { slotText } from '#domain/circuit/pickup-slots.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { PrintButton } from '#web/staff/ui/print/print-button.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { PaperList } from '../papers/paper-list.tsx'
import { toneOfDelivery } from '../status-tone.ts'
import { stockName } from '#web/lib/stock-name.ts'
import { SameImeiOf } from '#web/staff/ui/same-imei.tsx'
import { CustomerBlock } from './customer-block.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { History } from './history.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaymentBlock } from './payment-block.tsx'
import { PriceSteps } from './price-steps.tsx'
import { UndeliveredMails } from './undelivered-mails.tsx'
import { VoucherBlock } from './voucher-block.tsx'
import classes from './detail.module.css'

/** What a buyback is (BB-07): product, contract, prices, payment, customer, transport, documents, history. */
export function InfoTab({ buyback, delivery }: { readonly buyback: BuybackAnswer; readonly delivery: ReactNode }) {
  const { id, status, history } = buyback
  return (
    <div className={classes.stack}>
      <UndeliveredMails mails={buyback.undeliveredMails} />
      <PriceSteps buyback={buyback} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <ProductBlock buyback={buyback} />
          <ContractBlock buyback={buyback} />
        </div>
        <div className={classes.stack}>
          <PaymentBlock buyback={buyback} />
          <VoucherBlock buyback={buyback} />
          <CancelBlock buyback={buyback} />
          <CustomerBlock buybackId={id} />
        </div>
        <div className={classes.stack}>
          <TransportBlock buyback={buyback} />
          {delivery}
          <DocumentsBlock buyback={buyback} />
          {isClosed(status) ? null : <NextSteps buybackId={id} />}
          {history.length > 0 && <History lines={history} />}
        </div>
      </div>
    </div>
  )
}

const code = (value: string | null) => (value === null ? null : <CodeText code={value} />)

function ProductBlock({ buyback: { id, status, product, category, item } }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const { t: tw, i18n } = useTranslation('warehouse')
  const maySeeItem = useCan('item_stock.read')
  const place = [item.warehouse?.name, item.stock === null ? null : stockName(item.stock, i18n)]
    .filter(Boolean)
    .join(' · ')
  return (
    <FactBlock
      title={t(($) => $.detail.product)}
      facts={[
        { label: t(($) => $.column.brand), value: product.brand },
        { label: t(($) => $.column.product), value: product.label },
        { label: t(($) => $.column.category), value: category.name },
        { label: t(($) => $.detail.ean), value: code(product.eanCode) },
        { label: t(($) => $.column.imei), value: code(item.imei) },
        { label: t(($) => $.column.serialNumber), value: code(item.serialNumber) },
        { label: t(($) => $.detail.itemCode), value: code(item.code) },
        { label: t(($) => $.column.itemStatus), value: tw(($) => $.itemStatus[item.status]) },
        { label: t(($) => $.detail.place), value: place },
        ...(item.comment === null ? [] : [{ label: t(($) => $.detail.comment), value: item.comment }]),
      ]}
    >
      {isClosed(status) ? null : <SameImeiOf imei={item.imei} except={id} />}
      {maySeeItem && item.stock !== null ? (
        <AnchorLink to="/items-stock/$id/edit" params={{ id: item.id }} mt="sm" display="block">
          {t(($) => $.detail.openItem)}
        </AnchorLink>
      ) : null}
    </FactBlock>
  )
}

function ContractBlock({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t, i18n } = useTranslation('buyback')
  const format = useFormat()
  return (
    <FactBlock
      title={t(($) => $.detail.contract)}
      facts={[
        { label: t(($) => $.column.identificationNumber), value: code(buyback.identificationNumber) },
        { label: t(($) => $.column.externalCode), value: buyback.externalCode },
        { label: t(($) => $.column.createdAt), value: format.dateTime(buyback.createdAt) },
        { label: t(($) => $.column.circuit), value: buyback.circuit.name },
        { label: t(($) => $.column.store), value: buyback.store?.name ?? null },
        ...(buyback.pickup
          ? [{ label: t(($) => $.column.pickup), value: slotText(buyback.pickup, i18n.language) }]
          : []),
        ...(buyback.relayPoint
          ? [{ label: t(($) => $.column.relayPoint), value: relayPointText(buyback.relayPoint) }]
          : []),
        ...(buyback.sendBy ? [{ label: t(($) => $.column.sendBy), value: format.date(buyback.sendBy) }] : []),
        { label: t(($) => $.column.buyer), value: buyback.buyer?.name ?? null },
        ...(buyback.bonusCents === 0
          ? []
          : [{ label: t(($) => $.column.bonus), value: format.money(buyback.bonusCents) }]),
      ]}
    />
  )
}

function CancelBlock({ buyback: { cancelReason, cancelComment } }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  if (cancelReason === null) return null
  return (
    <FactBlock
      title={t(($) => $.detail.cancelled)}
      facts={[
        { label: t(($) => $.column.cancelReason), value: t(($) => $.cancelReason[cancelReason]) },
        { label: t(($) => $.column.cancelComment), value: cancelComment },
      ]}
    />
  )
}

function TransportBlock({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const { deliveryStatus: delivery, shippingMethod, destinationWarehouse } = buyback
  return (
    <FactBlock
      title={t(($) => $.detail.transport)}
      status={
        delivery === null ? null : (
          <StatusBadge tone={toneOfDelivery[delivery]} label={t(($) => $.deliveryStatus[delivery])} />
        )
      }
      facts={[
        {
          label: t(($) => $.column.shippingMethod),
          value: t(($) => $.circuitType[shippingMethod?.type ?? buyback.circuit.type]),
        },
        { label: t(($) => $.column.warehouse), value: destinationWarehouse.name },
      ]}
    />
  )
}

/** The papers of the buyback, and the label of its product: as far as the user may have them. */
function DocumentsBlock({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const mayRead = useCan('buyback.documents')
  const mayPrint = useCan('expedition.send')
  if (!mayRead && !mayPrint) return null
  return (
    <FactBlock title={t(($) => $.detail.documents)} facts={[]}>
      {mayRead && <PaperList buybackId={buyback.id} />}
      <PrintButton kind="item_label" id={buyback.item.id} />
    </FactBlock>
  )
}
