import { useTranslation } from 'react-i18next'
import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import { isWindowOpen } from '#web/lib/open-dialog.ts'
import type { CameraError } from './camera/camera-session.ts'
import { CameraView } from './camera-view.tsx'
import type { Scan } from './scan.ts'
import css from './scan-panel.module.css'
import { useCamera } from './use-camera.ts'

/** A button that opens the camera, and what it sees: beside a field into which a scanner types too. */
export function CameraScan(props: {
  readonly purpose: ScanPurpose
  /** Called once for each code that the camera reads. */
  readonly onScan: (scan: Scan) => void
  /** Whether the camera looks on without reading, as behind a question; behind a window it never reads. */
  readonly paused?: boolean
}) {
  const { purpose, onScan, paused = false } = props
  const { t } = useTranslation('scan')
  const camera = useCamera({ purpose, isPaused: () => paused || isWindowOpen(), onScan })
  const error = camera.state.kind === 'failed' ? camera.state.error : null
  const canOpen = camera.state.kind === 'closed' || (error !== null && !isFinal(error))
  return (
    <>
      <CameraView camera={camera} isPaused={paused} />
      {error !== null && (
        <p className={css.problem} role="alert">
          {t(($) => $.errors[error])}
        </p>
      )}
      {canOpen && (
        <button type="button" className={css.button} onClick={() => camera.open()}>
          {t(($) => (error === null ? $.panel.open : $.panel.openAgain))}
        </button>
      )}
    </>
  )
}

// Asking again would change nothing: a refusal holds for the visit, and browsers gain no camera while a page is open.
function isFinal(error: CameraError): boolean {
  return error === 'CAMERA_REFUSED' || error === 'CAMERA_INSECURE' || error === 'CAMERA_UNSUPPORTED'
}
