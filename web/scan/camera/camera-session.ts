/** Why there is no picture; the locale key of each is `scan:errors.<CODE>`. */
export const cameraErrors = [
  'CAMERA_REFUSED',
  'CAMERA_ABSENT',
  'CAMERA_BUSY',
  'CAMERA_INSECURE',
  'CAMERA_UNSUPPORTED',
  'CAMERA_LOST',
  'CAMERA_FAILED',
  'DECODER_FAILED',
] as const
export type CameraError = (typeof cameraErrors)[number]

/** A camera to choose from. */
export interface CameraChoice {
  readonly deviceId: string
  readonly label: string
}

/** A camera that is giving a picture, with what it can do. */
export interface LiveCamera {
  readonly kind: 'live'
  readonly stream: MediaStream
  readonly deviceId: string | null
  readonly choices: readonly CameraChoice[]
  /** Whether its light is on; null where it has none. */
  readonly torch: boolean | null
  /** Present and largest magnification; null where it cannot magnify. */
  readonly zoom: { readonly now: number; readonly max: number } | null
}

/** State of the session: `resting` is an open camera that the hidden page has let go. */
export type CameraState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'resting' }
  | { readonly kind: 'failed'; readonly error: CameraError }
  | LiveCamera

/** What a session works with; a browser's own in the app. */
export interface CameraDeps {
  readonly mediaDevices: MediaDevices | undefined
  readonly isSecure: boolean
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  readonly page: Document
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly onState: (state: CameraState) => void
}

/** One visit's camera. */
export interface CameraSession {
  /** Asks for the camera, once; a refusal is final for this visit. Call it from a tap. */
  open(): Promise<void>
  /** Lets the camera go for good. */
  close(): void
  choose(deviceId: string): Promise<void>
  setTorch(on: boolean): Promise<void>
  setZoom(factor: number): Promise<void>
}

/** Key under which a device remembers its camera in local storage. */
export const cameraKey = 'scanCamera'

// Lights, magnification and focus are in browsers, and not in the types of TypeScript's library.
interface CameraCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
  readonly zoom?: { readonly min: number; readonly max: number }
  readonly focusMode?: readonly string[]
}
interface CameraSettings extends MediaTrackConstraintSet {
  readonly torch?: boolean
  readonly zoom?: number
  readonly focusMode?: string
}

const picture = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Creates a closed session. */
export function createCameraSession(deps: CameraDeps): CameraSession {
  let state: CameraState = { kind: 'closed' }
  let isRefused = false
  let isWanted = false
  // Opening, choosing and restarting wait for each other: two requests at once leave a camera black.
  let queue: Promise<void> = Promise.resolve()

  function say(next: CameraState): void {
    state = next
    deps.onState(next)
  }

  function serially(step: () => Promise<void>): Promise<void> {
    queue = queue.then(step, step)
    return queue
  }

  async function acquire(deviceId: string | null): Promise<void> {
    if (!isWanted || state.kind === 'live') return
    const obstacle = obstacleOf(deps, isRefused)
    if (obstacle !== null) return say({ kind: 'failed', error: obstacle })
    say({ kind: 'opening' })
    try {
      await show(await request(deps.mediaDevices!, deviceId))
    } catch (error) {
      const failure = cameraErrorOf(error)
      if (failure === 'CAMERA_REFUSED') isRefused = true
      say({ kind: 'failed', error: failure })
    }
  }

  async function show(stream: MediaStream): Promise<void> {
    const track = stream.getVideoTracks()[0]
    const capabilities = capabilitiesOf(track)
    const settings = track?.getSettings()
    const deviceId = settings?.deviceId ?? null
    if (deviceId !== null) remember(deps.storage, deviceId)
    track?.addEventListener('ended', () => lost(stream))
    if (capabilities.focusMode?.includes('continuous') === true) await apply(track, { focusMode: 'continuous' })
    const devices = await deps.mediaDevices!.enumerateDevices().catch(() => [])
    const choices = devices
      .filter(({ kind }) => kind === 'videoinput')
      .map((device) => ({ deviceId: device.deviceId, label: device.label }))
    const zoom = capabilities.zoom
    // The person may have closed the panel or left the page while the camera was getting ready.
    if (!isWanted || deps.page.hidden) {
      stop(stream)
      return say({ kind: isWanted ? 'resting' : 'closed' })
    }
    say({
      kind: 'live',
      stream,
      deviceId,
      choices,
      torch: capabilities.torch === true ? false : null,
      zoom: zoom !== undefined && zoom.max > 1 ? { now: 1, max: zoom.max } : null,
    })
  }

  function lost(stream: MediaStream): void {
    if (state.kind !== 'live' || state.stream !== stream) return
    stop(stream)
    say(deps.page.hidden ? { kind: 'resting' } : { kind: 'failed', error: 'CAMERA_LOST' })
  }

  function onHiddenOrShown(): void {
    if (deps.page.hidden) {
      if (state.kind !== 'live') return
      stop(state.stream)
      return say({ kind: 'resting' })
    }
    if (!isWanted) return
    if (state.kind === 'live' && isDead(state.stream)) {
      stop(state.stream)
      say({ kind: 'resting' })
    }
    if (state.kind === 'resting') void serially(() => acquire(remembered(deps.storage)))
  }

  function listen(isOn: boolean): void {
    const change = isOn ? 'addEventListener' : 'removeEventListener'
    deps.page[change]('visibilitychange', onHiddenOrShown)
    deps.window[change]('pageshow', onHiddenOrShown)
    deps.window[change]('focus', onHiddenOrShown)
  }

  return {
    open() {
      isWanted = true
      listen(true)
      return serially(() => acquire(remembered(deps.storage)))
    },
    close() {
      isWanted = false
      listen(false)
      if (state.kind === 'live') stop(state.stream)
      if (state.kind !== 'closed') say({ kind: 'closed' })
    },
    choose(deviceId) {
      return serially(async () => {
        if (!isWanted) return
        if (state.kind === 'live') stop(state.stream)
        say({ kind: 'opening' })
        await acquire(deviceId)
      })
    },
    async setTorch(on) {
      if (state.kind !== 'live' || state.torch === null) return
      const live = state
      const isDone = await apply(live.stream.getVideoTracks()[0], { torch: on })
      if (isDone && state === live) say({ ...live, torch: on })
    },
    async setZoom(factor) {
      if (state.kind !== 'live' || state.zoom === null) return
      const live = state
      const now = Math.min(factor, state.zoom.max)
      const isDone = await apply(live.stream.getVideoTracks()[0], { zoom: now })
      if (isDone && state === live) say({ ...live, zoom: { now, max: state.zoom!.max } })
    },
  }
}

