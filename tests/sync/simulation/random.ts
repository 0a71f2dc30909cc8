/** A seeded source of randomness (mulberry32): the same seed gives the same run. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  bytes(count: number): Uint8Array
  /** An independent stream, so that what one device draws does not shift what another draws. */
  fork(name: string): Random
}

/** Creates a source from a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)]!,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
    fork: (name) =>
      createRandom(
        [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed ^ 0x811c9dc5),
      ),
  }
}
