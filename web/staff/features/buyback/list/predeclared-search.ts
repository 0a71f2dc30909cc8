import * as z from 'zod'
import { listFilters } from '#web/staff/ui/list/list-filters.ts'

/** The filter of predeclared buybacks by whether their price still holds. */
export const predeclaredFilters = listFilters(() => ({ held: z.enum(['true', 'false']) }))
