import { queryOptions } from '@tanstack/react-query'
import { listTransportsCall, readDispatchCall } from '#sync/calls/dispatch.ts'
import type { Http } from '#web/lib/http.ts'
import { listedTransport } from './kept-dispatch.ts'

/** What every query of dispatch begins with. */
export const dispatchKey = ['dispatch'] as const

/** The account's rules with everything that conditions may name. */
export function dispatchQuery(http: Http) {
  return queryOptions({
    queryKey: [...dispatchKey, 'setup'],
    queryFn: ({ signal }) => http(readDispatchCall, { signal }),
  })
}

/** Transports that pass a query. */
export function transportsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...dispatchKey, 'transports', query],
    queryFn: async ({ signal }) => {
      const answer = await http(listTransportsCall, { query, signal })
      return { ...answer, 'hydra:member': answer['hydra:member'].map(listedTransport) }
    },
    placeholderData: (before) => before,
  })
}
