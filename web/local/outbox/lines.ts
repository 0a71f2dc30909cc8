import { Dexie } from 'dexie'
import { distinctProducts, sharedCode } from '#domain/check-in/check-in-round.ts'
import type { OpState } from '#sync/replica/outbox-state.ts'
import type { LineRow, OpRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'

/**
 * What became of a scan: `saved` on the device, `sent` but not answered, `confirmed`, `held` on the server, `refused`
 * by device or server, `settled` by a person after a refusal.
 */
export type LineState = 'saved' | 'sent' | 'confirmed' | 'held' | 'refused' | 'settled'

/** A line of a list with what became of it. */
export interface LineView extends LineRow {
  readonly state: LineState
  /** Why it is refused or held. */
  readonly reasonCode: string | null
  readonly op: OpRow | null
}

/** Counts of a list. */
export interface LineCounts {
  readonly lines: number
  readonly distinctCodes: number
  readonly refusedByDevice: number
}

/** Lines of a list, newest first. */
export async function readLinesOf(
  outbox: Outbox,
  listId: string,
  limit: number,
  isTravelling: (opId: string) => boolean,
): Promise<LineView[]> {
  const lines = await outbox.reach((open) =>
    open.lines
      .where('[listId+order]')
      .between([listId, Dexie.minKey], [listId, Dexie.maxKey])
      .reverse()
      .limit(limit)
      .toArray(),
  )
  const ops = await outbox.byIds(lines.flatMap((line) => [line.opId ?? [], ...formersOf(line)].flat()))
  const byId = new Map(ops.map((row) => [row.opId, row]))
  return lines.map((line) => asView(line, byId, isTravelling))
}

/** Counts of a list, over all of its lines. */
export async function countLinesOf(outbox: Outbox, listId: string): Promise<LineCounts> {
  const codes = new Set<string>()
  let [lines, refusedByDevice] = [0, 0]
  await outbox.reach((open) =>
    open.lines
      .where('[listId+order]')
      .between([listId, Dexie.minKey], [listId, Dexie.maxKey])
      .each((line) => {
        lines++
        if (line.opId === null) refusedByDevice++
        else codes.add(line.code)
      }),
  )
  return { lines, distinctCodes: codes.size, refusedByDevice }
}

/** Distinct products of a round's list as its operator counts them now. */
export async function distinctInRound(outbox: Outbox, roundId: string): Promise<number> {
  const views = await readLinesOf(outbox, roundId, Infinity, () => false)
  return distinctProducts(
    views.map((view) => {
      const { code, details, op, state, reasonCode } = view
      // What check-in keeps of a line (`LineDetails`).
      const itemId = details?.['itemId'] ?? op?.outcome?.result?.['itemId']
      return {
        code,
        itemId: typeof itemId === 'string' ? itemId : null,
        isUndone: isUndone(view),
        isSettled: state === 'settled',
        refusal: state === 'refused' ? reasonCode : null,
      }
    }),
  )
}

/**
 * What check-in keeps of a line that it has changed (`LineDetails`): the check-in that it has undone, or that it has
 * replaced by one into another stock, and the details of before.
 */
interface Changed {
  readonly undone: unknown
  readonly replaced: unknown
  readonly before: Readonly<Record<string, unknown>> | null
}

function changeOf({ details }: Pick<LineRow, 'details'>): Changed {
  const before = details?.['before']
  const isKnown = typeof before === 'object' && before !== null
  return {
    undone: details?.['undone'],
    replaced: details?.['replaced'],
    before: isKnown ? (before as Changed['before']) : null,
  }
}

/**
 * Whether the scan of a line was taken back. A refused undo leaves the product where it lies; a scan whose code several
 * products share, and that was never assigned to one, is taken back by the device alone.
 */
export function isUndone({ details, opId, refusedCode, state }: Omit<LineView, 'op'>): boolean {
  return details?.['undone'] !== undefined && (opId === null ? refusedCode === sharedCode : state !== 'refused')
}

/** The check-ins that a line stood for before, latest first. */
function formersOf(line: Pick<LineRow, 'details'>): readonly string[] {
  const { undone, replaced, before } = changeOf(line)
  const former = undone ?? replaced
  return typeof former === 'string' ? [former, ...formersOf({ details: before })] : []
}

/**
 * The line as it was before a change without effect: its refused undo is settled, so that the check-in stands. A change
 * to another stock has no effect where the new check-in was blocked by the undo.
 */
function withoutChange(line: LineRow, { state, outcome }: OpRow, byId: ReadonlyMap<string, OpRow>): LineRow | null {
  const { undone, before } = changeOf(line)
  const [former] = formersOf(line)
  const isNothing = undone !== undefined || outcome?.status === 'blocked_by'
  if (state !== 'discarded' || former === undefined || !isNothing) return null
  const itemId = line.details?.['itemId'] ?? null
  const capturedAtMs = byId.get(former)?.capturedAtMs ?? line.capturedAtMs
  return { ...line, opId: former, capturedAtMs, details: before ?? { itemId } }
}

function asView(line: LineRow, byId: ReadonlyMap<string, OpRow>, isTravelling: (opId: string) => boolean): LineView {
  const op = line.opId === null ? null : (byId.get(line.opId) ?? null)
  const unchanged = op === null ? null : withoutChange(line, op, byId)
  if (unchanged !== null) return asView(unchanged, byId, isTravelling)
  if (op === null) {
    // An operation that was pruned long ago had been applied.
    return { ...line, op, state: line.opId === null ? 'refused' : 'confirmed', reasonCode: line.refusedCode }
  }
  return {
    ...line,
    op,
    state: lineStateOf(op.state, op.firstPushedAtMs !== null || isTravelling(op.opId)),
    reasonCode: op.outcome?.code ?? null,
  }
}

function lineStateOf(state: OpState, isSent: boolean): LineState {
  switch (state) {
    case 'pending':
      return isSent ? 'sent' : 'saved'
    case 'applied':
      return 'confirmed'
    case 'held':
      return 'held'
    case 'tray':
      return 'refused'
    case 'discarded':
      return 'settled'
  }
}
