import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import { allStepsClosed, refurbCosts } from '#domain/refurb/refurb-step.ts'
import { costsNothing } from '#domain/quarantine/quarantine.ts'
import { nextWork, type WorkKind } from '#domain/item/next-work.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'
import { itemColumns, type PackedItem } from '#sync/wire/item-row.ts'

/** An item as a list shows it. Amounts are integer cents, times Unix milliseconds, days `YYYY-MM-DD`. */
export interface ItemSummary {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly brand: string | null
  readonly productLabel: string | null
  readonly status: ItemStatus
  readonly buybackStatus: BuybackStatus
  readonly stockId: string | null
  readonly warehouseId: string | null
  readonly destinationWarehouseId: string
  readonly declaredGrade: string | null
  readonly declaredPriceCents: number | null
  /**
   * What the customer is paid, or is still owed; null until the price is final, where a cancelled buyback leaves nothing
   * to be paid, and where the device does not know it.
   */
  readonly paidCents: number | null
  readonly plannedCostCents: number
  readonly completedCostCents: number
  readonly createdAtMs: number
  readonly latestMoveAtMs: number | null
  readonly promisedOn: string | null
  /** What could be done with it next in the warehouses of the copy. */
  readonly work: WorkKind | null
  /** A stock count did not find it. */
  readonly isMissing: boolean
}

/** An item of a list with what the list never shows. */
export interface TableItem extends ItemSummary {
  readonly version: number
}

const at = Object.fromEntries(itemColumns.map((column, position) => [column, position])) as Readonly<
  Record<(typeof itemColumns)[number], number>
>

/** Whether a packed row is one that lists show: an item of one's own place. */
export function isListed(packed: PackedItem | null): packed is PackedItem {
  return packed !== null && packed[at.level] === 'full'
}

/** What a list shows of a packed row, for a copy of these warehouses. */
export function summaryOf(packed: PackedItem, warehouseIds: readonly string[]): TableItem {
  const value = <T>(column: keyof typeof at): T => (packed[at[column]] ?? null) as T
  const facts = listedFacts(value<ItemFacts | string | null>('facts'))
  const steps = facts?.steps ?? []
  const costs = refurbCosts(steps)
  const status = value<ItemStatus>('status')
  const buybackStatus = value<BuybackStatus>('buybackStatus')
  const warehouseId = value<string | null>('warehouseId')
  const destinationWarehouseId = value<string>('destinationWarehouseId')
  return {
    id: value('id'),
    version: value('version'),
    code: value('code'),
    buybackCode: value('buybackCode'),
    imei: value('imei'),
    serialNumber: value('serialNumber'),
    brand: value('brand'),
    productLabel: value('productLabel'),
    status,
    buybackStatus,
    stockId: value('stockId'),
    warehouseId,
    destinationWarehouseId,
    declaredGrade: value('declaredGrade'),
    declaredPriceCents: value('declaredPriceCents'),
    paidCents: costsNothing({ buybackStatus, status, keepsMoney: value('keepsMoney'), leftStatus: value('leftStatus') })
      ? null
      : (facts?.validated?.paymentCents ?? null),
    plannedCostCents: costs.plannedCents,
    completedCostCents: costs.completedCents,
    createdAtMs: value('createdAtMs'),
    latestMoveAtMs: value('latestMoveAtMs'),
    promisedOn: value('promisedOn'),
    work: nextWork({ status, warehouseId, destinationWarehouseId, hasOpenSteps: !allStepsClosed(steps) }, warehouseIds),
    isMissing: (facts?.missingSinceMs ?? null) !== null,
  }
}

// Most facts are a declaration, which no list shows and which takes longer to parse than everything else.
const shown = /"steps": ?\[ ?\{|"validated": ?\{|"missingSinceMs": ?\d/

function listedFacts(facts: ItemFacts | string | null): Partial<ItemFacts> | null {
  if (typeof facts !== 'string') return facts
  return shown.test(facts) ? (JSON.parse(facts) as Partial<ItemFacts>) : null
}
