import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import type { CameraSession, CameraState } from './camera/camera-session.ts'
import type { Scan } from './scan.ts'

/** What the camera of a panel reads for. */
export interface UseCamera {
  readonly purpose: ScanPurpose
  /** Asked before each picture. */
  readonly isPaused: () => boolean
  readonly onScan: (scan: Scan) => void
}

/** A panel's camera: its state, the element that shows it, and what a person can do with it. */
export interface PanelCamera {
  readonly state: CameraState
  /** Reference for the element that shows the picture. */
  readonly attach: (element: HTMLVideoElement | null) => void
  readonly open: () => void
  readonly close: () => void
  readonly choose: (deviceId: string) => void
  readonly setTorch: (on: boolean) => void
  readonly setZoom: (factor: number) => void
}

/** Opens and closes a camera for a component; nothing of it is loaded before `open`. */
export function useCamera(wanted: UseCamera): PanelCamera {
  const [state, setState] = useState<CameraState>({ kind: 'closed' })
  const video = useRef<HTMLVideoElement | null>(null)
  const attach = useCallback((element: HTMLVideoElement | null) => {
    video.current = element
  }, [])
  const session = useRef<CameraSession | null>(null)
  const isMounted = useRef(true)
  const latest = useRef(wanted)
  useInsertionEffect(() => {
    latest.current = wanted
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      session.current?.close()
      session.current = null
    }
  }, [])

  async function open(): Promise<void> {
    if (session.current !== null) return session.current.open()
    setState({ kind: 'opening' })
    try {
      const { openCamera } = await import('./camera/open-camera.ts')
      if (!isMounted.current || video.current === null || session.current !== null) return
      session.current = openCamera({
        video: video.current,
        purpose: () => latest.current.purpose,
        isPaused: () => latest.current.isPaused(),
        onScan: (scan) => latest.current.onScan(scan),
        onState: (next) => {
          if (isMounted.current) setState(next)
        },
      })
      await session.current.open()
    } catch {
      setState({ kind: 'failed', error: 'DECODER_FAILED' })
    }
  }

  return {
    state,
    attach,
    open: () => void open(),
    close: () => {
      session.current?.close()
      session.current = null
      setState({ kind: 'closed' })
    },
    choose: (deviceId) => void session.current?.choose(deviceId),
    setTorch: (on) => void session.current?.setTorch(on),
    setZoom: (factor) => void session.current?.setZoom(factor),
  }
}
