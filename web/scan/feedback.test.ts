import { describe, expect, it } from 'vitest'
import { createFeedback, feedbackKey, readFeedbackSettings, usualFeedback, writeFeedbackSettings } from './feedback.ts'
import { feedbackKinds, feedbackTones, type FeedbackKind } from './feedback-tones.ts'

interface Started {
  readonly type: string
  readonly fromS: number
  readonly toS: number
  readonly hz: readonly number[]
  readonly height: number
}

/** An audio context that writes down what it would play. */
function fakeAudio(state: AudioContextState = 'running') {
  const started: Started[] = []
  let resumed = 0
  const context = {
    state,
    currentTime: 10,
    destination: {},
    resume: () => {
      resumed += 1
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
    createGain: () => {
      const heights: number[] = []
      const set = (value: number) => void heights.push(value)
      return {
        heights,
        gain: { setValueAtTime: set, linearRampToValueAtTime: set },
        connect: () => context.destination,
      }
    },
    createOscillator: () => {
      const hz: number[] = []
      let fromS = 0
      let heights: number[] = []
      const set = (value: number) => void hz.push(value)
      const wave = {
        type: '',
        frequency: { setValueAtTime: set, exponentialRampToValueAtTime: set },
        connect: (gain: { heights: number[]; connect: () => unknown }) => {
          heights = gain.heights
          return gain
        },
        start: (at: number) => void (fromS = at),
        stop: (toS: number) => void started.push({ type: wave.type, fromS, toS, hz, height: Math.max(...heights) }),
      }
      return wave
    },
  }
  return { context: context as unknown as AudioContext, started, resumed: () => resumed }
}

function setUp(volume = 1, vibration = true) {
  const audio = fakeAudio()
  const vibrations: number[][] = []
  const target = new EventTarget()
  const feedback = createFeedback(
    { volume, vibration },
    { createAudio: () => audio.context, vibrate: (pattern) => vibrations.push(pattern) > 0, target },
  )
  return { audio, vibrations, feedback, target }
}

describe('feedback', () => {
  it('sounds, vibrates and shows its colour at once', () => {
    const { audio, vibrations, feedback } = setUp()
    const shown: FeedbackKind[] = []
    feedback.subscribe((kind) => shown.push(kind))
    feedback.play('accepted')
    expect(shown).toEqual(['accepted'])
    expect(vibrations).toEqual([[40]])
    expect(audio.started).toMatchObject([{ type: 'sine', fromS: 10, hz: [1760] }])
  })
  it('has a sound of its own for each kind, as the floor knows them', () => {
    const by = Object.fromEntries(feedbackKinds.map((kind) => [kind, feedbackTones[kind].notes]))
    expect(by['accepted']).toHaveLength(1)
    expect(by['done']).toHaveLength(2)
    expect(by['wrong']![0]!.toHz).toBeLessThan(by['wrong']![0]!.fromHz)
    expect(by['refused']![0]!.forMs).toBeGreaterThan(500)
    expect(by['attention']!.map(({ fromHz }) => fromHz)).toEqual(
      by['attention']!.map(({ fromHz }) => fromHz).toSorted((a, b) => a - b),
    )
    expect(by['accepted']![0]!.fromHz).toBeGreaterThan(3 * by['done']![0]!.fromHz)
    expect(new Set(feedbackKinds.map((kind) => feedbackTones[kind].color)).size).toBe(feedbackKinds.length)
  })
  it('stays until acknowledged for what stops the work, and only for that', () => {
    expect(feedbackKinds.filter((kind) => feedbackTones[kind].stays)).toEqual([
      'wrong',
      'elsewhere',
      'quarantine',
      'refused',
    ])
  })
  it('is silent at volume 0 and still without vibration, and shows its colour', () => {
    const { audio, vibrations, feedback } = setUp(0, false)
    const shown: FeedbackKind[] = []
    feedback.subscribe((kind) => shown.push(kind))
    feedback.play('refused')
    expect([audio.started, vibrations, shown]).toEqual([[], [], ['refused']])
  })
  it('is softer at a lower volume', () => {
    const heights = [0.2, 0.6, 1].map((volume) => {
      const { audio, feedback } = setUp(volume)
      feedback.play('accepted')
      return audio.started[0]!.height
    })
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(heights[0]).toBeLessThan(heights[2]!)
  })
  it('makes one audio context at the first gesture or key, and resumes it', () => {
    const audio = fakeAudio('suspended')
    const target = new EventTarget()
    let made = 0
    const createAudio = () => {
      made += 1
      return audio.context
    }
    const feedback = createFeedback(usualFeedback, { createAudio, vibrate: null, target })
    feedback.start()
    target.dispatchEvent(new Event('keydown'))
    target.dispatchEvent(new Event('pointerdown'))
    expect([made, audio.resumed()]).toEqual([1, 2])
    feedback.stop()
    target.dispatchEvent(new Event('keydown'))
    expect(made).toBe(1)
  })
  it('goes on without a sound where the browser refuses audio', () => {
    const refuse = () => {
      throw new Error('no audio hardware')
    }
    const feedback = createFeedback(usualFeedback, { createAudio: refuse, vibrate: refuse, target: new EventTarget() })
    const shown: FeedbackKind[] = []
    feedback.subscribe((kind) => shown.push(kind))
    feedback.play('wrong')
    expect(shown).toEqual(['wrong'])
  })
})

describe('the settings of a device', () => {
  const storage = (text: string | null) => {
    let value = text
    return { getItem: () => value, setItem: (_: string, next: string) => void (value = next) }
  }
  it('are read as they were written', () => {
    const kept = storage(null)
    writeFeedbackSettings(kept, { volume: 0.25, vibration: false })
    expect(readFeedbackSettings(kept)).toEqual({ volume: 0.25, vibration: false })
  })
  it.each([
    null,
    '',
    '{',
    '[]',
    '7',
    '{"volume":2,"vibration":true}',
    '{"volume":"1","vibration":true}',
    '{"volume":1}',
  ])('are the usual ones where %j is stored', (text) => {
    expect(readFeedbackSettings(storage(text))).toEqual(usualFeedback)
  })
  it('hold for the page where the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(readFeedbackSettings({ getItem: refuse, setItem: refuse })).toEqual(usualFeedback)
    expect(() => writeFeedbackSettings({ getItem: refuse, setItem: refuse }, usualFeedback)).not.toThrow()
    expect(feedbackKey).toBe('scanFeedback')
  })
})
