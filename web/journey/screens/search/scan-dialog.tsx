import { useEffect, useId, useInsertionEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraView } from '#web/scan/camera-view.tsx'
import { useCamera } from '#web/scan/use-camera.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Notice } from '../../kit/notice.tsx'
import kit from '../../kit/kit.module.css'

/** The camera that reads a product's barcode; loaded when the visitor asks to scan. */
export function ScanDialog(props: { readonly onCode: (code: string) => void; readonly onClose: () => void }) {
  const { t } = useTranslation('journey')
  const id = useId()
  const camera = useCamera({
    purpose: 'product',
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
        <h2 id={id}>{t(($) => $.search.scan)}</h2>
        {camera.state.kind === 'failed' ? (
          <Notice tone="warn" isAlert>
            {t(($) => $.search.cameraFailed)}
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
