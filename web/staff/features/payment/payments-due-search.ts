import * as z from 'zod'
import { listFilters } from '#web/staff/ui/list/list-filters.ts'

/** How many working days ahead a promise is warned of: what the page offers, and what it begins with. */
export const dueDays = { choices: [0, 1, 2, 3, 5, 10], usual: 2 } as const

/** The filter by working days ahead. */
export const dueFilters = listFilters(() => ({
  days: z
    .union([z.number(), z.string().regex(/^\d{1,2}$/)])
    .transform(Number)
    .pipe(z.literal(dueDays.choices)),
}))
