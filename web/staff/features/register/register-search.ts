import { day } from '#sync/calls/list.ts'
import { listFilters, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Days of the register, both included. */
export const registerFilters = listFilters(() => ({ from: day, to: day }))

/** Days of which some may be left open. */
export type RegisterDays = FiltersOf<typeof registerFilters>

/** The days that the page shows: those of the address, else the month up to today. */
export function registerDays({ from, to }: RegisterDays, today: string): Required<RegisterDays> {
  const last = to ?? today
  return { from: from ?? `${last.slice(0, 8)}01`, to: last }
}
