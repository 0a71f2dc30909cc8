import type { ControlOutcome } from '#domain/compliance/compliance.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import type { FeedbackTone } from '#web/staff/ui/floor/full-screen-feedback.tsx'

/** How each outcome looks and sounds (interface, rule 4). */
export const outcomeTones: Readonly<Record<ControlOutcome, FeedbackTone & FeedbackKind>> = {
  conforming: 'accepted',
  by_price: 'accepted',
  with_absorption: 'accepted',
  already_settled: 'done',
  proposal: 'quarantine',
  set_aside: 'quarantine',
}
