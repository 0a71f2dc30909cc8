import * as z from 'zod'
import type { DeliveryDeps } from './delivery-deps.ts'
import { cancelParcel, orderParcel } from './order-parcel.ts'

const scopeSchema = z.object({ accountId: z.guid(), parcelId: z.guid() })

/** The queues of carriers' labels and what works on them. */
export function createDeliveryJobs(deps: DeliveryDeps) {
  return [
    { queue: 'carrier-order', run: (data: unknown) => orderParcel(deps, scopeSchema.parse(data)) },
    { queue: 'carrier-cancel', run: (data: unknown) => cancelParcel(deps, scopeSchema.parse(data)) },
  ] as const
}
