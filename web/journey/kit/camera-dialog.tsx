import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import kit from './kit.module.css'

/** The dialog around a camera that reads a barcode. */
export function CameraDialog(props: {
  readonly title: string
  /** Why the camera cannot be used; null where it can. */
  readonly failed: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('journey')
  const id = useId()
  return (
    <Dialog isOpen onClose={props.onClose} labelledBy={id}>
      <div className={kit.dialogBody}>
        <h2 id={id}>{props.title}</h2>
        {props.failed === null ? null : (
          <Notice tone="warn" isAlert>
            {props.failed}
          </Notice>
        )}
        {props.children}
        <div className={kit.dialogActions}>
          <Button kind="quiet" onClick={props.onClose}>
            {t(($) => $.search.stopScan)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
