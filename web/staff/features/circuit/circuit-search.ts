import * as z from 'zod'
import { askedWords, listFilters, onFilter, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the list of circuits (CIRC-16). */
export const circuitFilters = listFilters(() => ({
  channel: z.enum(['store', 'web']),
  category: several(z.guid()),
  archived: onFilter,
}))

/** The filter of payment modes and shipping methods: those that are archived, and no others. */
export const archivedFilters = listFilters(() => ({ archived: onFilter }))

/** The question that the filters of circuits ask the server. */
export function circuitQuestionOf(filters: FiltersOf<typeof circuitFilters>, words: string) {
  const { channel, category, ...others } = filters
  return { channel, categoryIds: category, ...archivedQuestionOf(others, words) }
}

/** The question that the filter of payment modes or shipping methods asks the server. */
export function archivedQuestionOf({ archived }: FiltersOf<typeof archivedFilters>, words: string) {
  return { ...askedWords('search', words), archived: archived && 'true' }
}
