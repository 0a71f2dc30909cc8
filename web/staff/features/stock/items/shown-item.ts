import { noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { ItemDetailAnswer } from '#sync/calls/warehouse.ts'

/** An item as its page shows it, from the device, the server, or both. Amounts are integer cents. */
export interface ShownItem {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly brand: string | null
  readonly productLabel: string | null
  readonly status: ItemRow['status']
  readonly buybackStatus: ItemRow['buybackStatus']
  readonly stockId: string | null
  readonly warehouseId: string | null
  readonly destinationWarehouseId: string
  readonly declaredGrade: string | null
  readonly declaredPriceCents: number | null
  readonly controlledGrade: string | null
  readonly controlledPriceCents: number | null
  readonly validatedPriceCents: number | null
  readonly paidCents: number | null
  readonly createdAtMs: number
  readonly latestMoveAtMs: number | null
  readonly promisedOn: string | null
  readonly circuitName: string | null
  readonly storeName: string | null
  readonly comment: string | null
  /** The product that the test found; null where it is the declared one, or not known without the server. */
  readonly foundProduct: string | null
  readonly facts: ItemFacts
}

/**
 * Joins what is known of an item. The device's row goes first, because its own operations are part of it; the server
 * adds what devices do not keep.
 */
export function shownItem(row: ItemRow | null, answer: ItemDetailAnswer | null): ShownItem | null {
  const own = row?.level === 'full' ? row : null
  if (own === null) return answer === null ? null : fromServer(answer)
  const facts = itemFacts(own)
  const rest = answer === null ? null : fromServer(answer)
  return {
    ...own,
    controlledGrade: facts.control?.grade ?? rest?.controlledGrade ?? null,
    controlledPriceCents: facts.control?.priceCents ?? rest?.controlledPriceCents ?? null,
    validatedPriceCents: facts.validated?.priceCents ?? rest?.validatedPriceCents ?? null,
    paidCents: facts.validated?.paymentCents ?? rest?.paidCents ?? null,
    circuitName: rest?.circuitName ?? null,
    storeName: rest?.storeName ?? null,
    comment: rest?.comment ?? null,
    foundProduct: rest?.foundProduct ?? null,
    facts,
  }
}

function fromServer({ createdAt, latestMoveAt, facts, ...answer }: ItemDetailAnswer): ShownItem {
  return {
    ...answer,
    createdAtMs: Date.parse(createdAt),
    latestMoveAtMs: latestMoveAt === null ? null : Date.parse(latestMoveAt),
    // The server keeps facts as the shared operations wrote them.
    facts: { ...noFacts, ...(facts as Partial<ItemFacts>) },
  }
}
