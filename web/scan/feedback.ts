import { feedbackTones, type FeedbackKind, type FeedbackTone } from './feedback-tones.ts'

/** How loud this device is, from 0 to 1, and whether it vibrates. */
export interface FeedbackSettings {
  readonly volume: number
  readonly vibration: boolean
}

/** What the full-screen colour listens to. */
export type FeedbackListener = (kind: FeedbackKind, tone: FeedbackTone) => void

/** The part of a browser that feedback uses; a part that is missing or refused is silent. */
export interface FeedbackDevice {
  readonly createAudio: (() => AudioContext) | null
  readonly vibrate: ((pattern: number[]) => boolean) | null
  readonly target: EventTarget
}

/** Sound, vibration and the event of the full-screen colour, at once. */
export interface Feedback {
  /** Plays a kind; `own` gives it notes and vibration of its own, where one colour has several meanings. */
  play(kind: FeedbackKind, own?: Partial<Pick<FeedbackTone, 'notes' | 'wave' | 'vibration'>>): void
  subscribe(listener: FeedbackListener): () => void
  settings(): FeedbackSettings
  change(settings: FeedbackSettings): void
  /** Waits for the first gesture or key, which is when browsers allow sound. */
  start(): void
  stop(): void
}

/** Settings of a device that has none yet. */
export const usualFeedback: FeedbackSettings = { volume: 0.8, vibration: true }

const wakingEvents = ['pointerdown', 'keydown', 'touchend'] as const
// Long enough for the ear not to hear a click at either end of a note.
const rampS = 0.005

/** Creates the feedback of one page. */
export function createFeedback(initial: FeedbackSettings, device: FeedbackDevice = browserDevice()): Feedback {
  let settings = initial
  let audio: AudioContext | null = null
  const listeners = new Set<FeedbackListener>()

  function wake(): void {
    try {
      audio ??= device.createAudio?.() ?? null
      if (audio?.state === 'suspended') void audio.resume().catch(() => undefined)
    } catch {
      audio = null
    }
  }

  function sound(tone: FeedbackTone): void {
    if (settings.volume <= 0) return
    wake()
    if (audio === null || audio.state !== 'running') return
    // Perceived loudness grows with the square; harsh waves are louder than soft ones of the same height.
    const height = settings.volume ** 2 * (tone.wave === 'square' ? 0.5 : 1)
    for (const note of tone.notes) {
      const from = audio.currentTime + note.atMs / 1000
      const to = from + note.forMs / 1000
      const wave = audio.createOscillator()
      const gain = audio.createGain()
      wave.type = tone.wave
      wave.frequency.setValueAtTime(note.fromHz, from)
      if (note.toHz !== note.fromHz) wave.frequency.exponentialRampToValueAtTime(note.toHz, to)
      gain.gain.setValueAtTime(0, from)
      gain.gain.linearRampToValueAtTime(height, from + rampS)
      gain.gain.setValueAtTime(height, to - rampS)
      gain.gain.linearRampToValueAtTime(0, to)
      wave.connect(gain).connect(audio.destination)
      wave.start(from)
      wave.stop(to)
    }
  }

  return {
    play(kind, own) {
      const tone = { ...feedbackTones[kind], ...own }
      for (const listener of listeners) listener(kind, tone)
      try {
        if (settings.vibration) device.vibrate?.([...tone.vibration])
        sound(tone)
      } catch {
        // Sound and vibration are comforts; the colour has already been shown.
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    settings: () => settings,
    change(next) {
      settings = next
    },
    start() {
      for (const name of wakingEvents) device.target.addEventListener(name, wake, { capture: true, passive: true })
    },
    stop() {
      for (const name of wakingEvents) device.target.removeEventListener(name, wake, { capture: true })
      if (audio !== null) void audio.close().catch(() => undefined)
      audio = null
    },
  }
}

function browserDevice(): FeedbackDevice {
  return {
    createAudio: 'AudioContext' in globalThis ? () => new AudioContext({ latencyHint: 'interactive' }) : null,
    vibrate: 'vibrate' in navigator ? (pattern) => navigator.vibrate(pattern) : null,
    target: document,
  }
}

/** The part of `Storage` that settings need. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Key of this device's settings in local storage. */
export const feedbackKey = 'scanFeedback'

/** This device's settings; the usual ones where there are none, or what is stored is not of this shape. */
export function readFeedbackSettings(storage: SettingsStorage): FeedbackSettings {
  try {
    const stored: unknown = JSON.parse(storage.getItem(feedbackKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return usualFeedback
    const volume = 'volume' in stored ? stored.volume : null
    const vibration = 'vibration' in stored ? stored.vibration : null
    if (typeof volume !== 'number' || !(volume >= 0 && volume <= 1) || typeof vibration !== 'boolean')
      return usualFeedback
    return { volume, vibration }
  } catch {
    return usualFeedback
  }
}

/** Keeps this device's settings; a browser that refuses storage forgets them at the end of the page. */
export function writeFeedbackSettings(storage: SettingsStorage, settings: FeedbackSettings): void {
  try {
    storage.setItem(feedbackKey, JSON.stringify(settings))
  } catch {
    // Nothing to do: the settings hold for this page.
  }
}
