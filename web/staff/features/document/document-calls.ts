import { queryOptions } from '@tanstack/react-query'
import { listPrintersCall, printerPlacesCall } from '#sync/calls/document.ts'
import type { Http } from '#web/lib/http.ts'

/** What every query of printers begins with. */
export const printerKey = ['document', 'printers'] as const

/** Printers that the user may print on. */
export function printersQuery(http: Http) {
  return queryOptions({
    queryKey: [...printerKey, 'list'],
    queryFn: ({ signal }) => http(listPrintersCall, { query: { pagination: false }, signal }),
  })
}

/** Places that may have printers of their own. */
export function placesQuery(http: Http) {
  return queryOptions({
    queryKey: [...printerKey, 'places'],
    queryFn: ({ signal }) => http(printerPlacesCall, { query: { pagination: false }, signal }),
  })
}
