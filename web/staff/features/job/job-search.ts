import * as z from 'zod'
import { jobStates, type JobState } from '#domain/payment/payment-provider.ts'
import { askedWords, listFilters, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the jobs. */
export const jobFilters = listFilters(() => ({
  state: z.enum(jobStates),
  queue: z.string().regex(/^[\w-]{1,64}$/),
}))

/** States that the page shows unless one is chosen: all that are not final. */
const openStates: readonly JobState[] = ['failed', 'active', 'waiting']

/** The question that the filters ask the server. */
export function jobQuestionOf({ state, queue }: FiltersOf<typeof jobFilters>, words: string) {
  return {
    state: state === undefined ? openStates : [state],
    queue: queue === undefined ? undefined : [queue],
    ...askedWords('q', words),
  }
}
