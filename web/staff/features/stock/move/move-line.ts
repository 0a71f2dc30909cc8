import * as z from 'zod'
import type { Engine } from '#web/local/engine/engine.ts'
import type { LineState as StoredState, LineView } from '#web/local/outbox/lines.ts'
import { isUndecided } from '../floor/undecided-scan.ts'
import { stockVerdictSchema } from '../floor/verdict.schema.ts'

/** What a line of a move keeps beside code and product, so that it reads the same after a restart. */
export const moveDetailsSchema = z.object({
  itemId: z.string().nullable(),
  /** Stock that the product was scanned into. */
  stockId: z.string(),
  /** Name of the stock that it stood in. */
  fromStock: z.string().nullable(),
  verdict: stockVerdictSchema,
  /** The move that this line has undone. */
  undone: z.string().optional(),
  /** The products that share the code, while nobody has said which one it is. */
  among: z.array(z.string()).optional(),
})
/** What a line of a move keeps. */
export type MoveDetails = z.output<typeof moveDetailsSchema>

/** Where a line stands on its way to the server; a key of `stock:lineState`. */
export type MoveLineState = StoredState | 'undone' | 'local'

/** One scan as the list shows it. */
export interface MoveLine {
  readonly lineId: string
  readonly code: string
  readonly label: string | null
  readonly capturedAtMs: number
  readonly state: MoveLineState
  readonly details: MoveDetails
  /** It still asks which product was scanned. */
  readonly isUndecided: boolean
  /** The move that its actor may undo now. */
  readonly undoableOpId: string | null
}

/** Draws up a durable line; null where another version of the app wrote it. */
export function toMoveLine(view: LineView, userId: string, online: boolean): MoveLine | null {
  const details = moveDetailsSchema.safeParse(view.details)
  if (!details.success) return null
  const { undone } = details.data
  const isUndone = undone !== undefined && view.state !== 'refused'
  return {
    lineId: view.id,
    code: view.code,
    label: view.label,
    capturedAtMs: view.capturedAtMs,
    state: stateOf(view, isUndone, online),
    details: details.data,
    isUndecided: isUndecided(view),
    undoableOpId: !isUndone && isOwnMove(view, userId) ? view.opId : null,
  }
}

// What was tried without a network is not called sent, and what the device refused never leaves it.
function stateOf(view: LineView, isUndone: boolean, online: boolean): MoveLineState {
  if (isUndone) return 'undone'
  if (view.state === 'sent' && !online) return 'saved'
  return view.state === 'refused' && view.opId === null ? 'local' : view.state
}

function isOwnMove({ op, state }: LineView, userId: string): boolean {
  if (op === null || op.op.type !== 'moveItem' || op.op.actor !== userId) return false
  return state === 'saved' || state === 'sent' || state === 'confirmed'
}

/** Most lines that are looked at for what an undo may take back. */
const mostUndoable = 50

/**
 * The lines, newest first, whose move is the latest of its product still: another one has taken its place in the others.
 * The one that was answered last is looked at, however old its line is.
 */
export async function undoableLines(
  engine: Pick<Engine, 'view'>,
  lines: readonly MoveLine[],
  answered: string | null = null,
): Promise<readonly MoveLine[]> {
  const moved = lines
    .filter(({ undoableOpId }) => undoableOpId !== null)
    .filter(({ lineId }, at) => at < mostUndoable || lineId === answered)
  const ids = [...new Set(moved.flatMap(({ details }) => details.itemId ?? []))]
  const views = ids.length === 0 ? [] : await engine.view(ids)
  const latest = new Map(views.map(({ item }) => [item.id, item.last?.opId]))
  return moved.filter(({ details, undoableOpId }) => {
    const opId = latest.get(details.itemId ?? '')
    return opId === undefined || opId === undoableOpId
  })
}
