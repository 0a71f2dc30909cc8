import * as z from 'zod'
import { controlProduct, type ControlProduct } from '#sync/calls/control.ts'
import type { ProductRow } from '#sync/records.ts'
import { withOutbox } from './with-outbox.ts'

/** Name of the value in database A: beside the operations, because those that name a product need it to be shown. */
export const seenProductsKey = 'seenProducts'
/** Most products that a device remembers; the oldest go first. */
const most = 300

const stored = z.array(controlProduct)

/** Products that this device has found before, the latest first: all that it can offer without a network. */
export async function readSeenProducts(): Promise<readonly ControlProduct[]> {
  return withOutbox(async (outbox) => parseSeen(await outbox.readMeta(seenProductsKey)))
}

/** Remembers a product that a test is about to name. */
export async function keepSeenProduct(product: ControlProduct): Promise<void> {
  await withOutbox(async (outbox) => {
    const others = parseSeen(await outbox.readMeta(seenProductsKey)).filter(({ id }) => id !== product.id)
    await outbox.writeMeta(seenProductsKey, [product, ...others].slice(0, most))
  })
}

/** The stored products by the ids that operations name. */
export function productRows(value: unknown, ids: readonly string[]): readonly ProductRow[] {
  if (ids.length === 0) return []
  return parseSeen(value).flatMap(({ id, terms }) => (ids.includes(id) ? [terms as ProductRow] : []))
}

function parseSeen(value: unknown): readonly ControlProduct[] {
  const parsed = stored.safeParse(value)
  return parsed.success ? parsed.data : []
}
