import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changesNeedRelease,
  needsRelease,
  payoutDecision,
  releaseRefusal,
  releaseStates,
  stateOfRefusal,
} from './payment-release.ts'

describe('two people for money', () => {
  it.each([
    [null, 1_000_000, 0, false],
    [0, 1, 0, true],
    [50_000, 50_000, 0, false],
    [50_000, 50_001, 0, true],
    [50_000, 30_000, 20_000, false],
    [50_000, 30_000, 20_001, true],
  ])('above %s: %s cents after %s moved alone wait: %s', (releaseAboveCents, amountCents, aloneCents, waits) => {
    expect(needsRelease({ releaseAboveCents }, { amountCents, aloneCents })).toBe(waits)
  })

  it('let one person move no more alone in a day than the amount, however it is split', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), amounts, (releaseAboveCents, parts) => {
        let aloneCents = 0
        for (const amountCents of parts)
          if (!needsRelease({ releaseAboveCents }, { amountCents, aloneCents })) aloneCents += amountCents
        expect(aloneCents).toBeLessThanOrEqual(releaseAboveCents)
      }),
    )
  })

  it('are asked for a change of the payer and of the rule, whatever the amount', () => {
    expect([null, 0, 1_000].map((releaseAboveCents) => changesNeedRelease({ releaseAboveCents }))).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('a release', () => {
  const decision = { state: 'waiting', makers: ['maker', 'seller'], userId: 'other', isNew: false } as const

  it('is for a user who had no part in it', () => {
    expect(releaseRefusal(decision)).toBeNull()
    expect(releaseRefusal({ ...decision, makers: [] })).toBeNull()
    for (const userId of decision.makers) expect(releaseRefusal({ ...decision, userId })).toBe('PAYMENT_RELEASE_OWN')
  })

  it('is not for a user who is new', () => {
    expect(releaseRefusal({ ...decision, isNew: true })).toBe('PAYMENT_RELEASE_NEW_USER')
    expect(releaseRefusal({ ...decision, isNew: true, userId: 'maker' })).toBe('PAYMENT_RELEASE_OWN')
  })

  it('of an automatic payment that its asker takes back counts as refused', () => {
    expect(releaseStates.map(payoutDecision)).toEqual(['waiting', 'released', 'refused', 'refused', 'not_needed'])
  })

  it('is decided once', () => {
    for (const state of releaseStates) {
      if (state === 'waiting') continue
      expect(releaseRefusal({ ...decision, state })).toBe('PAYMENT_RELEASE_DECIDED')
      expect(stateOfRefusal({ ...decision, state }, 'maker')).toBeNull()
    }
  })

  it('is taken back by its maker, and refused by others', () => {
    expect(stateOfRefusal({ state: 'waiting', userId: 'maker' }, 'maker')).toBe('withdrawn')
    expect(stateOfRefusal({ state: 'waiting', userId: 'other' }, 'maker')).toBe('refused')
    expect(stateOfRefusal({ state: 'waiting', userId: 'other' }, null)).toBe('refused')
  })

  it('is never both made and given by one user', () => {
    const users = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(fc.constantFrom(...releaseStates), fc.array(users), users, (state, makers, userId) => {
        const may = releaseRefusal({ state, makers, userId, isNew: false }) === null
        expect(may).toBe(state === 'waiting' && !makers.includes(userId))
      }),
    )
  })
})
