import { contentTypes } from '#sync/operations/expedition/put-in-package.ts'
import type { OpRow } from './outbox-database.ts'

/** Most dependencies of one operation: a package's closing rests on each scan into it. */
const dependencyLimit = 250

/** The undecided operations of the lanes that no later one waits for already, and those that the caller names. */
export function dependenciesOf(
  type: string,
  ownKeys: readonly string[],
  earlier: readonly OpRow[],
  named: readonly string[],
): string[] {
  const keys = new Set(ownKeys)
  const waiting = earlier.filter(
    (row) =>
      (row.state === 'pending' || row.state === 'held') &&
      row.op.refusedAs === undefined &&
      dependsOnEarlier(type, row.op.type, sharedKeys(row, keys)),
  )
  const waitedFor = new Set(waiting.flatMap(({ op }) => op.dependsOn))
  const tips = waiting.map(({ opId }) => opId).filter((opId) => !waitedFor.has(opId))
  return [...new Set([...named, ...tips.toReversed()])].slice(0, dependencyLimit)
}

/** Keys under which an operation is found, and a new one looks. */
export function sharedKeys({ lanes }: OpRow, keys: ReadonlySet<string>): readonly string[] {
  return lanes.filter((lane) => keys.has(lane))
}

/** Scans of different items into one package do not wait for each other: a refused one takes none with it. */
export function dependsOnEarlier(type: string, earlierType: string, shared: readonly string[]): boolean {
  if (shared.some((lane) => !lane.startsWith('package:'))) return true
  return shared.length > 0 && !(contentTypes.has(type) && contentTypes.has(earlierType))
}
