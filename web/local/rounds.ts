import { Dexie } from 'dexie'
import { roundOf } from '#sync/operations/round-of.ts'
import { endCheckInRound } from '#sync/operations/warehouse/end-check-in-round.ts'
import type { Author, OpRow, OutboxDatabase, RoundLocalRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'

/** The latest open round of an author in a warehouse; a new one where there is none. */
export async function readRound(
  outbox: Outbox,
  { userId, accountId }: Author,
  warehouseId: string,
  nowMs: number,
): Promise<RoundLocalRow> {
  const find = (open: OutboxDatabase): PromiseLike<RoundLocalRow | undefined> =>
    open.rounds
      .where('[userId+startedAtMs]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
      .reverse()
      .filter((round) => round.warehouseId === warehouseId && round.endedAtMs === null)
      .first()
  // Each scan asks, and writing waits for the disk.
  const open = await outbox.reach(async (database) => find(database))
  if (open !== undefined) return open
  return outbox.writing(async (database) => {
    const known = await find(database)
    if (known !== undefined) return known
    const started: RoundLocalRow = {
      id: outbox.newId(),
      accountId,
      warehouseId,
      userId,
      startedAtMs: nowMs,
      endedAtMs: null,
      typedCount: null,
      distinctCount: null,
      comment: null,
      endOpId: null,
    }
    await database.rounds.add(started)
    return started
  })
}

/** Whether an operation is the end of a round that refused check-ins held up, and none of them holds it up any more. */
export function isSetFree({ op, roundId, outcome }: OpRow, heldUp: ReadonlySet<string>): boolean {
  const wasHeldUp = op.type === endCheckInRound.type && outcome?.code === 'ROUND_HAS_REFUSED'
  return wasHeldUp && roundId !== null && !heldUp.has(roundId)
}

/**
 * An author's refused ends of rounds whose last refused check-in was among the settled operations. Those of others stay:
 * a round ends by whoever scanned it.
 */
export async function endsSetFree(outbox: Outbox, by: Author, settled: readonly string[]): Promise<readonly string[]> {
  const [rows, tray] = await Promise.all([outbox.byIds(settled), outbox.inState('tray')])
  const touched = new Set(rows.flatMap(({ op }) => roundOf(op) ?? []))
  const heldUp = new Set(tray.flatMap(({ op }) => roundOf(op) ?? []))
  return tray
    .filter((row) => isSetFree(row, heldUp) && row.roundId !== null && touched.has(row.roundId))
    .filter(({ author }) => author.userId === by.userId && author.accountId === by.accountId)
    .map(({ opId }) => opId)
}
