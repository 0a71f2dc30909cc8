/** What the floor says about a scan (interface, rule 4). */
export const feedbackKinds = [
  'accepted',
  'done',
  'wrong',
  'elsewhere',
  'quarantine',
  'refused',
  'attention',
  'meaningless',
] as const
/**
 * Accepted, already done, wrong place or kind, another warehouse, bound for or kept in quarantine, refused or unknown,
 * attention waiting at the end, a command that does nothing here.
 */
export type FeedbackKind = (typeof feedbackKinds)[number]

/** One note: from one frequency to another, beginning at a time after the tone's start. */
export interface Note {
  readonly atMs: number
  readonly forMs: number
  readonly fromHz: number
  readonly toHz: number
}

/** Everything that one kind of feedback does at once. */
export interface FeedbackTone {
  readonly notes: readonly Note[]
  /** Soft for what is well, harsh for what stops the work, so that the two differ in noise too. */
  readonly wave: 'sine' | 'triangle' | 'square'
  /** Milliseconds of vibration and rest by turns. */
  readonly vibration: readonly number[]
  readonly color: 'green' | 'blue' | 'orange' | 'violet' | 'magenta' | 'red' | 'amber' | 'grey'
  /** Whether the colour stays until a scan or a tap acknowledges it. */
  readonly stays: boolean
  /** How long a colour that does not stay is shown. */
  readonly shownMs: number
}

function note(atMs: number, forMs: number, fromHz: number, toHz = fromHz): Note {
  return { atMs, forMs, fromHz, toHz }
}

/** What a person has to see stays; anything else passes by itself. */
const standing = { stays: true, shownMs: 0 } as const
const passing = (shownMs: number) => ({ stays: false, shownMs }) as const

// Loudspeakers of handhelds hardly give anything below 300 Hz; low tones are rich in overtones instead.
/** Every kind as sound, vibration and colour. */
export const feedbackTones: Readonly<Record<FeedbackKind, FeedbackTone>> = {
  accepted: { notes: [note(0, 90, 1760)], wave: 'sine', vibration: [40], color: 'green', ...passing(600) },
  done: {
    notes: [note(0, 110, 392), note(170, 110, 392)],
    wave: 'triangle',
    vibration: [60, 60, 60],
    color: 'blue',
    ...passing(900),
  },
  wrong: { notes: [note(0, 450, 988, 330)], wave: 'square', vibration: [200, 80, 100], color: 'orange', ...standing },
  elsewhere: {
    notes: [note(0, 220, 988, 660), note(280, 220, 988, 660)],
    wave: 'square',
    vibration: [150, 80, 150, 80, 150],
    color: 'violet',
    ...standing,
  },
  quarantine: {
    notes: [note(0, 140, 660), note(200, 140, 440), note(400, 240, 330)],
    wave: 'square',
    vibration: [80, 60, 80, 60, 300],
    color: 'magenta',
    ...standing,
  },
  refused: { notes: [note(0, 700, 220)], wave: 'square', vibration: [500], color: 'red', ...standing },
  attention: {
    notes: [note(0, 120, 660), note(150, 120, 880), note(300, 180, 1175)],
    wave: 'triangle',
    vibration: [80, 60, 80, 60, 140],
    color: 'amber',
    ...passing(1500),
  },
  meaningless: {
    notes: [note(0, 50, 523), note(80, 50, 523), note(160, 50, 523)],
    wave: 'triangle',
    vibration: [25, 40, 25, 40, 25],
    color: 'grey',
    ...passing(1500),
  },
}
