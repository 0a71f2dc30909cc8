import type { LineView } from '#web/local/outbox/lines.ts'

/** Why a line is kept for a scan whose code several products carry, until the operator says which one it was. */
export const undecidedCode = 'ITEM_CODE_AMBIGUOUS'

/** Whether a line still asks which product was scanned. */
export function isUndecided({ opId, refusedCode }: Pick<LineView, 'opId' | 'refusedCode'>): boolean {
  return opId === null && refusedCode === undecidedCode
}
