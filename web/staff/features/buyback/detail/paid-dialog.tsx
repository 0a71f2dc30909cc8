import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { markAsPaidCall } from '#sync/calls/payment.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { useBuybackAction } from './use-action.ts'

/** Marks a buyback as paid outside the program (BB-33, BB-34). */
export function PaidDialog(props: {
  readonly buyback: BuybackAnswer
  readonly onClose: () => void
  readonly onDone: (outcome: string) => void
}) {
  const { buyback } = props
  const { t } = useTranslation(['buyback', 'payment'])
  const http = useHttp()
  const format = useFormat()
  const [information, setInformation] = useState('')
  const action = useBuybackAction(
    () =>
      http(markAsPaidCall, {
        params: { id: buyback.id },
        body: { complementaryInformation: information.trim() === '' ? null : information.trim() },
      }),
    ({ releaseState }) =>
      props.onDone(
        releaseState === 'waiting' ? t(($) => $.release.asked, { ns: 'payment' }) : t(($) => $.action.paid.done),
      ),
  )
  const amount = format.money(buyback.paidPriceCents ?? buyback.totalPriceCents ?? 0)
  return (
    <ActionDialog
      title={t(($) => $.action.paid.title, { code: nonBreakingCode(buyback.identificationNumber) })}
      confirmLabel={t(($) => $.action.paid.confirm)}
      isDestructive={false}
      isPending={action.isPending}
      canConfirm={fitsLimit(information)}
      problem={action.problem}
      onClose={props.onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{t(($) => $.action.paid.text, { amount })}</Text>
      <NoteField
        label={t(($) => $.action.paid.information)}
        description={t(($) => $.action.paid.hint)}
        value={information}
        onChange={setInformation}
      />
    </ActionDialog>
  )
}
