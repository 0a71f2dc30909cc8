import type { MoveLine } from './move-line.ts'

/** Lines that are read at first: few stretches have more. */
const firstLines = 100
/** A longer pause ends a stretch of work, in milliseconds. */
const pauseMs = 2 * 3_600_000

/** The latest lines of moves, newest first, and whether there are no others. */
interface ReadLines {
  readonly lines: readonly MoveLine[]
  readonly isWhole: boolean
}

/** Products that the present stretch of work has moved into a stock; reads as many lines as that has. */
export async function countMoved(
  read: (limit: number) => Promise<ReadLines>,
  stockId: string | null,
  nowMs: number,
): Promise<number> {
  for (let limit = firstLines; ; limit *= 10) {
    const { lines, isWhole } = await read(limit)
    const stretch = stretchOf(lines, stockId, nowMs)
    if (isWhole || stretch.length < lines.length) return countOf(stretch)
  }
}

/**
 * The lines since the stock was chosen: back to the last scan into another one, or to a long pause. They say so
 * themselves, so that the stretch goes on after a restart.
 */
function stretchOf(lines: readonly MoveLine[], stockId: string | null, nowMs: number): readonly MoveLine[] {
  // What is undone or answered later bears that moment, in the place of its scan.
  let oldestMs = nowMs
  const end = lines.findIndex(({ details, capturedAtMs }) => {
    if (details.stockId !== stockId || oldestMs - capturedAtMs > pauseMs) return true
    oldestMs = Math.min(oldestMs, capturedAtMs)
    return false
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** Each product once, undone and refused ones not. */
function countOf(lines: readonly MoveLine[]): number {
  const moved = lines.filter(
    ({ state, details }) => details.verdict.word === 'moved' && state !== 'undone' && state !== 'refused',
  )
  return new Set(moved.map(({ details }) => details.itemId)).size
}
