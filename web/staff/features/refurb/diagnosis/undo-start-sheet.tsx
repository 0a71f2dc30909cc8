import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'

/** Asks before the answers of a diagnosis go with its start; they are erased by hand alone. */
export function UndoStartSheet(props: {
  /** How many questions have been answered. */
  readonly count: number
  readonly onErase: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('refurb')
  const { count, onClose } = props
  useStepPause('undo')
  useDialogCommands({ onCancel: onClose, onCode: onClose })
  return (
    <FloorSheet
      title={t(($) => $.undoStart.title)}
      closeLabel={t(($) => $.undoStart.keep)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="danger" icon={IconTrash} onClick={props.onErase}>
            {t(($) => $.undoStart.erase)}
          </FloorAction>
          <FloorAction onClick={onClose}>{t(($) => $.undoStart.keep)}</FloorAction>
        </>
      }
    >
      <p role="alert">{t(($) => $.undoStart.text, { count })}</p>
    </FloorSheet>
  )
}
