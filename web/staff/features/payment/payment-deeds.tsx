import { Alert } from '@mantine/core'
import { IconCash, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { PaymentDialog, type PaymentDeed } from './payment-dialogs.tsx'
import { usePaymentRights } from '#web/lib/payment-rights.ts'

/** What may be done with the payments of a list: actions of its rows, the dialog that asks, and what came of it. */
export function usePaymentDeeds(rows: readonly PaymentAnswer[] | undefined) {
  const { t } = useTranslation(['payment', 'buyback', 'common'])
  const rights = usePaymentRights()
  const [asked, setAsked] = useState<{ readonly deed: PaymentDeed; readonly payment: PaymentAnswer } | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const ask = (deed: PaymentDeed) => (payment: PaymentAnswer) => setAsked({ deed, payment })
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
  return {
    actions,
    dialog: asked && (
      <PaymentDialog
        {...asked}
        onClose={() => setAsked(null)}
        onDone={(text) => {
          setAsked(null)
          setOutcome(text)
        }}
      />
    ),
    outcome: outcome !== null && (
      <Alert
        color="green"
        role="status"
        mb="md"
        withCloseButton
        closeButtonLabel={t(($) => $.action.close, { ns: 'common' })}
        onClose={() => setOutcome(null)}
      >
        {outcome}
      </Alert>
    ),
  }
}
