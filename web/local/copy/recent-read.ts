import { codesOf } from '#sync/replica/lanes.ts'
import type { CopyRead, CopyStore } from './copy-store.ts'

/** Age up to which a read answers again, in milliseconds. */
const freshMs = 2_000
/** Largest read that answers again; a larger one would weigh on what is asked about one item. */
const mostItems = 4

interface Kept {
  readonly ids: ReadonlySet<string>
  readonly codes: ReadonlySet<string>
  readonly read: CopyRead
  readonly atMs: number
}

/**
 * A copy that answers from its last read while nothing has been installed since: a scan looks an item up and then
 * captures an action on it, and each trip to the worker costs more than everything else between the two.
 */
export function withRecentRead(copy: CopyStore, nowMs: () => number): CopyStore {
  let kept: Kept | null = null

  function forgetting<Args extends unknown[], T>(task: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return async (...args) => {
      kept = null
      try {
        return await task(...args)
      } finally {
        // A read that began during the change may have been kept before the change was over.
        kept = null
      }
    }
  }

  function answers({ ids, codes, atMs }: Kept, asked: readonly string[], askedCodes: readonly string[]): boolean {
    const age = nowMs() - atMs
    return age >= 0 && age < freshMs && asked.every((id) => ids.has(id)) && askedCodes.every((code) => codes.has(code))
  }

  return {
    ...copy,
    open: forgetting(copy.open),
    commitSnapshot: forgetting(copy.commitSnapshot),
    applyPull: forgetting(copy.applyPull),
    refresh: forgetting(copy.refresh),
    close: forgetting(copy.close),
    async read(ids, codes, packageIds = []) {
      const isPlain = packageIds.length === 0
      if (isPlain && kept !== null && answers(kept, ids, codes)) return kept.read
      const read = await copy.read(ids, codes, packageIds)
      // A read comes with every item that shares a code with one of its items, so that it knows all of these codes.
      const isKept = isPlain && read !== null && read.items.length <= mostItems
      kept = isKept
        ? {
            ids: new Set([...ids, ...read.items.map(({ id }) => id)]),
            codes: new Set([...codes, ...read.items.flatMap(codesOf)]),
            read,
            atMs: nowMs(),
          }
        : null
      return read
    },
  }
}
