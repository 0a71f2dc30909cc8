import { describe, expect, it } from 'vitest'
import { groupByReason, partBlocked, type TrayEntry } from './tray-entry.ts'

const entry = (opId: string, reason: string, capturedAtMs: number): TrayEntry => ({
  opId,
  type: 'checkInItem',
  args: {},
  code: '20000001',
  product: null,
  capturedAtMs,
  authorName: 'Ada',
  mayResolve: true,
  reason,
  causeOp: null,
  due: null,
  item: null,
  blocked: [],
})

describe('the tray', () => {
  it('groups by cause, the most frequent first, each in the order of capture', () => {
    const groups = groupByReason([entry('c', 'B', 3), entry('a', 'A', 1), entry('b', 'B', 2)])
    expect(groups.map(({ reason, entries }) => [reason, entries.map(({ opId }) => opId)])).toEqual([
      ['B', ['b', 'c']],
      ['A', ['a']],
    ])
  })

  it.each(['endCheckInRound', 'endStockCount', 'confirmRefurbSteps', 'closePackage'])(
    'keeps %s with what rests on it apart from what falls with its cause',
    (type) => {
      const undo = { ...entry('undo', 'B', 1), causeOp: 'scan' }
      const end = { ...entry('end', 'B', 2), type, causeOp: 'scan' }
      const later = { ...entry('later', 'B', 3), causeOp: 'end' }
      expect(partBlocked([undo, end, later])).toEqual({ closing: [end, later], others: [undo] })
    },
  )
})
