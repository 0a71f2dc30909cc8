import { IconCash, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { PaymentDialog, type PaymentAction } from './payment-dialogs.tsx'
import { usePaymentRights } from '#web/lib/payment-rights.ts'
import { useRowDialog } from '#web/staff/ui/list/use-row-dialog.tsx'

/** What may be done with the payments of a list: actions of its rows, the dialog that asks, and what came of it. */
export function usePaymentActions(rows: readonly PaymentAnswer[] | undefined) {
  const { t } = useTranslation(['payment', 'buyback'])
  const rights = usePaymentRights()
  const { ask, dialog, outcome } = useRowDialog<PaymentAction, PaymentAnswer>(({ row, ...asked }) => (
    <PaymentDialog {...asked} payment={row} />
  ))
  const actions = [
    {
      label: t(($) => $.action.paid.open, { ns: 'buyback' }),
      icon: IconCash,
      run: ask('paid'),
      applies: ({ status, releaseState }: PaymentAnswer) => releaseState !== 'waiting' && rights.markPaid(status),
    },
    {
      label: t(($) => $.action.again.open),
      icon: IconRefresh,
      run: ask('again'),
      applies: (payment: PaymentAnswer) => rights.tryAgain(payment.status) || rights.askAgain(payment),
    },
  ].filter(({ applies }) => rows?.some(applies) === true)
  return { actions, dialog, outcome }
}
