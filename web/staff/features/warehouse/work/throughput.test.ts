import { describe, expect, it } from 'vitest'
import { throughputOf } from './throughput.ts'

const day = Date.UTC(2026, 10, 21)
const at = (hour: number, minute = 0) => day + (hour * 60 + minute) * 60_000
const action = (capturedAtMs: number, type = 'moveItem') => ({ capturedAtMs, type })

describe('a day on a device', () => {
  it('is counted by hour, the empty ones between included', () => {
    const actions = [action(at(8, 10)), action(at(8, 50)), action(at(10, 5)), action(at(-3))]
    expect(throughputOf(actions, at(11, 10), day)).toEqual({
      total: 3,
      firstAtMs: at(8, 10),
      perHour: 1,
      hours: [
        { hour: 8, count: 2 },
        { hour: 9, count: 0 },
        { hour: 10, count: 1 },
        { hour: 11, count: 0 },
      ],
    })
  })

  it('counts an undone action as none, and what keeps order not at all', () => {
    const actions = [
      action(at(8)),
      action(at(8, 1), 'undoMove'),
      action(at(8, 2)),
      action(at(8, 3), 'endCheckInRound'),
      action(at(9), 'undoCheckIn'),
    ]
    expect(throughputOf(actions, at(9, 30), day)).toMatchObject({
      total: 1,
      hours: [
        { hour: 8, count: 1 },
        { hour: 9, count: 0 },
      ],
    })
  })

  it('has no rate before ten minutes, and nothing without an action', () => {
    expect(throughputOf([action(at(8))], at(8, 9), day)).toMatchObject({ total: 1, perHour: null })
    expect(throughputOf([], at(8), day)).toEqual({ total: 0, hours: [], firstAtMs: null, perHour: null })
  })
})
