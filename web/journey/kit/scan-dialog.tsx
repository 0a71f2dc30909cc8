import { useEffect, useId, useInsertionEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import { CameraView } from '#web/scan/camera-view.tsx'
import { useCamera } from '#web/scan/use-camera.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import kit from './kit.module.css'

/** The camera that reads a barcode; loaded when the visitor asks to scan. */
export function ScanDialog(props: {
  readonly purpose: ScanPurpose
  readonly title: string
  /** Said where the camera cannot be used. */
  readonly failed: string
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('journey')
  const id = useId()
  const camera = useCamera({
    purpose: props.purpose,
    paused: false,
    onScan: ({ text }) => props.onCode(text),
  })
  const open = useRef(camera.open)
  useInsertionEffect(() => {
    open.current = camera.open
  })
  useEffect(() => open.current(), [])
  return (
    <Dialog isOpen onClose={props.onClose} labelledBy={id}>
      <div className={kit.dialogBody}>
        <h2 id={id}>{props.title}</h2>
        {camera.state.kind === 'failed' ? (
          <Notice tone="warn" isAlert>
            {props.failed}
          </Notice>
        ) : null}
        <CameraView camera={camera} isPaused={false} />
        <div className={kit.dialogActions}>
          <Button kind="quiet" onClick={props.onClose}>
            {t(($) => $.search.stopScan)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
