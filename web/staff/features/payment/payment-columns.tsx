import { useTranslation } from 'react-i18next'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { groupCode } from '#web/lib/format.ts'
import { toneOfPayment } from '#web/lib/payment-tone.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { usePromise } from '#web/lib/payment-rights.ts'
import { useMedia } from '#web/staff/ui/use-media.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import classes from './payment.module.css'

/** The code of a payment's buyback as the way to the payment, above whom it is for. */
export function PaymentLink({ payment }: { readonly payment: PaymentAnswer }) {
  return (
    <span className={classes.cell}>
      <AnchorLink to="/payments/$id" params={{ id: payment.id }} className={classes.code ?? ''} underline="always">
        <span translate="no">{groupCode(payment.buybackCode)}</span>
      </AnchorLink>
      <span className={classes.soft}>{payment.customerName ?? '–'}</span>
    </span>
  )
}

/** The status of a payment, and why it failed. */
export function PaymentState({ payment }: { readonly payment: PaymentAnswer }) {
  const { status, failure } = payment
  const { t } = useTranslation(['buyback', 'payment'])
  const reason = failure === 'refused_by_bank' ? t(($) => $.detail.refusedByBank, { ns: 'payment' }) : (failure ?? null)
  return (
    <span className={`${classes.cell} ${classes.status}`}>
      <StatusBadge tone={toneOfPayment[status]} label={t(($) => $.paymentStatus[status])} />
      <ReleaseState payment={payment} />
      {status === 'payment_failed' && reason !== null && <span className={classes.soft}>{reason}</span>}
    </span>
  )
}

/** Whether a payment waits for a second person, or one has refused it. */
export function ReleaseState({ payment: { releaseState } }: { readonly payment: PaymentAnswer }) {
  const { t } = useTranslation('payment')
  if (releaseState === null) return null
  return (
    <span className={classes.soft}>
      {t(($) => (releaseState === 'waiting' ? $.release.state.waiting : $.release.refusedHint))}
    </span>
  )
}

/** The promised day; a promise that was missed is said to be late. */
export function PromisedDay({ payment }: { readonly payment: PaymentAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { promisedOn, status } = payment
  const { isLate } = usePromise()(status, promisedOn)
  if (promisedOn === null) return <>–</>
  return (
    <span className={classes.cell}>
      <span>{format.date(promisedOn)}</span>
      {isLate && <span className={classes.late}>{t(($) => $.late)}</span>}
    </span>
  )
}

/** Who carries a payment out, above the mode that the customer chose. */
export function ProviderCell({ payment: { provider, modeLabel } }: { readonly payment: PaymentAnswer }) {
  const { t } = useTranslation('payment')
  return (
    <span className={classes.cell}>
      <span>{provider === null ? '–' : t(($) => $.provider[provider])}</span>
      <span className={classes.soft}>{modeLabel}</span>
    </span>
  )
}

/** Columns of the payments, as many as the width holds. */
export function usePaymentColumns(): readonly Column<PaymentAnswer>[] {
  const { t } = useTranslation('payment')
  const isRoomy = useMedia('(width >= 62em)')
  const columns: readonly (Column<PaymentAnswer> | false)[] = [
    { key: 'buyback', title: t(($) => $.column.buyback), cell: (row) => <PaymentLink payment={row} /> },
    { key: 'status', title: t(($) => $.column.status), cell: (row) => <PaymentState payment={row} /> },
    {
      key: 'amount',
      title: t(($) => $.column.amount),
      sortable: true,
      align: 'end',
      cell: ({ amountCents }) => <Money valueCents={amountCents} />,
    },
    {
      key: 'promisedOn',
      title: t(($) => $.column.promisedOn),
      sortable: true,
      cell: (row) => <PromisedDay payment={row} />,
    },
    { key: 'provider', title: t(($) => $.column.provider), cell: (row) => <ProviderCell payment={row} /> },
    isRoomy && {
      key: 'settledAt',
      title: t(($) => $.column.settledAt),
      sortable: true,
      cell: ({ settledAt }) => <DateTime value={settledAt} dayOnly />,
    },
  ]
  return columns.filter((column) => column !== false)
}
