import * as z from 'zod'
import { day } from '#sync/calls/list.ts'
import { listFilters, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the transports list; days are the account's. */
export const transportFilters = listFilters(() => ({ from: day, to: day, link: z.enum(['with', 'without']) }))

/** Filters of transports that are set. */
export type TransportFilters = FiltersOf<typeof transportFilters>
