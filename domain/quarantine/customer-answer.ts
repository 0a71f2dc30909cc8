import type { BuybackStatus } from '../buyback/buyback-status.ts'
import { proposalLifetimeMs, proposalState, type ProposalFacts } from './proposal.ts'

/** What is known of the answer of a quarantined item's customer: `none` where nobody is asked. */
export const customerAnswers = ['waiting', 'expired', 'declined', 'unsent', 'noAddress', 'none'] as const
export type CustomerAnswer = (typeof customerAnswers)[number]

/** What the answer follows from. Times are Unix milliseconds. */
export interface AnswerFacts {
  readonly buybackStatus: BuybackStatus
  /** When the test proposed its price; null where it proposed none. */
  readonly proposedAtMs: number | null
  /** The latest proposal; null where nothing but the test is known of it. */
  readonly proposal: (ProposalFacts & { readonly hasNoAddress: boolean }) | null
}

/** Until when the customer may answer, in Unix milliseconds; null where nobody has been asked. */
export function answerDeadlineMs({ proposedAtMs, proposal }: AnswerFacts): number | null {
  if (proposedAtMs === null) return null
  return proposal === null ? proposedAtMs + proposalLifetimeMs : proposal.expiresAtMs
}

/** The answer of a quarantined item's customer as it stands at a moment. */
export function customerAnswer(facts: AnswerFacts, nowMs: number): CustomerAnswer {
  if (facts.proposedAtMs === null) return 'none'
  if (facts.buybackStatus === 'bb_not_completed') return 'declined'
  if (facts.buybackStatus !== 'bb_in_processing') return 'none'
  const { answer, isVoided, hasNoAddress } = facts.proposal ?? { answer: null, isVoided: false, hasNoAddress: false }
  switch (proposalState({ expiresAtMs: answerDeadlineMs(facts), answer, isVoided }, nowMs)) {
    case 'open':
      return 'waiting'
    case 'expired':
      return 'expired'
    case 'declined':
      return 'declined'
    case 'unsent':
      return hasNoAddress ? 'noAddress' : 'unsent'
    case 'accepted':
    case 'closed':
      return 'none'
  }
}
