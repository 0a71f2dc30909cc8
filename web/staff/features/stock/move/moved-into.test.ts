import { expect, it } from 'vitest'
import { uuid } from '#tests/support/rows.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import type { MoveLine, MoveLineState } from './move-line.ts'
import { countMoved } from './moved-into.ts'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 10, 26, 18)
const [shelf, other] = ['shelf', 'other'] as const

/** A line of a move, so many minutes ago. */
const line = (number: number, minutesAgo: number, stockId: string = shelf, state: MoveLineState = 'confirmed') => ({
  lineId: uuid(9, number),
  code: '20000018',
  label: null,
  capturedAtMs: nowMs - minutesAgo * minuteMs,
  state,
  details: {
    itemId: uuid(4, number),
    stockId,
    fromStock: null,
    verdict: { ...scanResultStyles.accepted, word: 'moved' as const, place: null, reason: null },
  },
  isUndecided: false,
  undoableOpId: null,
})

/** How many products a list of lines, newest first, says to be moved, and how many of the lines were read for it. */
async function moved(lines: readonly MoveLine[]) {
  const limits: number[] = []
  const read = async (limit: number) => {
    limits.push(limit)
    return { lines: lines.slice(0, limit), isWhole: lines.length <= limit }
  }
  return { count: await countMoved(read, shelf, nowMs), limits }
}

it('products of one stretch of work are counted, however many they are', async () => {
  const { count, limits } = await moved(Array.from({ length: 250 }, (_, at) => line(at, at / 10)))
  expect([count, limits]).toEqual([250, [100, 1000]])
})

it('no more lines are read than the stretch has', async () => {
  const lines = [line(1, 1), line(2, 2), ...Array.from({ length: 200 }, (_, at) => line(10 + at, 3, other))]
  expect(await moved(lines)).toMatchObject({ count: 2, limits: [100] })
})

it.each([
  ['at a scan into another stock', [line(1, 1), line(2, 2, other), line(3, 3)], 1],
  ['at a pause of more than two hours, as of a night', [line(1, 1), line(2, 122), line(3, 130)], 1],
  ['with the last line, where that is long ago', [line(1, 600)], 0],
  ['not at a short pause', [line(1, 100), line(2, 190)], 2],
  ['not at a line that was undone or answered later', [line(1, 90), line(2, 1, shelf, 'undone'), line(3, 91)], 2],
  ['not where the clock was set back', [line(1, 90), line(2, 5), line(3, 91)], 3],
  [
    'and counts each product once, undone and refused ones not',
    [line(1, 1), line(1, 2), line(2, 3, shelf, 'undone'), line(3, 4, shelf, 'refused')],
    1,
  ],
])('the stretch ends %s', async (_title, lines, count) => {
  expect((await moved(lines)).count).toBe(count)
})
