import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { usePromise } from '#web/lib/payment-rights.ts'
import { toneOfPayment } from '#web/lib/payment-tone.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { PriceLines } from './buyback-price-lines.tsx'
import classes from './detail.module.css'

/** What is paid, how, and until when it was promised. */
export function PaymentBlock({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const { paymentStatus, promisedPaymentOn: promised, settledAt } = buyback
  const { payment = null } = buyback
  const mayOpen = useCan('payment.list')
  const { isLate } = usePromise()(paymentStatus, promised)
  return (
    <FactBlock
      title={t(($) => $.detail.payment)}
      status={<StatusBadge tone={toneOfPayment[paymentStatus]} label={t(($) => $.paymentStatus[paymentStatus])} />}
      facts={[
        { label: t(($) => $.column.paymentMode), value: buyback.paymentMode?.label ?? null },
        { label: t(($) => $.detail.settledAt), value: settledAt === null ? null : format.dateTime(settledAt) },
        {
          label: t(($) => $.column.promisedPaymentOn),
          value:
            promised === null ? null : isLate ? (
              <span className={classes.late}>
                {format.date(promised)} · {t(($) => $.detail.late)}
              </span>
            ) : (
              format.date(promised)
            ),
        },
        ...(payment === null || payment.completedAt === null
          ? []
          : [{ label: t(($) => $.detail.paidAt), value: format.dateTime(payment.completedAt) }]),
        ...(payment?.isWaiting === true ? [{ label: t(($) => $.detail.release), value: t(($) => $.detail.held) }] : []),
        ...(payment === null || payment.information === null
          ? []
          : [{ label: t(($) => $.detail.paidNote), value: payment.information }]),
      ]}
    >
      {payment === null || !mayOpen ? null : (
        <AnchorLink to="/payments/$id" params={{ id: payment.id }} underline="always" mb="sm">
          {t(($) => $.detail.toPayment)}
        </AnchorLink>
      )}
      <PriceLines buyback={buyback} />
    </FactBlock>
  )
}
