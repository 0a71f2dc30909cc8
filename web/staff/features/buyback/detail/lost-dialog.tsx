import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSettled } from '#domain/buyback/buyback-status.ts'
import type { LossPlace } from '#domain/buyback/loss-place.ts'
import { isOwedBySettling } from '#domain/payment/payment-rules.ts'
import { loseItemCall } from '#sync/calls/buyback.ts'
import { type BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { useBuybackAction } from './use-action.ts'

/** Declares the product lost where it is, which completes the buyback and pays the customer (BB-36, BB-37). */
export function LostDialog(props: {
  readonly buyback: BuybackAnswer
  readonly place: LossPlace
  readonly onClose: () => void
  readonly onDone: (outcome: string) => void
}) {
  const { buyback, place } = props
  const { t } = useTranslation('buyback')
  const http = useHttp()
  const [comment, setComment] = useState('')
  const action = useBuybackAction(
    () => {
      const text = comment.trim()
      return http(loseItemCall, {
        params: { id: buyback.id },
        body: { place, ...(text === '' ? {} : { comment: text }) },
      })
    },
    () => props.onDone(t(($) => $.action.lost.done)),
  )
  const isPriceFinal = isSettled(buyback.status) || !isOwedBySettling(buyback.paymentStatus)
  return (
    <ActionDialog
      title={t(($) => $.action.lost.title[place])}
      confirmLabel={t(($) => $.action.lost.confirm)}
      isDestructive
      isPending={action.isPending}
      canConfirm={fitsLimit(comment)}
      problem={action.problem}
      onClose={props.onClose}
      onConfirm={() => action.run(undefined)}
    >
      <Text>{isPriceFinal ? t(($) => $.action.lost.settled) : t(($) => $.action.lost.text)}</Text>
      <NoteField label={t(($) => $.action.lost.comment)} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}
