import { describe, expect, it } from 'vitest'
import { answerDeadlineMs, customerAnswer, type AnswerFacts } from './customer-answer.ts'
import { proposalLifetimeMs } from './proposal.ts'

const proposal = { expiresAtMs: 9_000, answer: null, isVoided: false, hasNoAddress: false } as const
const waits: AnswerFacts = { buybackStatus: 'bb_in_processing', proposedAtMs: 1_000, proposal }

describe('the answer of a quarantined item’s customer', () => {
  it('is awaited up to its deadline, and too late from then on', () => {
    expect(customerAnswer(waits, 8_999)).toBe('waiting')
    expect(customerAnswer(waits, 9_000)).toBe('expired')
    expect(answerDeadlineMs(waits)).toBe(9_000)
  })

  it('has the lifetime of a proposal from the test on where nothing but the test is known', () => {
    const byTest: AnswerFacts = { ...waits, proposal: null }
    const deadlineMs = 1_000 + proposalLifetimeMs
    expect(answerDeadlineMs(byTest)).toBe(deadlineMs)
    expect(customerAnswer(byTest, deadlineMs - 1)).toBe('waiting')
    expect(customerAnswer(byTest, deadlineMs)).toBe('expired')
  })

  it('has no deadline before the mail, which may lack its address', () => {
    const unsent: AnswerFacts = { ...waits, proposal: { ...proposal, expiresAtMs: null } }
    expect(answerDeadlineMs(unsent)).toBeNull()
    expect(customerAnswer(unsent, 9_999)).toBe('unsent')
    const unreachable: AnswerFacts = { ...waits, proposal: { ...proposal, expiresAtMs: null, hasNoAddress: true } }
    expect(customerAnswer(unreachable, 9_999)).toBe('noAddress')
  })

  it('is a no where the proposal or the end of the buyback says so', () => {
    expect(customerAnswer({ ...waits, proposal: { ...proposal, answer: 'declined' } }, 0)).toBe('declined')
    expect(customerAnswer({ ...waits, proposal: null, buybackStatus: 'bb_not_completed' }, 0)).toBe('declined')
  })

  it('is asked of nobody where no price was proposed, and where nothing is open any more', () => {
    expect(customerAnswer({ ...waits, proposedAtMs: null }, 0)).toBe('none')
    expect(answerDeadlineMs({ ...waits, proposedAtMs: null })).toBeNull()
    expect(customerAnswer({ ...waits, proposedAtMs: null, buybackStatus: 'bb_not_completed' }, 0)).toBe('none')
    expect(customerAnswer({ ...waits, buybackStatus: 'bb_cancelled' }, 0)).toBe('none')
    expect(customerAnswer({ ...waits, proposal: { ...proposal, isVoided: true } }, 0)).toBe('none')
    expect(customerAnswer({ ...waits, proposal: { ...proposal, answer: 'accepted' } }, 0)).toBe('none')
  })
})
