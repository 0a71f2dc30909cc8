import { dashboardCartAgeMs } from '#web/lib/local-storage.ts'
import { isFinalizationOf, isSaleOf } from './captured-sale.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** Whether this device has sold a cart, or finalised what it holds of the web, as far back as a cart lives. */
export async function isSoldHere(cart: {
  readonly cartId: string
  readonly itemIds: readonly string[]
}): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(databaseNames.outbox)) return false
  return withOutbox(async (outbox, { nowMs }) => {
    const rows = await outbox.capturedSince(nowMs() - dashboardCartAgeMs)
    return rows.some((row) => isSaleOf(cart.cartId, row) || cart.itemIds.some((id) => isFinalizationOf(id, row)))
  })
}
