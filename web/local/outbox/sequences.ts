import type { OutboxDatabase, SequenceRow } from './outbox-database.ts'

/** Draws numbers from sequences that are read and written together. */
export interface Sequences {
  next(name: string): number
  /** The sequences that have moved, to be written in the same transaction. */
  drawn(): SequenceRow[]
}

/** Sequences as they stand in the running transaction. */
export function createSequences(rows: readonly SequenceRow[]): Sequences {
  const last = new Map(rows.map((row) => [row.name, row.last]))
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

/** The next number of one sequence, inside a transaction. */
export async function nextNumber(open: OutboxDatabase, name: string): Promise<number> {
  const last = ((await open.counters.get(name))?.last ?? 0) + 1
  await open.counters.put({ name, last })
  return last
}
