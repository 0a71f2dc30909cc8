import { useEffect, useInsertionEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraView } from '#web/scan/camera-view.tsx'
import { useCamera } from '#web/scan/use-camera.ts'
import { CameraDialog } from '../../kit/camera-dialog.tsx'

/** The camera that reads the IMEI off a box; loaded when the visitor asks to scan. */
export function ImeiScanDialog(props: { readonly onCode: (code: string) => void; readonly onClose: () => void }) {
  const { t } = useTranslation('journey')
  const camera = useCamera({ purpose: 'imei', isPaused: () => false, onScan: ({ text }) => props.onCode(text) })
  const open = useRef(camera.open)
  useInsertionEffect(() => {
    open.current = camera.open
  })
  useEffect(() => open.current(), [])
  return (
    <CameraDialog
      title={t(($) => $.imei.scan)}
      failed={camera.state.kind === 'failed' ? t(($) => $.imei.cameraFailed) : null}
      onClose={props.onClose}
    >
      <CameraView camera={camera} isPaused={false} />
    </CameraDialog>
  )
}
