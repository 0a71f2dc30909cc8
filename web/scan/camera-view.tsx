import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveCamera } from './camera/camera-session.ts'
import css from './scan-panel.module.css'
import type { PanelCamera } from './use-camera.ts'

/** The camera's picture with the box to aim with, and its buttons while it is open. */
export function CameraView({ camera, isPaused }: { readonly camera: PanelCamera; readonly isPaused: boolean }) {
  const { t } = useTranslation('scan')
  const { state, attach } = camera
  const isOpen = state.kind !== 'closed' && state.kind !== 'failed'
  // The element stays in the page while closed: the camera needs it before the first picture is there.
  return (
    <div hidden={!isOpen}>
      <div className={css.stage} data-state={state.kind}>
        <video ref={attach} className={css.video} aria-label={t(($) => $.panel.preview)} playsInline muted />
        <div className={css.aim} aria-hidden="true" />
        {state.kind === 'opening' && <p className={css.veil}>{t(($) => $.panel.opening)}</p>}
        {state.kind === 'resting' && <p className={css.veil}>{t(($) => $.panel.resting)}</p>}
        {state.kind === 'live' && isPaused && <p className={css.veil}>{t(($) => $.panel.paused)}</p>}
      </div>
      {state.kind === 'live' && !isPaused && <p className={css.hint}>{t(($) => $.panel.aim)}</p>}
      <div className={css.controls}>
        {state.kind === 'live' && <LiveControls camera={camera} state={state} />}
        <button type="button" className={css.button} onClick={() => camera.close()}>
          {t(($) => $.panel.close)}
        </button>
      </div>
    </div>
  )
}

function LiveControls({ camera, state }: { readonly camera: PanelCamera; readonly state: LiveCamera }) {
  const { t } = useTranslation('scan')
  const id = useId()
  const { torch, zoom, choices, deviceId } = state
  const near = zoom === null ? 1 : Math.min(2, zoom.max)
  return (
    <>
      {torch !== null && (
        <button type="button" className={css.button} aria-pressed={torch} onClick={() => camera.setTorch(!torch)}>
          {t(($) => $.panel.torch)}
        </button>
      )}
      {zoom !== null && (
        <button
          type="button"
          className={css.button}
          aria-pressed={zoom.now > 1}
          onClick={() => camera.setZoom(zoom.now > 1 ? 1 : near)}
        >
          {t(($) => $.panel.zoom, { factor: near })}
        </button>
      )}
      {choices.length > 1 && (
        <div className={css.picker}>
          <label htmlFor={id}>{t(($) => $.panel.picker)}</label>
          <select id={id} value={deviceId ?? ''} onChange={(event) => camera.choose(event.target.value)}>
            {choices.map((choice, at) => (
              <option key={choice.deviceId} value={choice.deviceId}>
                {choice.label === '' ? t(($) => $.panel.unnamed, { number: at + 1 }) : choice.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}
