import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelReasons, type CancelReason } from '#domain/buyback/cancel-reason.ts'
import { cancelBuybackCall } from '#sync/calls/buyback.ts'
import { type BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { NoteField } from '#web/staff/ui/form/note-field.tsx'
import { fitsLimit } from '#web/staff/ui/form/fits-limit.ts'
import { useBuybackAction } from './use-action.ts'

/** Cancels a buyback for a reason (BB-29, BB-30); where its payment cannot be, it asks again and forces (BB-31). */
export function CancelDialog(props: {
  readonly buyback: BuybackAnswer
  readonly onClose: () => void
  readonly onDone: (outcome: string) => void
}) {
  const { buyback, onClose } = props
  const { t } = useTranslation('buyback')
  const http = useHttp()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const [needsForce, setNeedsForce] = useState(false)
  const action = useBuybackAction(
    (input: { readonly reason: CancelReason; readonly force: boolean }) => {
      const text = comment.trim()
      const body = { ...input, ...(text === '' ? {} : { comment: text }) }
      return http(cancelBuybackCall, { params: { id: buyback.id }, body })
    },
    () => props.onDone(needsForce ? t(($) => $.action.cancel.doneForced) : t(($) => $.action.cancel.done)),
  )
  const isRefused = action.error instanceof CallError && action.error.code === 'PAYMENT_CANNOT_BE_CANCELLED'
  // It stays asked while the forced call is on its way, which forgets the refusal before.
  if (isRefused && !needsForce) setNeedsForce(true)
  const code = nonBreakingCode(buyback.identificationNumber)
  return (
    <ActionDialog
      title={needsForce ? t(($) => $.action.cancel.forceTitle) : t(($) => $.action.cancel.title, { code })}
      confirmLabel={needsForce ? t(($) => $.action.cancel.forceConfirm) : t(($) => $.action.cancel.confirm)}
      cancelLabel={t(($) => $.action.cancel.keep)}
      isDestructive
      isPending={action.isPending}
      canConfirm={reason !== null && fitsLimit(comment)}
      problem={isRefused ? null : action.problem}
      onClose={onClose}
      onConfirm={() => (reason === null ? undefined : action.run({ reason, force: needsForce }))}
    >
      {needsForce ? (
        <Alert color="orange" role="alert">
          {t(($) => $.action.cancel.force)}
        </Alert>
      ) : (
        <Text>{t(($) => $.action.cancel.warning)}</Text>
      )}
      <Radio.Group
        label={t(($) => $.action.cancel.reason)}
        value={reason}
        onChange={(value) => setReason(cancelReasons.find((one) => one === value) ?? null)}
        withAsterisk
      >
        <Stack gap="xs" mt="xs">
          {cancelReasons.map((one) => (
            <Radio key={one} value={one} label={t(($) => $.cancelReason[one])} />
          ))}
        </Stack>
      </Radio.Group>
      <NoteField label={t(($) => $.action.cancel.comment)} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}
