import * as z from 'zod'

/** What the carrier says of a package's label: `none` until it is closed, `ready` once it can be printed. */
export const labelStates = ['none', 'awaiting', 'ready', 'failed'] as const
export type LabelState = (typeof labelStates)[number]

/** A package in the device's copy. */
export const packageRowSchema = z.object({
  id: z.string(),
  version: z.int(),
  origin: z.discriminatedUnion('type', [
    z.object({ type: z.literal('store'), storeId: z.string() }),
    z.object({ type: z.literal('warehouse'), warehouseId: z.string() }),
  ]),
  destinationWarehouseId: z.string(),
  status: z.enum(['open', 'closed']),
  /** In the order of the scans. */
  itemIds: z.array(z.string()).readonly(),
  number: z.string().nullable(),
  openedBy: z.string(),
  closedAtMs: z.number().nullable(),
  /** Absent where the package is known from the device alone. */
  labelState: z.enum(labelStates).optional(),
  /** Whether the label is a file of the carrier's, which no device can make itself. */
  isCarrierLabel: z.boolean().optional(),
})
