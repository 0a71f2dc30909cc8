import { queryOptions } from '@tanstack/react-query'
import { readDeliveryCall } from '#sync/calls/delivery.ts'
import { CallError, type Http } from '#web/lib/http.ts'

/** What every query of deliveries begins with. */
export const deliveryKey = ['delivery'] as const

/** The parcels of a buyback's product. */
export function deliveryQuery(http: Http, buybackId: string) {
  return queryOptions({
    queryKey: [...deliveryKey, buybackId],
    queryFn: ({ signal }) => http(readDeliveryCall, { params: { id: buybackId }, signal }),
    retry: false,
  })
}

/** Whether a call found no server of ours. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.failure !== 'refused'
}
