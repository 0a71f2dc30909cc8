import deDE from '#locales/de-DE/scan.json' with { type: 'json' }
import enGB from '#locales/en-GB/scan.json' with { type: 'json' }
import frFR from '#locales/fr-FR/scan.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/scan.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { cameraErrorOf, cameraKey, createCameraSession, type CameraState } from './camera-session.ts'

class FakeTrack extends EventTarget {
  readyState: 'live' | 'ended' = 'live'
  muted = false
  readonly deviceId: string
  readonly capabilities: object
  readonly applied: unknown[] = []
  /** Whether the camera does not do what it says that it can. */
  isStubborn = false
  constructor(deviceId: string, capabilities: object) {
    super()
    this.deviceId = deviceId
    this.capabilities = capabilities
  }
  getSettings() {
    return { deviceId: this.deviceId }
  }
  getCapabilities() {
    return this.capabilities
  }
  applyConstraints({ advanced = [] }: MediaTrackConstraints) {
    if (this.isStubborn) return Promise.reject(new DOMException('no', 'OverconstrainedError'))
    this.applied.push(...advanced)
    return Promise.resolve()
  }
  stop() {
    this.readyState = 'ended'
  }
}

type Answer = string | Error

interface Options {
  readonly isSecure?: boolean
  readonly devices?: 'none'
  readonly stored?: string
  /** What each camera can do. */
  readonly capabilities?: object
}

function setUp(answers: readonly Answer[], options: Options = {}) {
  const tracks: FakeTrack[] = []
  const asked: MediaStreamConstraints[] = []
  const states: CameraState[] = []
  const stored = new Map(options.stored === undefined ? [] : [[cameraKey, options.stored]])
  const left = [...answers]
  const mediaDevices = {
    getUserMedia: (wanted: MediaStreamConstraints) => {
      asked.push(wanted)
      const answer = left.shift() ?? 'back'
      if (typeof answer !== 'string') return Promise.reject(answer)
      const track = new FakeTrack(answer, options.capabilities ?? {})
      tracks.push(track)
      return Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] })
    },
    enumerateDevices: () => Promise.resolve([{ kind: 'videoinput', deviceId: 'back', label: 'Back' }]),
  } as unknown as MediaDevices
  const page = Object.assign(new EventTarget(), { hidden: false })
  const window = new EventTarget()
  const session = createCameraSession({
    mediaDevices: options.devices === 'none' ? undefined : mediaDevices,
    isSecure: options.isSecure ?? true,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    page: page as unknown as Document,
    window,
    onState: (state) => states.push(state),
  })
  const turn = async (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { session, asked, tracks, states, stored, turn, window, last: () => states.at(-1) }
}

const named = (name: string) => new DOMException('no', name)

