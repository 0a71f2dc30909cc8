/** Rows that an index can name: 20 bits of each entry. */
export const indexedRowLimit = 2 ** 20

/** A 32-bit hash of a code or id (FNV-1a with a final mix), the same on every device. */
export function hashCode(code: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < code.length; at++) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** One entry of an index: hash and row number in 52 bits, which a double holds exactly. */
export function indexEntry(code: string, row: number): number {
  return hashCode(code) * indexedRowLimit + row
}

/** Sorts entries into an index; the array is sorted in place. */
export function buildCodeIndex(entries: Float64Array): Float64Array {
  return entries.sort()
}

/**
 * Numbers of the rows that may carry a code, ascending. Two codes may share a hash, so the caller checks each row.
 */
export function findRows(index: Float64Array, code: string): number[] {
  const first = hashCode(code) * indexedRowLimit
  const rows: number[] = []
  for (let at = lowerBound(index, first); at < index.length; at++) {
    const row = index[at]! - first
    if (row >= indexedRowLimit) break
    if (rows.at(-1) !== row) rows.push(row)
  }
  return rows
}

function lowerBound(index: Float64Array, value: number): number {
  let [low, high] = [0, index.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (index[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
