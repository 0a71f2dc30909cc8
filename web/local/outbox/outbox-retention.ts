import { differingIds } from './outcome-mismatch.ts'
import type { OpRow, OutboxDatabase } from './outbox-database.ts'

/** How long settled operations stay on the device, in milliseconds. */
export const retentionMs = 30 * 86_400_000

/** Most operations that go at once. */
const atOnce = 2000

/**
 * Forgets, inside a transaction, what was settled before a moment: operations that were applied and are covered by the
 * copy up to `mark`, or discarded with the server's knowledge, and the lines up to them. Clocks go wrong and are put
 * right: a decision is as late as the ones before it, and a line without an operation as old as those after it. Lines of
 * a round that nobody has ended stay, because its count rests on them.
 */
export async function forgetDecided(
  open: OutboxDatabase,
  beforeMs: number,
  nowMs: number,
  mark: number,
): Promise<number> {
  let latestMs = 0
  const isOld = ({ decidedAtMs }: OpRow): boolean => {
    if (decidedAtMs !== null && decidedAtMs <= nowMs) latestMs = Math.max(latestMs, decidedAtMs)
    return Math.max(latestMs, decidedAtMs ?? 0) < beforeMs
  }
  const old = await open.ops
    .where('decidedNo')
    .belowOrEqual(mark)
    .filter((row) => isOld(row) && (row.state === 'applied' || row.state === 'discarded'))
    .limit(atOnce)
    .toArray()
  // What differs from what was told stays until a person has seen it.
  const unseen = new Set(await differingIds(open))
  const resolutions = await open.ops.bulkGet(old.map(({ settledBy }) => settledBy ?? ''))
  // A refusal whose resolution the server has not taken yet may come back to the tray.
  const gone = old.filter(({ opId, state, neverSent }, at) => {
    if (unseen.has(opId)) return false
    const settledBy = resolutions[at]
    return state === 'applied' || neverSent || settledBy === undefined || settledBy.state === 'applied'
  })
  const ids = gone.map(({ opId }) => opId)
  await open.ops.bulkDelete(ids)
  await forgetLines(open, ids)
  return ids.length
}

async function forgetLines(open: OutboxDatabase, opIds: readonly string[]): Promise<void> {
  const rounds = await open.rounds.filter(({ endedAtMs }) => endedAtMs === null).toArray()
  const inHand = new Set(rounds.map(({ id }) => id))
  const own = await open.lines
    .where('opId')
    .anyOf([...opIds])
    .toArray()
  const last = Math.max(-1, ...own.map(({ order }) => order))
  const beside = last < 0 ? [] : await open.lines.filter(({ opId, order }) => opId === null && order < last).toArray()
  const gone = [...own, ...beside].filter(({ listId }) => !inHand.has(listId))
  await open.lines.bulkDelete(gone.map(({ id }) => id))
}
