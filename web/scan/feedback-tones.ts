/** What the floor says about a scan (interface, rule 4). */
export const feedbackKinds = ['accepted', 'done', 'wrong', 'elsewhere', 'quarantine', 'refused', 'attention'] as const
/**
 * Accepted, already done, wrong place or kind, another warehouse, bound for or kept in quarantine, refused or unknown,
 * attention waiting at the end.
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
  readonly color: 'green' | 'blue' | 'orange' | 'violet' | 'magenta' | 'red' | 'amber'
  /** Whether the colour stays until a scan or a tap acknowledges it. */
  readonly stays: boolean
  /** How long a colour that does not stay is shown. */
  readonly shownMs: number
}

// Loudspeakers of handhelds hardly give anything below 300 Hz; low tones are rich in overtones instead.
/** The five kinds as sound, vibration and colour. */
export const feedbackTones: Readonly<Record<FeedbackKind, FeedbackTone>> = {
  accepted: {
    notes: [{ atMs: 0, forMs: 90, fromHz: 1760, toHz: 1760 }],
    wave: 'sine',
    vibration: [40],
    color: 'green',
    stays: false,
    shownMs: 600,
  },
  done: {
    notes: [
      { atMs: 0, forMs: 110, fromHz: 392, toHz: 392 },
      { atMs: 170, forMs: 110, fromHz: 392, toHz: 392 },
    ],
    wave: 'triangle',
    vibration: [60, 60, 60],
    color: 'blue',
    stays: false,
    shownMs: 900,
  },
  wrong: {
    notes: [{ atMs: 0, forMs: 450, fromHz: 988, toHz: 330 }],
    wave: 'square',
    vibration: [200, 80, 100],
    color: 'orange',
    stays: true,
    shownMs: 0,
  },
  elsewhere: {
    notes: [
      { atMs: 0, forMs: 220, fromHz: 988, toHz: 660 },
      { atMs: 280, forMs: 220, fromHz: 988, toHz: 660 },
    ],
    wave: 'square',
    vibration: [150, 80, 150, 80, 150],
    color: 'violet',
    stays: true,
    shownMs: 0,
  },
  quarantine: {
    notes: [
      { atMs: 0, forMs: 140, fromHz: 660, toHz: 660 },
      { atMs: 200, forMs: 140, fromHz: 440, toHz: 440 },
      { atMs: 400, forMs: 240, fromHz: 330, toHz: 330 },
    ],
    wave: 'square',
    vibration: [80, 60, 80, 60, 300],
    color: 'magenta',
    stays: true,
    shownMs: 0,
  },
  refused: {
    notes: [{ atMs: 0, forMs: 700, fromHz: 220, toHz: 220 }],
    wave: 'square',
    vibration: [500],
    color: 'red',
    stays: true,
    shownMs: 0,
  },
  attention: {
    notes: [
      { atMs: 0, forMs: 120, fromHz: 660, toHz: 660 },
      { atMs: 150, forMs: 120, fromHz: 880, toHz: 880 },
      { atMs: 300, forMs: 180, fromHz: 1175, toHz: 1175 },
    ],
    wave: 'triangle',
    vibration: [80, 60, 80, 60, 140],
    color: 'amber',
    stays: false,
    shownMs: 1500,
  },
}
