import { nextNumber } from './sequences.ts'
import type { LineRow, OutboxDatabase } from './outbox-database.ts'

/** What a scan leaves on its list. */
export interface LineInput {
  readonly listId: string
  readonly code: string
  readonly label?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** The line that is there already stays as it is where the device refuses the action. */
  readonly staysIfRefused?: true
}

/** What became of the scan behind a line. */
export type LineOutcome = Pick<LineRow, 'opId' | 'refusedCode' | 'verdict'>

/** Adds a line inside a transaction. */
export async function putLine(
  open: OutboxDatabase,
  line: LineInput,
  id: string,
  userId: string,
  capturedAtMs: number,
  outcome: LineOutcome,
): Promise<void> {
  const known = await open.lines.get(id)
  const order = known?.order ?? (await nextNumber(open, 'line'))
  await open.lines.put(lineRow(line, id, order, userId, capturedAtMs, outcome))
}

/** A line as the device keeps it. */
export function lineRow(
  { listId, code, label, details }: LineInput,
  id: string,
  order: number,
  userId: string,
  capturedAtMs: number,
  outcome: LineOutcome,
): LineRow {
  return { id, order, listId, code, label: label ?? null, details: details ?? null, capturedAtMs, userId, ...outcome }
}
