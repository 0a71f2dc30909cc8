import { hashFactor, hashTail, type RowHead } from '#sync/wire/item-row.ts'

/** Gathers what counting knows of the rows of a build, in their order. */
export interface RowSums {
  add(head: RowHead): void
  /** Summed hash shares, modulo 2^32. */
  hash(): number
  /** Both factors of each row's share, one row after the other. */
  take(): Uint32Array
}

/** Begins with no row. */
export function createRowSums(): RowSums {
  let factors = new Uint32Array(4096)
  let length = 0
  let hash = 0
  return {
    add([id, version, level]) {
      if (length === factors.length) {
        const larger = new Uint32Array(factors.length * 2)
        larger.set(factors)
        factors = larger
      }
      const [tail, factor] = [hashTail(id), hashFactor(version, level)]
      factors[length++] = tail
      factors[length++] = factor
      hash = (hash + (Math.imul(tail, factor) >>> 0)) % 4_294_967_296
    },
    hash: () => hash,
    take: () => factors.slice(0, length),
  }
}

/**
 * The hash share of an item among the rows that may carry its id; undefined where none does. A row is told by the last
 * 32 bits of the id beside the 32 of the index, so that no page is read and decompressed to count a row out.
 */
export function shareAmong(sums: Uint32Array, rows: readonly number[], id: string): number | undefined {
  const tail = hashTail(id)
  const row = rows.find((each) => sums[2 * each] === tail)
  return row === undefined ? undefined : Math.imul(tail, sums[2 * row + 1] ?? 0) >>> 0
}
