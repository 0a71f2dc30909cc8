import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markAsPaidCall, tryPaymentAgainCall, type PaymentAnswer } from '#sync/calls/payment.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { usePaymentAction } from './use-payment-action.ts'

/** What can be done with a payment by hand. */
export type PaymentAction = 'paid' | 'again'

interface DialogProps {
  readonly payment: PaymentAnswer
  readonly onClose: () => void
  readonly onDone: (outcome: string) => void
}

/** Asks before something is done with a payment. */
export function PaymentDialog({ action, ...props }: DialogProps & { readonly action: PaymentAction }) {
  return action === 'paid' ? <PaidDialog {...props} /> : <AgainDialog {...props} />
}

function PaidDialog({ payment, onClose, onDone }: DialogProps) {
  const { t } = useTranslation(['buyback', 'payment'])
  const http = useHttp()
  const format = useFormat()
  const [information, setInformation] = useState('')
  const action = usePaymentAction(
    () =>
      http(markAsPaidCall, {
        params: { id: payment.buybackId },
        body: { complementaryInformation: information.trim() === '' ? null : information.trim() },
      }),
    ({ releaseState }) =>
      onDone(releaseState === 'waiting' ? t(($) => $.release.asked, { ns: 'payment' }) : t(($) => $.action.paid.done)),
  )
  return (
    <ActionDialog
      title={t(($) => $.action.paid.title, { code: nonBreakingCode(payment.buybackCode) })}
      confirmLabel={t(($) => $.action.paid.confirm)}
      isDestructive={false}
      isPending={action.isPending}
      canConfirm={fitsLimit(information)}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{t(($) => $.action.paid.text, { amount: format.money(payment.amountCents) })}</Text>
      <NoteField
        label={t(($) => $.action.paid.information)}
        description={t(($) => $.action.paid.hint)}
        value={information}
        onChange={setInformation}
      />
    </ActionDialog>
  )
}

function AgainDialog({ payment, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const format = useFormat()
  const code = nonBreakingCode(payment.buybackCode)
  const action = usePaymentAction(
    () => http(tryPaymentAgainCall, { params: { id: payment.id }, body: {} }),
    ({ releaseState }) =>
      onDone(releaseState === 'waiting' ? t(($) => $.release.asked) : t(($) => $.action.again.done, { code })),
  )
  return (
    <ActionDialog
      title={t(($) => $.action.again.title, { code })}
      confirmLabel={t(($) => $.action.again.open)}
      isDestructive={false}
      isPending={action.isPending}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{t(($) => $.action.again.text, { amount: format.money(payment.amountCents) })}</Text>
    </ActionDialog>
  )
}
