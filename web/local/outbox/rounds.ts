import { Dexie } from 'dexie'
import { readArgs } from '#sync/operations/read-args.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { roundOf } from '#sync/operations/round-of.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import type { Author, OpRow, OutboxDatabase, RoundLocalRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'

/**
 * The latest open round of an author in a warehouse; a new one where there is none. One whose end waits in the tray is
 * left alone, because its operator has counted it.
 */
export async function readRound(
  outbox: Outbox,
  by: Author,
  warehouseId: string,
  nowMs: number,
): Promise<RoundLocalRow> {
  const find = (open: OutboxDatabase) => newestOpen(open, by, warehouseId, [])
  // Each scan asks, and writing waits for the disk.
  const open = await outbox.reach(find)
  if (open !== undefined) return open
  return outbox.writing(async (database) => {
    const known = await find(database)
    if (known !== undefined) return known
    const started: RoundLocalRow = {
      id: outbox.newId(),
      accountId: by.accountId,
      warehouseId,
      userId: by.userId,
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

async function newestOpen(
  open: OutboxDatabase,
  by: Author,
  warehouseId: string,
  waiting: readonly string[],
): Promise<RoundLocalRow | undefined> {
  const round = await open.rounds
    .where('[userId+startedAtMs]')
    .between([by.userId, Dexie.minKey], [by.userId, Dexie.maxKey])
    .reverse()
    .filter((each) => each.warehouseId === warehouseId && each.endedAtMs === null && !waiting.includes(each.id))
    .first()
  if (round?.refusedEnd === undefined) return round
  const end = await open.ops.get(round.refusedEnd)
  return end?.state === 'tray' ? newestOpen(open, by, warehouseId, [...waiting, round.id]) : round
}

/** The end of a round that its operator has captured, and that waits in the tray. */
export interface WaitingEnd {
  readonly opId: string
  readonly roundId: string | null
  readonly endedAtMs: number
  readonly typedCount: number
  /** It waits for refused check-ins, and else for a decision about itself. */
  readonly isHeldUp: boolean
}

/** A user's ends of rounds in a warehouse that wait in the tray, oldest first. */
export async function readWaitingEnds(outbox: Outbox, userId: string, warehouseId: string): Promise<WaitingEnd[]> {
  const tray = await outbox.inState('tray')
  const heldUp = blockedRounds(tray)
  return tray.flatMap(({ opId, op, author, roundId, capturedAtMs }) => {
    if (op.type !== endCheckInRound.type || author.userId !== userId) return []
    const args = readArgs(endCheckInRound, newestArgs(op))
    if (!args.ok || args.value.warehouseId !== warehouseId) return []
    const isHeldUp = roundId !== null && heldUp.has(roundId)
    return [{ opId, roundId, endedAtMs: capturedAtMs, typedCount: args.value.typedCount, isHeldUp }]
  })
}

/** What ends a round or a count, with the argument that names it, and how one is refused over refusals of its own. */
const ends: Readonly<Record<string, { readonly name: string; readonly heldUp: string }>> = {
  [endCheckInRound.type]: { name: 'roundId', heldUp: 'ROUND_HAS_REFUSED' },
  [endStockCount.type]: { name: 'countId', heldUp: 'COUNT_HAS_REFUSED' },
}

/** The round or count that an operation could not end over refused operations of it; none of others. */
function waitedFor({ op, outcome }: OpRow): string | undefined {
  const end = ends[op.type]
  if (end === undefined || outcome?.code !== end.heldUp) return undefined
  const id = newestArgs(op)[end.name]
  return typeof id === 'string' ? id : undefined
}

/** Rounds and counts that refused operations hold up. */
export function blockedRounds(tray: readonly OpRow[]): ReadonlySet<string> {
  return new Set(tray.flatMap(({ op }) => roundOf(op) ?? []))
}

/** Whether an operation is an end that refused operations held up, and none of them holds it up any more. */
export function isRoundEndReleased(row: OpRow, heldUp: ReadonlySet<string>): boolean {
  const id = waitedFor(row)
  return id !== undefined && !heldUp.has(id)
}

/**
 * An author's refused ends of rounds and counts whose last refused operation was among the settled ones. Those of
 * others stay: a round is ended by the user who scanned it.
 */
export async function releasedRoundEnds(
  outbox: Outbox,
  by: Author,
  settled: readonly string[],
): Promise<readonly string[]> {
  const [rows, tray] = await Promise.all([outbox.byIds(settled), outbox.inState('tray')])
  const touched = new Set(rows.flatMap(({ op }) => roundOf(op) ?? []))
  const heldUp = blockedRounds(tray)
  return tray
    .filter((row) => isRoundEndReleased(row, heldUp) && touched.has(waitedFor(row) ?? ''))
    .filter(({ author }) => author.userId === by.userId && author.accountId === by.accountId)
    .map(({ opId }) => opId)
}
