import { Button, Skeleton, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentDetailAnswer } from '#sync/calls/payment.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { CallError } from '#web/lib/http.ts'
import { toneOfPayment } from '#web/lib/payment-tone.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { isUnderWay } from './payment-progress.ts'
import { paymentQuery } from './payment-calls.ts'
import { PromisedDay, ReleaseState } from './payment-columns.tsx'
import { usePaymentActions } from './payment-actions.tsx'
import { AttemptBlock, BookBlock } from './payment-story.tsx'
import classes from './payment.module.css'

/** `/payments/{id}`: one payment, what was tried, and what stands in the books. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { t } = useTranslation('payment')
  const found = useQuery(paymentQuery(useHttp(), id))
  const payment = found.data
  const { actions, dialog, outcome } = usePaymentActions(payment === undefined ? undefined : [payment])
  const crumbs = [{ title: t(($) => $.list.title), to: '/payments' as const }]
  if (payment === undefined) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    return (
      <Page title={t(($) => $.detail.titleLoading)} icon={IconCash} crumbs={crumbs}>
        {isUnknown ? (
          <EmptyState title={t(($) => $.detail.unknown.title)} text={t(($) => $.detail.unknown.text)} />
        ) : found.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={420} radius="md" />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={t(($) => $.detail.title, { code: nonBreakingCode(payment.buybackCode) })}
      icon={IconCash}
      crumbs={crumbs}
      actions={actions.map(({ label, icon: Icon, run }, position) => (
        <Button
          key={label}
          variant={position === 0 ? 'filled' : 'default'}
          leftSection={<Icon size={20} aria-hidden />}
          onClick={() => run(payment)}
        >
          {label}
        </Button>
      ))}
    >
      {outcome}
      <div className={classes.columns}>
        <SummaryBlock payment={payment} />
        <div className={classes.stack}>
          <AttemptBlock payment={payment} />
          <BookBlock payment={payment} />
        </div>
      </div>
      {dialog}
    </Page>
  )
}

function SummaryBlock({ payment }: { readonly payment: PaymentDetailAnswer }) {
  const { t } = useTranslation(['payment', 'buyback'])
  const format = useFormat()
  const { status, completedAt, voucher, markedBy } = payment
  // A payment that was marked as paid was paid by hand, even if a provider was to carry it out.
  const next = isUnderWay(payment)
    ? t(($) => $.detail.underWay)
    : status === 'payment_failed'
      ? t(($) => $.detail.afterFailure)
      : status === 'payment_cancel_failed'
        ? t(($) => $.detail.afterRefusedCancel)
        : null
  const carrier = markedBy === null ? payment.provider : 'manual'
  return (
    <FactBlock
      title={t(($) => $.detail.summary)}
      status={
        <span className={`${classes.cell} ${classes.status}`}>
          <StatusBadge tone={toneOfPayment[status]} label={t(($) => $.paymentStatus[status], { ns: 'buyback' })} />
          <ReleaseState payment={payment} />
        </span>
      }
      facts={[
        {
          label: t(($) => $.column.amount),
          value: <span className={classes.amount}>{format.money(payment.amountCents)}</span>,
        },
        ...(payment.absorbedCents === 0
          ? []
          : [
              {
                label: t(($) => $.column.buyerShare),
                value: format.money(payment.amountCents - payment.absorbedCents),
              },
              { label: t(($) => $.column.absorbed), value: format.money(payment.absorbedCents) },
            ]),
        ...(next === null ? [] : [{ label: t(($) => $.detail.nextTitle), value: next }]),
        { label: t(($) => $.column.customer), value: payment.customerName },
        { label: t(($) => $.column.buyback), value: <CodeText code={payment.buybackCode} /> },
        { label: t(($) => $.column.settledAt), value: format.dateTime(payment.settledAt) },
        { label: t(($) => $.column.promisedOn), value: <PromisedDay payment={payment} /> },
        { label: t(($) => $.column.mode), value: payment.modeLabel },
        { label: t(($) => $.column.provider), value: carrier === null ? null : t(($) => $.provider[carrier]) },
        ...(payment.modeType === 'bank_transfer'
          ? [
              {
                label: t(($) => $.detail.account),
                value:
                  payment.ibanEnd !== null ? (
                    t(($) => $.detail.accountKnown, { end: payment.ibanEnd })
                  ) : (
                    <span className={classes.late}>{t(($) => $.detail.accountMissing)}</span>
                  ),
              },
            ]
          : []),
        ...(completedAt === null
          ? []
          : [{ label: t(($) => $.column.completedAt), value: format.dateTime(completedAt) }]),
        ...(markedBy === null ? [] : [{ label: t(($) => $.detail.markedBy), value: markedBy }]),
        ...(payment.complementaryInformation === null
          ? []
          : [{ label: t(($) => $.column.note), value: payment.complementaryInformation }]),
        ...(voucher === null
          ? []
          : [
              {
                label: t(($) => $.detail.voucher),
                value: t(($) => $.detail.voucherValue, {
                  type: t(($) => $.voucherType[voucher.type]),
                  amount: format.money(voucher.amountCents),
                  end: voucher.codeEnd,
                }),
              },
            ]),
      ]}
    >
      <Text mt="md">
        <AnchorLink to="/buyback/$id" params={{ id: payment.buybackId }} underline="always">
          {t(($) => $.detail.openBuyback)}
        </AnchorLink>
      </Text>
    </FactBlock>
  )
}
