import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import type { Scan } from '../scan.ts'
import { createReadConfirmer } from './confirm-reads.ts'
import { formatsFor } from './decode-plan.ts'
import type { FrameDecoder } from './frame-decoder.ts'

export interface WatchCameraDeps {
  readonly video: HTMLVideoElement
  readonly decoder: FrameDecoder
  /** Asked at each frame, so that a change of the screen holds at once. */
  readonly purpose: () => ScanPurpose
  readonly isPaused: () => boolean
  readonly onScan: (scan: Scan) => void
  readonly onFailure: (error: unknown) => void
}

/** A frame that the browser has not told of by then is looked at all the same, in milliseconds. */
const longestFrameMs = 250

/** Reads the video's frames until it is told to stop; one frame is decoded at a time, and those between are skipped. */
export function watchCamera(deps: WatchCameraDeps): () => void {
  const { video, decoder } = deps
  const confirmer = createReadConfirmer()
  let isStopped = false
  let frame = 0
  let isSecondLook = false
  let seenAtSeconds: number | null = null
  /** Whether the video's time tells frames apart: it has moved once. */
  let isTelling = false

  /** A picture that stands still would confirm its own misread. */
  function isSeenAlready(): boolean {
    const { currentTime } = video
    const isSame = currentTime === seenAtSeconds
    if (seenAtSeconds !== null && !isSame) isTelling = true
    seenAtSeconds = currentTime
    return isSame && isTelling
  }

  const shows = (): boolean =>
    !deps.isPaused() &&
    !document.hidden &&
    video.videoWidth > 0 &&
    video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA

  async function look(isNew: boolean): Promise<void> {
    if (isStopped) return
    if (shows() && !(isSeenAlready() && !isNew)) {
      const purpose = deps.purpose()
      const reads = await decoder.read(video, frame, formatsFor(purpose))
      // What one way of looking has found, it finds again soonest: the next frame is searched the same way, once.
      isSecondLook = reads.length > 0 && !isSecondLook
      if (!isSecondLook) frame += 1
      const atMs = performance.now()
      const found = isStopped || deps.isPaused() ? null : confirmer.frame(reads, purpose, atMs)
      if (found !== null) deps.onScan({ ...found, source: 'camera', atMs, alternative: null })
    }
    next()
  }

  function next(): void {
    if (isStopped) return
    const again = (isNew: boolean): void => void look(isNew).catch(fail)
    if (!('requestVideoFrameCallback' in video)) return void setTimeout(() => again(false), 60)
    const told = video.requestVideoFrameCallback(() => {
      clearTimeout(timer)
      again(true)
    })
    // Some browsers never say that a frame has come.
    const timer = setTimeout(() => {
      video.cancelVideoFrameCallback(told)
      again(false)
    }, longestFrameMs)
  }

  // A frame that cannot be grabbed (the camera is just stopping) or read is skipped; a decoder that cannot start, or is
  // lost, ends it all.
  function fail(error: unknown): void {
    if (isStopped) return
    if (decoder.isLost()) deps.onFailure(error)
    else setTimeout(next, 100)
  }

  decoder.ready.then(next, (error: unknown) => {
    if (!isStopped) deps.onFailure(error)
  })
  return () => {
    isStopped = true
  }
}
