import { foldText } from '#domain/kernel/fold-text.ts'
import type { ListState } from '#web/staff/ui/list-state.ts'
import type { CustomerAnswer, QuarantineRow } from './quarantine-row.ts'

/** Columns by which the list sorts. */
export const quarantineSorts = ['waitingSince', 'declared', 'controlled', 'deadline', 'name'] as const
/** One of them. */
export type QuarantineSort = (typeof quarantineSorts)[number]

const keys: Readonly<Record<QuarantineSort, (row: QuarantineRow) => number | string | null>> = {
  waitingSince: (row) => row.waitingSinceMs,
  declared: (row) => row.declaredCents,
  controlled: (row) => row.controlledCents,
  deadline: (row) => row.deadlineMs,
  name: (row) => row.name,
}

/** Rows that pass answer and search, in order; what is unknown stands last. Longest wait first unless asked otherwise. */
export function listRows(
  rows: readonly QuarantineRow[],
  { search, sort, order }: Pick<ListState, 'search' | 'sort' | 'order'>,
  answer: CustomerAnswer | null,
): readonly QuarantineRow[] {
  const by = quarantineSorts.find((name) => name === sort) ?? 'waitingSince'
  const sign = order === 'asc' ? 1 : -1
  return rows
    .filter((row) => (answer === null || row.answer === answer) && matches(row, search))
    .toSorted((a, b) => {
      const [one, other] = [keys[by](a), keys[by](b)]
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      if (one === other) return a.id < b.id ? -1 : 1
      return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other))
    })
}

function matches({ name, code, buybackCode }: QuarantineRow, search: string): boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  // A code copied from a screen comes in groups.
  const joined = words.join('')
  const text = foldText(name ?? '')
  const codes = [code, buybackCode].map(foldText)
  return codes.some((one) => one.includes(joined)) || words.every((word) => text.includes(word))
}
