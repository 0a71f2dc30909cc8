import type { PackageRow } from '../records.ts'
import { hashShare, type ItemRow } from './item-row.ts'

/** How many rows there are and the sum of their hash shares modulo 2^32. */
export interface Sums {
  readonly count: number
  readonly hash: number
}

/** Counts and hashes rows. */
export function sumShares(rows: Iterable<Pick<ItemRow, 'id' | 'version' | 'level'>>): Sums {
  let [count, hash] = [0, 0]
  for (const { id, version, level } of rows) {
    count++
    hash = (hash + hashShare(id, version, level)) % 4_294_967_296
  }
  return { count, hash }
}

/**
 * Counts and hashes the open packages, each with the share of a full item. Closed ones are left out: they leave the
 * scope as time passes, which is no change of theirs.
 */
export function sumOpenPackages(packages: Iterable<Pick<PackageRow, 'id' | 'version' | 'status'>>): Sums {
  const open = [...packages].filter(({ status }) => status === 'open')
  return sumShares(open.map(({ id, version }) => ({ id, version, level: 'full' })))
}
