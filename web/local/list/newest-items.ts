import type { ListPart } from './list-query.ts'

/** Rows of a device at most, which take twenty bits. */
const rowLimit = 2 ** 20
/** Beyond every second of a time stamp, which take thirty-one bits. */
const workRank = 2 ** 31

/** An item with the version that the copy knows. */
export interface KnownItem {
  readonly id: string
  readonly version: number
}

/** The items of a list's parts that are at work, then the others; of both those first that moved or came last. */
export function newestItems(parts: readonly ListPart[], limit: number): KnownItem[] {
  let total = 0
  const firsts = parts.map(({ table }) => (total += table.rowCount) - table.rowCount)
  const keys = new Float64Array(total)
  let count = 0
  for (const [at, { table, hidden }] of parts.entries()) {
    for (let row = 0; row < table.rowCount; row++) {
      if (hidden?.[row] === 1) continue
      const movedMs = table.latestMoveAtMs[row]!
      const seconds = Math.floor((Number.isNaN(movedMs) ? table.createdAtMs[row]! : movedMs) / 1000)
      const rank = (table.work[row]! > 0 ? workRank : 0) + Math.min(Math.max(seconds, 0), workRank - 1)
      // Rank and row share a double, so that the sort compares plain numbers.
      keys[count++] = rank * rowLimit + firsts[at]! + row
    }
  }
  const newest = keys.subarray(0, count).sort().subarray(-limit).reverse()
  return Array.from(newest, (key) => {
    const place = key % rowLimit
    const part = firsts.findLastIndex((first) => first <= place)
    const { texts, numbers } = parts[part]!.table
    const row = place - firsts[part]!
    return { id: texts.ids[row]!, version: numbers.version[row]! }
  })
}
