import { day } from '#sync/calls/list.ts'

/** Days of the register as the address has them, both included. */
export interface RegisterSearch {
  readonly from?: string
  readonly to?: string
}

/** Reads the days of an address; what makes no sense is left out. */
export function parseRegisterSearch(search: Readonly<Record<string, unknown>>): RegisterSearch {
  return {
    ...(day.safeParse(search.from).success ? { from: search.from as string } : {}),
    ...(day.safeParse(search.to).success ? { to: search.to as string } : {}),
  }
}

/** The days that the page shows: those of the address, else the month up to today. */
export function registerDays(
  { from, to }: RegisterSearch,
  today: string,
): { readonly from: string; readonly to: string } {
  const last = to ?? today
  return { from: from ?? `${last.slice(0, 8)}01`, to: last }
}
