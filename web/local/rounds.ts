import { Dexie } from 'dexie'
import type { Author, OutboxDatabase, RoundLocalRow } from './outbox-database.ts'
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
