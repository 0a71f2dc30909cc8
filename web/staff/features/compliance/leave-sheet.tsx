import { useTranslation } from 'react-i18next'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'

/** Asks whether a test that goes on is kept for later or forgotten; a code that is scanned goes on with it. */
export function LeaveSheet(props: {
  readonly onLeave: () => void
  readonly onAbandon: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('compliance')
  const { onLeave, onClose } = props
  useDialogCommands({ onConfirm: onLeave, onNext: onLeave, onCancel: onClose, onCode: onClose })
  useAnswerKeys({ onEnter: onLeave })
  return (
    <FloorSheet
      title={t(($) => $.leave.title)}
      closeLabel={t(($) => $.leave.close)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="danger" onClick={props.onAbandon}>
            {t(($) => $.leave.abandon)}
          </FloorAction>
          <FloorAction onClick={onLeave}>{t(($) => $.leave.keep)}</FloorAction>
        </>
      }
    >
      <p>{t(($) => $.leave.text)}</p>
    </FloorSheet>
  )
}
