import type { SnapshotTail } from '#sync/wire/pull.ts'

/** The packed items of a scope as one snapshot of the feed shows them. */
export interface Base {
  readonly epoch: string
  /** Text of the `pg_snapshot` that shows these items and no others: the feed goes on from it. */
  readonly snapshot: string
  /** Their frames in order, from the first one on for each reader; throws where they could not be made. */
  pages(): AsyncGenerator<Uint8Array, void, undefined>
  /** Their count and hash, once all are there. */
  tail(): Promise<SnapshotTail>
}

/** A base on its way: where it stands in the feed, and its frames as they come, with the tail at their end. */
export interface BaseSource {
  readonly epoch: string
  readonly snapshot: string
  readonly frames: AsyncGenerator<Uint8Array, SnapshotTail, undefined>
}

/** Bases that several devices of a place may begin with. */
export interface SnapshotCache {
  /** A base of this scope that is young enough and still right, which is kept or just being made; else makes one. */
  share(scopeKey: string, isRight: (base: Base) => Promise<boolean>, make: () => Promise<BaseSource>): Promise<Base>
}

interface Kept extends Base {
  readonly madeMs: number
}

/**
 * Keeps the bases of the last minutes, the newest of each scope, within a number of bytes in all. A base is made once
 * however many devices ask for it while it is made, and at the database's pace: no slow reader holds its transaction
 * open.
 */
export function createSnapshotCache(options: {
  readonly nowMs: () => number
  readonly maxAgeMs: number
  readonly maxBytes: number
}): SnapshotCache {
  const { nowMs, maxAgeMs, maxBytes } = options
  // The newest stands last.
  const kept = new Map<string, Promise<Kept>>()
  const sizes = new WeakMap<Promise<Kept>, number>()

  function forget(scopeKey: string, base: Promise<Kept>): void {
    if (kept.get(scopeKey) === base) kept.delete(scopeKey)
  }

  function keepWithin(): void {
    let room = maxBytes
    for (const [scopeKey, base] of [...kept].toReversed()) {
      room -= sizes.get(base) ?? 0
      if (room < 0) forget(scopeKey, base)
    }
  }

  return {
    async share(scopeKey, isRight, make) {
      const isGood = async (base: Kept): Promise<boolean> => {
        const ageMs = nowMs() - base.madeMs
        return ageMs >= 0 && ageMs <= maxAgeMs && (await isRight(base))
      }
      // Several devices may find the same one too old: the first of them makes the next.
      for (let known: Promise<Kept> | undefined; kept.get(scopeKey) !== known;) {
        known = kept.get(scopeKey)
        const base = await known?.catch(() => null)
        if (base && (await isGood(base))) return base
      }
      const making = make().then((source) =>
        collect(source, nowMs(), (size) => {
          sizes.set(making, size)
          keepWithin()
        }),
      )
      kept.delete(scopeKey)
      kept.set(scopeKey, making)
      const fail = (): void => forget(scopeKey, making)
      making.then((base) => base.tail()).catch(fail)
      return making
    },
  }
}

function collect(source: BaseSource, madeMs: number, onDone: (size: number) => void): Kept {
  const frames: Uint8Array[] = []
  let size = 0
  let grown = Promise.withResolvers<void>()
  let isWhole = false

  async function run(): Promise<SnapshotTail> {
    for (;;) {
      const { value, done } = await source.frames.next()
      if (done === true) {
        isWhole = true
        onDone(size)
        return value
      }
      frames.push(value)
      size += value.length
      grown.resolve()
      grown = Promise.withResolvers()
    }
  }
  const tail = run()

  return {
    epoch: source.epoch,
    snapshot: source.snapshot,
    madeMs,
    tail: () => tail,
    async *pages() {
      for (let at = 0; ; at++) {
        // A failure of the source ends every reader that waits for more.
        while (at === frames.length && !isWhole) await Promise.race([tail, grown.promise])
        const frame = frames[at]
        if (frame === undefined) return
        yield frame
      }
    },
  }
}
