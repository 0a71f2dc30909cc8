import { describe, expect, it } from 'vitest'
import { calmConnection as calm, toneOf, type ConnectionView } from './connection-tone.ts'

describe('the badge', () => {
  it('is calm only when everything is sent and nothing needs attention', () => {
    expect(toneOf(calm)).toBe('calm')
    expect(toneOf({ ...calm, waiting: 1 })).toBe('waiting')
    expect(toneOf({ ...calm, attention: 1 })).toBe('attention')
  })

  it('says first that nothing can be kept, then that somebody must sign in, then that the network is away', () => {
    const worst: ConnectionView = { ...calm, captureProblem: 'full', signInNeeded: true, online: false, attention: 3 }
    expect(toneOf(worst)).toBe('refused')
    expect(toneOf({ ...worst, captureProblem: null })).toBe('signIn')
    expect(toneOf({ ...worst, captureProblem: null, signInNeeded: false })).toBe('offline')
  })
})
