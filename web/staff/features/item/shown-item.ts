import { costsNothing } from '#domain/quarantine/quarantine.ts'
import { noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { ItemDetailAnswer, KeptHistoryAnswer } from '#sync/calls/item.ts'

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
  /** What the customer is paid; null until the price is final, and where a cancelled buyback leaves nothing paid. */
  readonly paidCents: number | null
  readonly createdAtMs: number
  readonly latestMoveAtMs: number | null
  readonly promisedOn: string | null
  readonly circuitName: string | null
  readonly storeName: string | null
  readonly comment: string | null
  /** The product that the test found; null where it is the declared one, or not known. */
  readonly foundProduct: string | null
  readonly facts: ItemFacts
}

/**
 * Joins what is known of an item. The device's row goes first, because its own operations are part of it; the history,
 * just read or kept, adds what rows do not hold.
 */
export function shownItem(
  row: ItemRow | null,
  answer: ItemDetailAnswer | null,
  history: KeptHistoryAnswer | null = answer,
): ShownItem | null {
  const own = row?.level === 'full' ? row : null
  if (own === null) return answer === null ? null : fromServer(answer)
  const facts = itemFacts(own)
  return {
    ...own,
    controlledGrade: facts.control?.grade ?? history?.controlledGrade ?? null,
    controlledPriceCents: facts.control?.priceCents ?? history?.controlledPriceCents ?? null,
    validatedPriceCents: facts.validated?.priceCents ?? history?.validatedPriceCents ?? null,
    paidCents: costsNothing(own) ? null : (facts.validated?.paymentCents ?? history?.validatedPriceCents ?? null),
    circuitName: history?.circuitName ?? null,
    storeName: history?.storeName ?? null,
    comment: history?.comment ?? null,
    foundProduct: history?.foundProduct ?? null,
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
