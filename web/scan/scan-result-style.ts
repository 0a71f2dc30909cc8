import type { FeedbackKind } from './feedback-tones.ts'

/** How the meaning of a scan is seen, and how it is heard and felt. */
export interface ScanResultStyle {
  /** Colour of the full screen, by its name in the design system. */
  readonly tone: 'accepted' | 'done' | 'warning' | 'elsewhere' | 'quarantine' | 'refused'
  readonly signal: FeedbackKind
}

/**
 * Every meaning that a scan has on the floor, with its colour and its signal; screens name the meaning alone. Each of
 * the stops (done already, wrong stock or product, wrong warehouse, bound for quarantine, refused) differs from the
 * others in colour, sound and vibration.
 */
export const scanResultStyles = {
  accepted: { tone: 'accepted', signal: 'accepted' },
  done: { tone: 'done', signal: 'done' },
  wrong: { tone: 'warning', signal: 'wrong' },
  elsewhere: { tone: 'elsewhere', signal: 'elsewhere' },
  quarantine: { tone: 'quarantine', signal: 'quarantine' },
  refused: { tone: 'refused', signal: 'refused' },
  /** Several products: the operator says which. */
  choice: { tone: 'warning', signal: 'attention' },
} as const satisfies Readonly<Record<string, ScanResultStyle>>
