import { queryOptions } from '@tanstack/react-query'
import { readDeliveryCall } from '#sync/calls/delivery.ts'
import type { Http } from '#web/lib/http.ts'

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
