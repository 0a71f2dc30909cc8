import type { Grade } from '#domain/catalog/grade.ts'
import { finalizeInStore } from '#sync/operations/counter/finalize-in-store.ts'
import { saleLine } from '#sync/operations/counter/counter-args.ts'
import { sellInStore } from '#sync/operations/counter/sell-in-store.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { seenPrices } from '#sync/wire/sale.ts'
import type { OpRow } from '../outbox/outbox-database.ts'
import type { CapturedSale, SoldLine } from './counter.ts'

/** Whether an operation of the outbox is a counter's. */
export function isSale({ op }: OpRow): boolean {
  return op.type === sellInStore.type || op.type === finalizeInStore.type
}

/** Whether an operation has sold a cart, unless it was refused. */
export function isSaleOf(cartId: string, row: OpRow): boolean {
  return counts(row) && row.op.type === sellInStore.type && newestArgs(row.op)['cartId'] === cartId
}

/** Whether an operation has finalised an item that the web has predeclared, unless it was refused. */
export function isFinalizationOf(itemId: string, row: OpRow): boolean {
  return counts(row) && row.op.type === finalizeInStore.type && newestArgs(row.op)['itemId'] === itemId
}

function counts({ state }: OpRow): boolean {
  return state === 'pending' || state === 'held' || state === 'applied'
}

const states = {
  pending: 'waiting',
  applied: 'confirmed',
  held: 'held',
  tray: 'refused',
  discarded: 'discarded',
} as const

/** A counter's operation as the list of sales shows it. */
export function capturedSale(row: OpRow): CapturedSale {
  const args = newestArgs(row.op)
  const lines = soldLines(args, row.made ?? [])
  return {
    opId: row.opId,
    kind: row.op.type === sellInStore.type ? 'sale' : 'finalize',
    storeId: String(args['storeId']),
    capturedAtMs: row.capturedAtMs,
    authorId: row.author.userId,
    authorName: row.author.name,
    state: states[row.state],
    code: row.outcome?.code ?? null,
    lines,
    totalCents: lines.reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0),
  }
}

/** What a receipt says of each product: prices as they were seen, everything else as the items are known. */
export function soldLines(args: Readonly<Record<string, unknown>>, items: readonly ItemRow[]): readonly SoldLine[] {
  const lines = saleLine.array().safeParse(args['lines'])
  if (!lines.success) {
    const prices = seenPrices.safeParse(args['prices'])
    const [item] = items
    if (item === undefined || !prices.success) return []
    const paymentModeId = typeof args['paymentModeId'] === 'string' ? args['paymentModeId'] : null
    return [lineOf(item, { buybackId: '', paymentModeId, prices: prices.data })]
  }
  return lines.data.flatMap((line) => {
    const item = items.find(({ id }) => id === line.itemId)
    return item === undefined ? [] : [lineOf(item, line)]
  })
}

function lineOf(
  item: ItemRow,
  {
    buybackId,
    paymentModeId,
    prices,
  }: Pick<SoldLine, 'paymentModeId'> & Pick<ReturnType<typeof saleLine.parse>, 'buybackId' | 'prices'>,
): SoldLine {
  return {
    buybackId,
    itemId: item.id,
    number: item.buybackCode,
    productId: item.facts?.productId ?? '',
    productLabel: item.productLabel ?? '',
    brand: item.brand,
    imei: item.imei,
    serialNumber: item.serialNumber,
    grade: item.declaredGrade as Grade | null,
    paymentModeId,
    estimatedPriceCents: prices.estimatedPriceCents,
    impactPriceEntries: prices.impactPriceEntries,
    totalPriceCents: prices.totalPriceCents,
  }
}