describe('the camera of a visit', () => {
  it('is the back one as the browser picks it, and is remembered', async () => {
    const { session, asked, last, stored } = setUp(['back'])
    await session.open()
    expect(asked).toMatchObject([{ audio: false, video: { facingMode: { ideal: 'environment' } } }])
    expect(last()).toMatchObject({ kind: 'live', deviceId: 'back', torch: null, zoom: null })
    expect(stored.get(cameraKey)).toBe('back')
  })
  it('is the remembered one, or any where that one has gone', async () => {
    const { session, asked, last } = setUp([named('OverconstrainedError'), 'other'], { stored: 'gone' })
    await session.open()
    expect(asked).toMatchObject([{ video: { deviceId: { exact: 'gone' } } }, { video: { facingMode: {} } }])
    expect(last()).toMatchObject({ kind: 'live', deviceId: 'other' })
  })
  it('has a light where it says so, which goes on and off', async () => {
    const { session, tracks, last } = setUp(['back'], { capabilities: { torch: true } })
    await session.open()
    expect(last()).toMatchObject({ torch: false, zoom: null })
    await session.setTorch(true)
    expect(last()).toMatchObject({ kind: 'live', torch: true })
    await session.setTorch(false)
    expect(last()).toMatchObject({ kind: 'live', torch: false })
    expect(tracks[0]!.applied).toEqual([{ torch: true }, { torch: false }])
  })
  it('comes nearer as far as it can', async () => {
    const { session, tracks, last } = setUp(['back'], { capabilities: { zoom: { min: 1, max: 1.6 } } })
    await session.open()
    expect(last()).toMatchObject({ torch: null, zoom: { now: 1, max: 1.6 } })
    await session.setZoom(2)
    expect(last()).toMatchObject({ zoom: { now: 1.6, max: 1.6 } })
    expect(tracks[0]!.applied).toEqual([{ zoom: 1.6 }])
  })
  it('shows neither light nor nearness that it refused, and goes on', async () => {
    const { session, tracks, last } = setUp(['back'], { capabilities: { torch: true, zoom: { min: 1, max: 4 } } })
    await session.open()
    tracks[0]!.isStubborn = true
    await session.setTorch(true)
    await session.setZoom(2)
    expect(last()).toMatchObject({ kind: 'live', torch: false, zoom: { now: 1, max: 4 } })
  })
  it('focuses by itself all the time where it can', async () => {
    const { session, tracks } = setUp(['back'], { capabilities: { focusMode: ['manual', 'continuous'] } })
    await session.open()
    expect(tracks[0]!.applied).toEqual([{ focusMode: 'continuous' }])
  })
  it('is asked for once, however often it is opened', async () => {
    const { session, asked } = setUp(['back'])
    await Promise.all([session.open(), session.open()])
    await session.open()
    expect(asked).toHaveLength(1)
  })
  it('is never asked for again after a refusal', async () => {
    const { session, asked, last, turn } = setUp([named('NotAllowedError'), 'back'])
    await session.open()
    await session.open()
    await turn(true)
    await turn(false)
    expect(asked).toHaveLength(1)
    expect(last()).toEqual({ kind: 'failed', error: 'CAMERA_REFUSED' })
  })
  it('can be asked for again after another application had it', async () => {
    const { session, last } = setUp([named('NotReadableError'), 'back'])
    await session.open()
    expect(last()).toEqual({ kind: 'failed', error: 'CAMERA_BUSY' })
    await session.open()
    expect(last()).toMatchObject({ kind: 'live' })
  })
  it('is let go while the page is hidden, and comes back once when it is shown', async () => {
    const { session, asked, tracks, last, turn, window } = setUp(['back', 'back'])
    await session.open()
    await turn(true)
    expect([tracks[0]!.readyState, last()]).toEqual(['ended', { kind: 'resting' }])
    await turn(false)
    window.dispatchEvent(new Event('pageshow'))
    window.dispatchEvent(new Event('focus'))
    await turn(false)
    expect(asked).toHaveLength(2)
    expect(last()).toMatchObject({ kind: 'live' })
  })
  it('starts again where the page comes back to a dead picture', async () => {
    const { session, tracks, asked, window, last } = setUp(['back', 'back'])
    await session.open()
    tracks[0]!.muted = true
    window.dispatchEvent(new Event('focus'))
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(asked).toHaveLength(2)
    expect(tracks[0]!.readyState).toBe('ended')
    expect(last()).toMatchObject({ kind: 'live' })
  })
  it('says so when it is unplugged', async () => {
    const { session, tracks, last } = setUp(['back'])
    await session.open()
    tracks[0]!.dispatchEvent(new Event('ended'))
    expect(last()).toEqual({ kind: 'failed', error: 'CAMERA_LOST' })
  })
  it.each([1, 2, 3, 4, 5])('is let go for good when closed, also %i steps into its opening', async (steps) => {
    const { session, asked, tracks, last, turn } = setUp(['back'])
    const opening = session.open()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    session.close()
    await opening
    await turn(true)
    await turn(false)
    expect(asked).toHaveLength(1)
    expect(tracks.every(({ readyState }) => readyState === 'ended')).toBe(true)
    expect(last()).toEqual({ kind: 'closed' })
  })
  it('is not asked for on an address without encryption, or in a browser without cameras', async () => {
    const insecure = setUp([], { isSecure: false })
    await insecure.session.open()
    expect([insecure.asked.length, insecure.last()]).toEqual([0, { kind: 'failed', error: 'CAMERA_INSECURE' }])
    const old = setUp([], { devices: 'none' })
    await old.session.open()
    expect(old.last()).toEqual({ kind: 'failed', error: 'CAMERA_UNSUPPORTED' })
  })
  it.each([
    ['NotAllowedError', 'CAMERA_REFUSED'],
    ['SecurityError', 'CAMERA_REFUSED'],
    ['NotFoundError', 'CAMERA_ABSENT'],
    ['OverconstrainedError', 'CAMERA_ABSENT'],
    ['NotReadableError', 'CAMERA_BUSY'],
    ['AbortError', 'CAMERA_BUSY'],
    ['TypeError', 'CAMERA_UNSUPPORTED'],
    ['UnknownError', 'CAMERA_FAILED'],
  ])('tells %s as %s', (name, code) => {
    expect(cameraErrorOf(named(name))).toBe(code)
  })
})

describe('a camera that is not to be had', () => {
  it.each([
    [frFR, 'n’est pas autorisée', 'n’a pas de caméra'],
    [enGB, 'not allowed', 'no camera'],
    [nlBE, 'niet toegestaan', 'geen bruikbare camera'],
    [deDE, 'nicht erlaubt', 'keine nutzbare Kamera'],
  ])('is told in each language', (texts, refused, absent) => {
    expect(texts.errors.CAMERA_REFUSED).toContain(refused)
    expect(texts.errors.CAMERA_ABSENT).toContain(absent)
  })
})
