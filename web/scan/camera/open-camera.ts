import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import type { Scan } from '../scan.ts'
import { createCameraSession, type CameraSession, type CameraState } from './camera-session.ts'
import { startFrameDecoder, type FrameDecoder } from './frame-decoder.ts'
import { watchCamera } from './watch-camera.ts'

/** What an open camera works with; functions are asked at each frame. */
export interface OpenCameraDeps {
  readonly video: HTMLVideoElement
  readonly purpose: () => ScanPurpose
  readonly isPaused: () => boolean
  readonly onScan: (scan: Scan) => void
  readonly onState: (state: CameraState) => void
}

/** Opens the camera with its decoder. This file is loaded at the first tap, and the decoder with it. */
export function openCamera({ video, purpose, isPaused, onScan, onState }: OpenCameraDeps): CameraSession {
  let decoder: FrameDecoder | null = null
  let stopWatching: (() => void) | null = null
  let isStarted = false
  let isClosed = false

  function fail(): void {
    if (isClosed) return
    session.close()
    release()
    decoder?.close()
    decoder = null
    isStarted = false
    onState({ kind: 'failed', error: 'DECODER_FAILED' })
  }

  function watch(): void {
    if (decoder === null || stopWatching !== null || video.srcObject === null) return
    stopWatching = watchCamera({ video, decoder, purpose, isPaused, onScan, onFailure: fail })
  }

  function release(): void {
    stopWatching?.()
    stopWatching = null
    video.srcObject = null
  }

  function onCamera(state: CameraState): void {
    if (state.kind !== 'live') release()
    else if (video.srcObject !== state.stream) {
      video.srcObject = state.stream
      void video.play().catch(() => undefined)
      watch()
    }
    onState(state)
  }

  const session = createCameraSession({
    mediaDevices: navigator.mediaDevices,
    isSecure: window.isSecureContext,
    storage: storageOrNone(),
    page: document,
    window,
    onState: onCamera,
  })
  function start(): void {
    if (isStarted) return
    isStarted = true
    startFrameDecoder().then((started) => {
      if (isClosed) return started.close()
      decoder = started
      started.ready.catch(fail)
      watch()
    }, fail)
  }

  return {
    ...session,
    open() {
      // The decoder starts while the user still answers the browser's question; a decoder that has failed is started
      // again.
      start()
      return session.open()
    },
    close() {
      isClosed = true
      session.close()
      release()
      decoder?.close()
    },
  }
}

function storageOrNone(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
