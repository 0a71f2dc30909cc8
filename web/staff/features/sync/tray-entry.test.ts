import { describe, expect, it } from 'vitest'
import { groupByReason, type TrayEntry } from './tray-entry.ts'

const entry = (opId: string, reason: string, capturedAtMs: number): TrayEntry => ({
  opId,
  type: 'checkInItem',
  code: '20000001',
  product: null,
  capturedAtMs,
  authorName: 'Ada',
  maySettle: true,
  reason,
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
})