/** The stable code of what `getUserMedia` throws. */
export function cameraErrorOf(error: unknown): CameraError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'CAMERA_REFUSED'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'CAMERA_ABSENT'
  if (name === 'NotReadableError' || name === 'AbortError') return 'CAMERA_BUSY'
  return name === 'TypeError' || name === 'NotSupportedError' ? 'CAMERA_UNSUPPORTED' : 'CAMERA_FAILED'
}

function obstacleOf(deps: CameraDeps, isRefused: boolean): CameraError | null {
  if (isRefused) return 'CAMERA_REFUSED'
  if (!deps.isSecure) return 'CAMERA_INSECURE'
  return typeof deps.mediaDevices?.getUserMedia === 'function' ? null : 'CAMERA_UNSUPPORTED'
}

// The first question is for the back camera as the browser picks it: labels name no lens reliably. A remembered camera
// that has gone must not shut the others out.
async function request(devices: MediaDevices, deviceId: string | null): Promise<MediaStream> {
  const anyBack: MediaStreamConstraints = { audio: false, video: { facingMode: { ideal: 'environment' }, ...picture } }
  if (deviceId === null) return devices.getUserMedia(anyBack)
  try {
    return await devices.getUserMedia({ audio: false, video: { deviceId: { exact: deviceId }, ...picture } })
  } catch (error) {
    if (cameraErrorOf(error) !== 'CAMERA_ABSENT') throw error
    return devices.getUserMedia(anyBack)
  }
}

function capabilitiesOf(track: MediaStreamTrack | undefined): CameraCapabilities {
  return track !== undefined && typeof track.getCapabilities === 'function' ? track.getCapabilities() : {}
}

async function apply(track: MediaStreamTrack | undefined, settings: CameraSettings): Promise<boolean> {
  try {
    await track?.applyConstraints({ advanced: [settings] })
    return track !== undefined
  } catch {
    return false
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function isDead(stream: MediaStream): boolean {
  return stream.getVideoTracks().every((track) => track.readyState === 'ended' || track.muted)
}

function remembered(storage: CameraDeps['storage']): string | null {
  try {
    const deviceId = storage?.getItem(cameraKey) ?? ''
    return deviceId === '' || deviceId.length > 200 ? null : deviceId
  } catch {
    return null
  }
}

function remember(storage: CameraDeps['storage'], deviceId: string): void {
  try {
    storage?.setItem(cameraKey, deviceId)
  } catch {
    // The browser picks again next time.
  }
}
