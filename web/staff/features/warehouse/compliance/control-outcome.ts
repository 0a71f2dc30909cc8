import type { ControlOutcome } from '#domain/warehouse/compliance.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import type { FeedbackTone } from '#web/staff/ui/full-screen-feedback.tsx'

/** How each outcome looks. */
export const outcomeTones: Readonly<Record<ControlOutcome, FeedbackTone>> = {
  conforming: 'accepted',
  by_price: 'accepted',
  with_absorption: 'accepted',
  already_settled: 'done',
  proposal: 'quarantine',
  set_aside: 'quarantine',
}

/** How the outcomes sound (interface, rule 4). */
export const outcomeSignals: Readonly<Record<ControlOutcome, FeedbackKind>> = {
  conforming: 'accepted',
  by_price: 'accepted',
  with_absorption: 'accepted',
  already_settled: 'done',
  proposal: 'quarantine',
  set_aside: 'quarantine',
}
