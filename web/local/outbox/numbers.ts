import type { OutboxDatabase } from './outbox-database.ts'

/** A counter of the outbox: the last number given under a name. */
export interface CounterRow {
  readonly name: string
  readonly last: number
}

/** Draws numbers from counters that are read and written together. */
export interface Numbers {
  next(name: string): number
  /** The counters that have moved, to be written in the same transaction. */
  drawn(): CounterRow[]
}

/** Numbers over the counters as they stand in the running transaction. */
export function createNumbers(counters: readonly CounterRow[]): Numbers {
  const last = new Map(counters.map((row) => [row.name, row.last]))
  const moved = new Set<string>()
  return {
    next(name) {
      const number = (last.get(name) ?? 0) + 1
      last.set(name, number)
      moved.add(name)
      return number
    },
    drawn: () => [...moved].map((name) => ({ name, last: last.get(name)! })),
  }
}

/** The next number of one counter, inside a transaction. */
export async function nextNumber(open: OutboxDatabase, name: string): Promise<number> {
  const last = ((await open.counters.get(name))?.last ?? 0) + 1
  await open.counters.put({ name, last })
  return last
}
