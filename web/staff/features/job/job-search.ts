import { jobStates, type JobState } from '#domain/payment/payment-provider.ts'

/** Filters of the jobs as the address has them. */
export interface JobSearch {
  readonly state?: JobState
  readonly queue?: string
}

/** Reads the filters of an address; what makes no sense is left out. */
export function parseJobSearch(search: Readonly<Record<string, unknown>>): JobSearch {
  const state = jobStates.find((one) => one === search.state)
  const { queue } = search
  return {
    ...(state === undefined ? {} : { state }),
    ...(typeof queue === 'string' && /^[\w-]{1,64}$/.test(queue) ? { queue } : {}),
  }
}

/** States that the page shows unless one is chosen: all that are not final. */
export const openStates: readonly JobState[] = ['failed', 'active', 'waiting']
