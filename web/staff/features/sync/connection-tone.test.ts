import { describe, expect, it } from 'vitest'
import { calmConnection as calm, toneOf, connectionProblemOf, type ConnectionView } from './connection-tone.ts'

const longAgoMs = 10 * 60_000

describe('the badge', () => {
  it('is calm only when everything is sent and nothing needs attention', () => {
    expect(toneOf(calm)).toBe('calm')
    expect(toneOf({ ...calm, waiting: 1, oldestAgeMs: 5 * 60_000 })).toBe('waiting')
    expect(toneOf({ ...calm, waiting: null })).toBe('waiting')
    expect(toneOf({ ...calm, photosWaiting: 1 })).toBe('waiting')
    expect(toneOf({ ...calm, attention: 1 })).toBe('attention')
    expect(connectionProblemOf({ ...calm, waiting: 1, oldestAgeMs: 5 * 60_000, attention: 1 })).toBeNull()
  })

  it('says first that nothing can be kept, then what nothing goes without, then that the network is away', () => {
    const needed = { updateNeeded: true, signInNeeded: true }
    const worst: ConnectionView = { ...calm, ...needed, captureProblem: 'full', online: false, attention: 3 }
    expect(toneOf(worst)).toBe('refused')
    const kept = { ...worst, captureProblem: null }
    expect(toneOf(kept)).toBe('update')
    expect(toneOf({ ...kept, updateNeeded: false })).toBe('signIn')
    expect(toneOf({ ...kept, updateNeeded: false, signInNeeded: false })).toBe('offline')
  })

  it('says on the last day of a PIN that it ends, before that a sign-in is needed', () => {
    const last: ConnectionView = { ...calm, signInNeeded: true, pinEndsAtMs: 1, pinEndsSoon: true }
    expect([connectionProblemOf(last), toneOf({ ...last, online: false })]).toEqual(['pinEnds', 'pinEnds'])
    expect(connectionProblemOf({ ...last, pinEndsSoon: false })).toBe('signIn')
    expect(connectionProblemOf({ ...last, updateNeeded: true })).toBe('update')
  })

  it('calls old work overdue with the network and without it, and colours it where the network is there', () => {
    const old: ConnectionView = { ...calm, waiting: 1, oldestAgeMs: longAgoMs }
    expect([connectionProblemOf(old), toneOf(old)]).toEqual(['overdue', 'overdue'])
    expect([connectionProblemOf({ ...old, online: false }), toneOf({ ...old, online: false })]).toEqual([
      'overdue',
      'offline',
    ])
    expect(connectionProblemOf({ ...old, signInNeeded: true })).toBe('signIn')
    expect(connectionProblemOf({ ...old, updateNeeded: true })).toBe('update')
    expect(connectionProblemOf({ ...old, captureProblem: 'full' })).toBe('refused')
  })

  it('warns of a clock that is wrong behind everything that keeps work from going', () => {
    const wrong: ConnectionView = { ...calm, clockWrongByMs: 86_400_000, attention: 1 }
    expect([connectionProblemOf(wrong), toneOf(wrong)]).toEqual(['clock', 'clock'])
    expect(toneOf({ ...wrong, online: false })).toBe('offline')
    expect(connectionProblemOf({ ...wrong, waiting: 1, oldestAgeMs: longAgoMs })).toBe('overdue')
  })
})
