import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paymentFileSentCall, type PaymentFileAnswer, type PaymentFileLineAnswer } from '#sync/calls/payment.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { TruncatedList } from '#web/staff/ui/list/truncated-list.tsx'
import { usePaymentAction } from './use-payment-action.ts'

/** Asks once whether the bank has carried a file out, and names what it refused. */
export function SentDialog(props: {
  readonly file: PaymentFileAnswer
  readonly lines: readonly PaymentFileLineAnswer[]
  readonly refused: ReadonlySet<string>
  readonly onClose: () => void
}) {
  const { file, lines, refused, onClose } = props
  const { t } = useTranslation('payment')
  const http = useHttp()
  const format = useFormat()
  const failed = lines.filter(({ paymentId }) => refused.has(paymentId))
  const paid = lines.filter(({ paymentId }) => !refused.has(paymentId))
  const action = usePaymentAction(
    () => http(paymentFileSentCall, { params: { id: file.id }, body: { refusedPaymentIds: [...refused] } }),
    onClose,
  )
  return (
    <ActionDialog
      title={t(($) => $.file.confirmTitle)}
      confirmLabel={t(($) => $.file.confirm)}
      isDestructive={false}
      isPending={action.isPending}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>
        {t(($) => $.file.confirmPaid, {
          count: paid.length,
          amount: format.money(paid.reduce((sum, { amountCents }) => sum + amountCents, 0)),
        })}
      </Text>
      {failed.length > 0 && (
        <div>
          <Text>{t(($) => $.file.confirmRefused)}</Text>
          <TruncatedList
            label={t(($) => $.file.bankRefused)}
            entries={failed}
            entryKey={({ paymentId }) => paymentId}
            draw={({ buybackCode, payeeName, amountCents }) =>
              `${groupCode(buybackCode)} · ${payeeName} · ${format.money(amountCents)}`
            }
          />
        </div>
      )}
      <Text fw={600}>{t(($) => $.file.confirmFinal)}</Text>
    </ActionDialog>
  )
}
