import { useTranslation } from 'react-i18next'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorAction } from '../ui/floor/floor-parts.tsx'
import { FloorSheet } from '../ui/floor/floor-sheet.tsx'
import type { ModalData } from '../ui/confirm-modal.tsx'

/** A modal on the floor: targets for gloved hands, and command barcodes answer it. */
export function FloorConfirm({ data, onClose }: { readonly data: ModalData; readonly onClose: () => void }) {
  const { t } = useTranslation('common')
  const cancel = (): void => {
    data.cancel?.()
    onClose()
  }
  const confirm = (): void => {
    data.confirm()
    onClose()
  }
  const leave = data.preventHide === true ? null : cancel
  useDialogCommands({ onConfirm: confirm, onCancel: () => leave?.() })
  return (
    <FloorSheet
      title={data.title}
      closeLabel={t(($) => $.action.close)}
      onClose={leave}
      actions={
        <>
          {data.preventHide === true && data.cancelLabel === undefined ? null : (
            <FloorAction tone="quiet" onClick={cancel}>
              {data.cancelLabel ?? t(($) => $.action.cancel)}
            </FloorAction>
          )}
          <FloorAction tone={data.destructive ? 'danger' : 'primary'} onClick={confirm}>
            {data.confirmLabel ?? t(($) => $.action.confirm)}
          </FloorAction>
        </>
      }
    >
      <div>{data.content}</div>
    </FloorSheet>
  )
}
