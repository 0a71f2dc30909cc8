import { describe, expect, it } from 'vitest'
import { hasGs1CheckDigit } from '../kernel/check-digit.ts'
import { awaitsAnswer, proposalLifetimeMs, proposalState } from './proposal.ts'
import { isWholeAddress, returnLabelNumber } from '../expedition/return-label-number.ts'

describe('a price proposal', () => {
  const open = { expiresAtMs: 1_000, answer: null, isVoided: false }

  it('is open until its time is over', () => {
    expect(proposalState(open, 999)).toBe('open')
    expect(proposalState(open, 1_000)).toBe('expired')
    expect(proposalLifetimeMs / 86_400_000).toBe(30)
  })

  it('is unsent until its mail is made', () => {
    expect(proposalState({ ...open, expiresAtMs: null }, 0)).toBe('unsent')
  })

  it('keeps its answer whatever comes later', () => {
    expect(proposalState({ ...open, answer: 'declined', isVoided: true }, 9_999)).toBe('declined')
    expect(proposalState({ ...open, isVoided: true }, 0)).toBe('closed')
  })

  it('waits only while the item is in quarantine and the buyback in processing', () => {
    expect(awaitsAnswer('item_in_quarantine', 'bb_in_processing')).toBe(true)
    expect(awaitsAnswer('item_in_quarantine', 'bb_cancelled')).toBe(false)
    expect(awaitsAnswer('item_to_return', 'bb_in_processing')).toBe(false)
  })
})

describe('a label for the way back', () => {
  it('has eighteen digits with a check digit, inside the company', () => {
    const number = returnLabelNumber('12345678901234')
    expect(number).toMatch(/^904\d{15}$/)
    expect(hasGs1CheckDigit(number)).toBe(true)
    expect(() => returnLabelNumber('1234')).toThrow('fourteen')
  })

  it('needs a whole address', () => {
    const address = { street: '1 rue Neuve', zipCode: '69001', city: 'Lyon', country: 'FR' }
    expect(isWholeAddress(address)).toBe(true)
    expect(isWholeAddress({ ...address, zipCode: null })).toBe(false)
    expect(isWholeAddress({ ...address, street: ' ' })).toBe(false)
  })
})
