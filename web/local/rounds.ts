import { Dexie } from 'dexie'
import type { Author, RoundLocalRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'

/** The latest open round of an author in a warehouse; a new one where there is none. */
export async function readRound(
  outbox: Outbox,
  { userId, accountId }: Author,
  warehouseId: string,
  nowMs: number,
): Promise<RoundLocalRow> {
  return outbox.writing(async (open) => {
    const known = await open.rounds
      .where('[userId+startedAtMs]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
      .reverse()
      .filter((round) => round.warehouseId === warehouseId && round.endedAtMs === null)
      .first()
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
    await open.rounds.add(started)
    return started
  })
}
