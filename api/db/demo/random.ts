import { uuidv7 } from '#domain/kernel/uuid.ts'

/** Seeded randomness: the same seed draws the same values on every machine. */
export interface Random {
  /** A number from 0 up to 1, which it never reaches. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** So many decimal digits. */
  digits(count: number): string
  /** A UUIDv7 of the time given. */
  id(atMs: number): string
}

/** Starts a sequence (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
    id: (atMs) =>
      uuidv7(
        atMs,
        Uint8Array.from({ length: 10 }, () => between(0, 255)),
      ),
  }
}
