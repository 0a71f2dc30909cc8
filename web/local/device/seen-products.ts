import * as z from 'zod'
import { lazily } from '#domain/kernel/lazily.ts'
import { controlProduct, type ControlProduct } from '#sync/calls/compliance.ts'
import type { ProductRow } from '#sync/records.ts'
import { seenProductsKey } from '#web/local/outbox/outbox-database.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** Most products that a device remembers; the oldest go first. */
const most = 300

/** A product as it is kept: an app of before kept no account. */
const stored = lazily(() => z.array(controlProduct.extend({ accountId: z.string().optional() })))

/** Products that this device has found in an account before, the latest first: all that it can offer without a network. */
export async function readSeenProducts(accountId: string | null): Promise<readonly ControlProduct[]> {
  const seen = await withOutbox(async (outbox) => parseSeen(await outbox.readMeta(seenProductsKey)))
  return seen.flatMap(({ accountId: of, ...product }) => (of === undefined || of === accountId ? [product] : []))
}

/** Remembers a product that a test of an account is about to name. */
export async function keepSeenProduct(product: ControlProduct, accountId: string | null): Promise<void> {
  await withOutbox(async (outbox) => {
    const others = parseSeen(await outbox.readMeta(seenProductsKey)).filter(({ id }) => id !== product.id)
    const kept = accountId === null ? product : { ...product, accountId }
    await outbox.writeMeta(seenProductsKey, [kept, ...others].slice(0, most))
  })
}

/** The stored products by the ids that operations name. */
export function productRows(value: unknown, ids: readonly string[]): readonly ProductRow[] {
  if (ids.length === 0) return []
  return parseSeen(value).flatMap(({ id, terms }) => (ids.includes(id) ? [terms as ProductRow] : []))
}

function parseSeen(value: unknown): z.output<ReturnType<typeof stored>> {
  const parsed = stored().safeParse(value)
  return parsed.success ? parsed.data : []
}
