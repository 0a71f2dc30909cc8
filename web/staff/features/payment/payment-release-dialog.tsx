import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { releaseReasonMost } from '#domain/payment/payment-release.ts'
import { refuseMoneyCall, releaseMoneyCall, type PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { useReleaseName } from './payment-release-texts.ts'
import { usePaymentAction } from './use-payment-action.ts'

/** What can be done with something that waits. */
export type ReleaseAction = 'give' | 'refuse' | 'withdraw'

interface DialogProps {
  readonly release: PaymentReleaseAnswer
  readonly onClose: () => void
  readonly onDone: (outcome: string) => void
}

/** Asks before something is released, refused or taken back. */
export function ReleaseDialog({ action, ...props }: DialogProps & { readonly action: ReleaseAction }) {
  return action === 'give' ? <GiveDialog {...props} /> : <RefuseDialog isOwn={action === 'withdraw'} {...props} />
}

function GiveDialog({ release, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const what = useReleaseName()(release)
  const action = usePaymentAction(
    () => http(releaseMoneyCall, { params: { id: release.id }, body: {} }),
    () => onDone(t(($) => $.release.give.done, { what })),
  )
  return (
    <ActionDialog
      title={t(($) => $.release.give.title, { what })}
      confirmLabel={t(($) => $.release.give.open)}
      isDestructive={false}
      isPending={action.isPending}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{t(($) => $.release.give.text[release.subject])}</Text>
      {(release.closedCount ?? 0) > 0 && (
        <Alert color="yellow" mt="sm">
          {t(($) => $.release.give.closed, { count: release.closedCount ?? 0 })}
        </Alert>
      )}
    </ActionDialog>
  )
}

function RefuseDialog({ release, isOwn, onClose, onDone }: DialogProps & { readonly isOwn: boolean }) {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const what = useReleaseName()(release)
  const [reason, setReason] = useState('')
  const action = usePaymentAction(
    () =>
      http(refuseMoneyCall, {
        params: { id: release.id },
        body: { reason: reason.trim() === '' ? null : reason.trim() },
      }),
    () => onDone(t(($) => (isOwn ? $.release.withdraw.done : $.release.refuse.done), { what })),
  )
  return (
    <ActionDialog
      title={t(($) => (isOwn ? $.release.withdraw.title : $.release.refuse.title), { what })}
      confirmLabel={t(($) => (isOwn ? $.release.withdraw.open : $.release.refuse.open))}
      isDestructive
      isPending={action.isPending}
      canConfirm={fitsLimit(reason, releaseReasonMost)}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{t(($) => $.release.refuse.text[release.subject])}</Text>
      {!isOwn && (
        <NoteField
          label={t(($) => $.release.refuse.reason)}
          description={t(($) => (release.subject === 'payout' ? $.release.refuse.kept : $.release.refuse.hint))}
          limit={releaseReasonMost}
          value={reason}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  )
}
