import { day } from '#sync/calls/list.ts'

/** Filters of the transports list as the address has them; days are the account's. */
export interface TransportFilters {
  readonly from?: string
  readonly to?: string
  readonly link?: 'with' | 'without'
}

/** Reads the filters of an address; what makes no sense is left out. */
export function parseTransportFilters(search: Readonly<Record<string, unknown>>): TransportFilters {
  const { link } = search
  return {
    ...(day.safeParse(search.from).success ? { from: search.from as string } : {}),
    ...(day.safeParse(search.to).success ? { to: search.to as string } : {}),
    ...(link === 'with' || link === 'without' ? { link } : {}),
  }
}
