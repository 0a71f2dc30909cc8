import { isFinal, isRefused, stateOf, undecided } from '#sync/replica/outbox-state.ts'
import { resolvedKeys } from '#sync/replica/lanes.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import { noteMismatch } from './outcome-mismatch.ts'
import type { OpRow, OutboxDatabase } from './outbox-database.ts'
import { discardRefusedNumbers } from './number-blocks.ts'

/** Records decisions inside a transaction: one that says nothing new changes nothing. */
export async function recordOutcomes(
  open: OutboxDatabase,
  outcomes: readonly Outcome[],
  nowMs: number,
  epoch?: string,
): Promise<OpRow[]> {
  const rows = await open.ops.bulkGet(outcomes.map(({ opId }) => opId))
  let last = (await open.counters.get('decided'))?.last ?? 0
  const changed: OpRow[] = []
  for (const [at, outcome] of outcomes.entries()) {
    const row = rows[at]
    if (row === undefined || sameOutcome(row.outcome, outcome)) continue
    const itemId = outcome.result?.['itemId']
    changed.push({
      ...row,
      outcome,
      state: stateOf(outcome, row.settledBy !== null),
      decidedNo: isFinal(outcome) ? ++last : undecided,
      decidedAtMs: nowMs,
      wasHeld: row.wasHeld || outcome.status === 'held',
      lanes: typeof itemId === 'string' ? resolvedKeys(row.lanes, itemId) : row.lanes,
    })
  }
  await open.ops.bulkPut(changed)
  await noteMismatch(open, changed)
  await discardRefusedNumbers(open, changed)
  await open.counters.put({ name: 'decided', last })
  if (epoch !== undefined) await open.meta.put({ key: 'pushEpoch', value: epoch })
  for (const row of changed.filter(({ outcome }) => isRefused(outcome))) changed.push(...(await takeBack(open, row)))
  return changed
}

/** A refused resolution leaves its target in the tray; a refused end leaves its round without one. */
async function takeBack(open: OutboxDatabase, row: OpRow): Promise<OpRow[]> {
  const rounds = row.roundId === null ? [] : await open.rounds.where('id').equals(row.roundId).toArray()
  for (const round of rounds) {
    if (round.endOpId !== row.opId) continue
    await open.rounds.put({ ...round, endedAtMs: null, endOpId: null, refusedEnd: row.opId })
  }
  const target = row.settles === null ? undefined : await open.ops.get(row.settles)
  if (target === undefined || target.settledBy !== row.opId) return []
  const back: OpRow = { ...target, settledBy: null, resolution: null, state: stateOf(target.outcome, false) }
  await open.ops.put(back)
  return [back]
}

/** Whether a decision says what is known already. */
export function sameOutcome(a: Outcome | null, b: Outcome): boolean {
  if (a === null || a.resolution !== b.resolution) return false
  return a.status === b.status && a.code === b.code && a.causeOp === b.causeOp
}
