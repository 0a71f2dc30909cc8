import { describe, expect, it } from 'vitest'
import { throughputOf, type DoneAction } from './throughput.ts'

const day = Date.UTC(2026, 10, 21)
const at = (hour: number, minute = 0) => day + (hour * 60 + minute) * 60_000
const action = (capturedAtMs: number, type = 'moveItem', more: Partial<DoneAction> = {}): DoneAction => ({
  capturedAtMs,
  type,
  state: 'applied',
  undoneType: null,
  ...more,
})

describe('a day on a device', () => {
  it('is counted by hour, the empty ones between included', () => {
    const actions = [action(at(8, 10)), action(at(8, 50)), action(at(10, 5)), action(at(-3))]
    expect(throughputOf(actions, at(11, 10), 'UTC')).toEqual({
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
      action(at(8, 4), 'endStockCount'),
      action(at(9), 'undoCheckIn'),
    ]
    expect(throughputOf(actions, at(9, 30), 'UTC')).toMatchObject({
      total: 1,
      hours: [
        { hour: 8, count: 1 },
        { hour: 9, count: 0 },
      ],
    })
  })

  it('counts what waits, and nothing that was refused or discarded: a retry counts once', () => {
    const actions = [
      action(at(8), 'moveItem', { state: 'discarded' }),
      action(at(8, 1)),
      action(at(8, 2), 'moveItem', { state: 'tray' }),
      action(at(8, 3), 'moveItem', { state: 'pending' }),
      action(at(8, 4), 'undoMove', { state: 'tray' }),
    ]
    expect(throughputOf(actions, at(8, 30), 'UTC').total).toBe(2)
  })

  it('counts a product that was taken out of its package as one less, and one more where that is undone', () => {
    const actions = [
      action(at(8), 'putInPackage'),
      action(at(8, 1), 'putInPackage'),
      action(at(8, 2), 'takeOutOfPackage'),
    ]
    const undo = (undoneType: string) => action(at(8, 3), 'undoPackageItem', { undoneType })
    expect(throughputOf(actions, at(8, 30), 'UTC').total).toBe(1)
    expect(throughputOf([...actions, undo('takeOutOfPackage')], at(8, 30), 'UTC').total).toBe(2)
    expect(throughputOf([...actions, undo('putInPackage')], at(8, 30), 'UTC').total).toBe(0)
  })

  it('is the account’s, whose clock tells the hours, also when it is set back', () => {
    const late = [action(at(-2, 30)), action(at(0, 30))]
    expect(throughputOf(late, at(1), 'UTC')).toMatchObject({ total: 1, hours: [{ hour: 0 }, { hour: 1 }] })
    expect(throughputOf(late, at(1), 'Europe/Paris')).toMatchObject({ total: 1, firstAtMs: at(0, 30) })
    expect(throughputOf(late, at(1), 'Asia/Tokyo')).toMatchObject({ total: 2, hours: [{ hour: 7 }, {}, {}, {}] })
    const back = Date.UTC(2026, 9, 25)
    const actions = [action(back - 1.5 * 3_600_000), action(back + 9 * 3_600_000)]
    const { hours } = throughputOf(actions, back + 10 * 3_600_000, 'Europe/Paris')
    expect([hours[0]?.hour, hours.at(-1)?.hour]).toEqual([0, 11])
    expect(hours.find(({ hour }) => hour === 10)?.count).toBe(1)
  })

  it('has no rate before ten minutes, and nothing without an action', () => {
    expect(throughputOf([action(at(8))], at(8, 9), 'UTC')).toMatchObject({ total: 1, perHour: null })
    expect(throughputOf([], at(8), 'UTC')).toEqual({ total: 0, hours: [], firstAtMs: null, perHour: null })
  })
})
