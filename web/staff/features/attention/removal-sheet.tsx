import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'

/** Asks before something is given up for good; barcodes of buttons answer it, too. */
export function RemovalSheet(props: {
  readonly title: string
  /** What the button says that gives it up. */
  readonly action: string
  readonly busy?: boolean
  readonly onRemove: () => void
  /** An answer by its place; false where there is none. */
  readonly onAnswer?: (at: number) => boolean
  readonly onBack: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('sync')
  const { onRemove, onBack } = props
  useDialogCommands({
    onConfirm: onRemove,
    onCancel: onBack,
    ...(props.onAnswer === undefined ? {} : { onAnswer: props.onAnswer }),
  })
  return (
    <FloorSheet
      title={props.title}
      closeLabel={t(($) => $.attention.cancel)}
      onClose={onBack}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onBack}>
            {t(($) => $.attention.cancel)}
          </FloorAction>
          <FloorAction tone="danger" busy={props.busy === true} onClick={onRemove}>
            {props.action}
          </FloorAction>
        </>
      }
    >
      {props.children}
    </FloorSheet>
  )
}
