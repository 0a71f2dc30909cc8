import { foldText } from '#domain/kernel/fold-text.ts'
import type { CustomerAnswer } from '#domain/quarantine/customer-answer.ts'
import { listRows, type ListedRows, type RowOrders } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import { answerOfRow, type QuarantineRow } from './quarantine-row.ts'

const orders: RowOrders<QuarantineRow> = {
  columns: {
    waitingSince: (row) => row.waitingSinceMs,
    name: (row) => row.name?.toLowerCase() ?? null,
    declaredPrice: (row) => row.declaredCents,
    controlledPrice: (row) => row.controlledCents,
    deadline: (row) => answerOfRow(row, 0).deadlineMs,
  },
  usual: [{ by: (row) => row.waitingSinceMs }],
  last: { by: (row) => row.id },
}

/** A page of the device's rows that pass answer and search, as the server lists its own. */
export function listCopy(
  rows: readonly QuarantineRow[],
  state: ListState,
  answer: CustomerAnswer | null,
  nowMs: number,
): ListedRows<QuarantineRow> {
  const passing = rows.filter(
    (row) => (answer === null || answerOfRow(row, nowMs).answer === answer) && matches(row, state.search),
  )
  return listRows(passing, state, orders)
}

function matches({ name, code, buybackCode }: QuarantineRow, search: string): boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  // A code copied from a screen comes in groups.
  const joined = words.join('')
  const text = foldText(name ?? '')
  const codes = [code, buybackCode].map(foldText)
  return codes.some((one) => one.includes(joined)) || words.every((word) => text.includes(word))
}
