import type { BuybackStatus } from '../buyback/buyback-status.ts'
import type { ItemStatus } from '../item/item-status.ts'

/** How long a customer may answer a price proposal, in milliseconds: 30 days (decisions, 18). */
export const proposalLifetimeMs = 30 * 86_400_000

/** What becomes of a proposal that nobody answers in time: it waits for staff, or counts as answered. */
export const proposalEnds = ['stays_open', 'accepted', 'declined'] as const
export type ProposalEnd = (typeof proposalEnds)[number]

/** Where a price proposal stands. */
export const proposalStates = ['unsent', 'open', 'expired', 'accepted', 'declined', 'closed'] as const
export type ProposalState = (typeof proposalStates)[number]

/** What a proposal's state follows from. Times are Unix milliseconds. */
export interface ProposalFacts {
  readonly expiresAtMs: number | null
  readonly answer: 'accepted' | 'declined' | null
  readonly isVoided: boolean
}

/** The state of a proposal at a moment; one whose mail is not made yet is unsent. */
export function proposalState({ expiresAtMs, answer, isVoided }: ProposalFacts, nowMs: number): ProposalState {
  if (answer !== null) return answer
  if (isVoided) return 'closed'
  if (expiresAtMs === null) return 'unsent'
  return nowMs < expiresAtMs ? 'open' : 'expired'
}

/** Whether an item still waits for its customer: only then is there a price to propose or to answer. */
export function awaitsAnswer(status: ItemStatus, buybackStatus: BuybackStatus): boolean {
  return status === 'item_in_quarantine' && buybackStatus === 'bb_in_processing'
}
