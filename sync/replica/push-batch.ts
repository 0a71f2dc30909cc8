import { pushLimit } from '../wire/push.ts'

/** Operations in the first batch after a failure: small, so that a weak network gets something through. */
export const cautiousBatch = 50

/** Size of the next batch after one that came through. */
export function grownBatch(size: number): number {
  return Math.min(pushLimit, size * 2)
}

/** Size of the next batch after one that was too large. */
export function halvedBatch(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}

/** Operations that travel together: in order of `seq`, without a gap, up to the size. */
export function chooseBatch<T extends { readonly seq: number }>(waiting: readonly T[], size: number): readonly T[] {
  const batch: T[] = []
  for (const entry of waiting) {
    const previous = batch.at(-1)
    if (batch.length >= size || (previous !== undefined && entry.seq !== previous.seq + 1)) break
    batch.push(entry)
  }
  return batch
}
