import * as z from 'zod'
import { releaseStates } from '#domain/payment/payment-release.ts'
import { askedWords, listFilters, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of releases. */
export const releaseFilters = listFilters(() => ({ state: several(z.enum(releaseStates)) }))

/** The question that the filters ask the server: what waits, unless other states are chosen. */
export function releaseQuestionOf({ state }: FiltersOf<typeof releaseFilters>, words: string) {
  return { ...askedWords('q', words), state: state ?? (['waiting'] as const) }
}
