import { Dexie } from 'dexie'
import { distinctProducts } from '#domain/warehouse/round.ts'
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
  const ops = await outbox.byIds(lines.flatMap(({ opId }) => opId ?? []))
  const byId = new Map(ops.map((row) => [row.opId, row]))
  return lines.map((line) => asView(line, line.opId === null ? null : (byId.get(line.opId) ?? null), isTravelling))
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
    views.map(({ code, details, opId, op, state, reasonCode }) => {
      // What check-in keeps of a line (`LineDetails`).
      const itemId = details?.['itemId'] ?? op?.outcome?.result?.['itemId']
      return {
        code,
        itemId: typeof itemId === 'string' ? itemId : null,
        isUndone: isUndone({ details, opId, state }),
        isSettled: state === 'settled',
        refusal: state === 'refused' ? reasonCode : null,
      }
    }),
  )
}

/**
 * Whether the scan of a line was taken back. A refused undo leaves the product where it lies; what never became an
 * operation is taken back by the device alone.
 */
export function isUndone({ details, opId, state }: Pick<LineView, 'details' | 'opId' | 'state'>): boolean {
  return details?.['undone'] !== undefined && (opId === null || state !== 'refused')
}

function asView(line: LineRow, op: OpRow | null, isTravelling: (opId: string) => boolean): LineView {
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
