import type { GradePrices } from '#domain/buyback/estimate.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { ItemChange } from '#domain/warehouse/item-state.ts'
import type { NumberBlock } from '#domain/warehouse/package-number.ts'
import type { Package } from '#domain/warehouse/packing.ts'
import type { NativeStock } from '#domain/warehouse/item-status.ts'
import type { Config, StockRow } from './wire/pull.ts'
import type { ItemRow } from './wire/item-row.ts'
import type { Outcome } from './wire/operation.ts'
import type { LabelState } from './wire/package-row.ts'

/** What an operation touches, known from its arguments alone, so that a batch loads in one query. */
export interface Needs {
  readonly itemIds: readonly string[]
  readonly codes: readonly string[]
  readonly roundIds: readonly string[]
  readonly opIds: readonly string[]
  /** Products whose terms a test of another product than the declared one asks for. */
  readonly productIds?: readonly string[]
  readonly countIds?: readonly string[]
  /** Whether the refurb questions and steps of the account are asked for. */
  readonly refurb?: boolean
  readonly packageIds?: readonly string[]
  /** Package numbers that an operation gives. */
  readonly packageNumbers?: readonly string[]
}

/** Needs of an operation that touches nothing. */
export const noNeeds: Needs = { itemIds: [], codes: [], roundIds: [], opIds: [] }

/** A product of the catalog as a test sees it, with its prices by the day from which each counts, oldest first. */
export interface ProductRow {
  readonly id: string
  readonly simple: boolean
  readonly questionnaireId: string | null
  readonly prices: readonly { readonly sinceMs: number; readonly prices: GradePrices }[]
}

/** A check-in round. */
export interface RoundRow {
  readonly id: string
  readonly warehouseId: string
  readonly userId: string
  readonly endedAtMs: number | null
  readonly typedCount: number | null
  readonly distinctCount: number | null
  readonly comment: string | null
}

/** A package as a device and the shared operations see it. */
export interface PackageRow extends Package {
  readonly version: number
  readonly openedBy: string
  readonly closedAtMs: number | null
  /** Absent where the package is known from the device alone. */
  readonly labelState?: LabelState | undefined
}

/** A stock count. */
export interface CountRow {
  readonly id: string
  readonly warehouseId: string
  readonly stockId: string
  readonly userId: string
  readonly endedAtMs: number
  readonly expectedCount: number
  readonly presentCount: number
  readonly missingCount: number
  readonly unexpectedCount: number
  readonly comment: string | null
}

/** A line of an item's history, beside what the envelope of its operation says. */
export interface HistoryEntry {
  readonly action: string
  readonly before: ItemChange
  readonly after: ItemChange
  readonly comment: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

/** A refused operation that a person has settled. */
export interface Settlement {
  readonly opId: string
  readonly resolution: 'discarded' | 'replaced'
  readonly reason: string
}

/** Who captured an operation, and the warehouse they work in; null for people of no single warehouse. */
export interface OperationAuthor {
  readonly userId: string
  readonly warehouseId: string | null
}

/**
 * What operations read and write through. Everything is loaded before, so that operations are synchronous: the device
 * runs them inside one IndexedDB transaction, the server in memory between one load and one write.
 */
export interface Records {
  readonly config: Config
  item(id: string): ItemRow | undefined
  /** Items whose item code, buyback code or IMEI is exactly this. */
  itemsByCode(code: string): readonly ItemRow[]
  stock(id: string): StockRow | undefined
  nativeStock(warehouseId: string, native: NativeStock): StockRow | undefined
  questionnaire(id: string): Questionnaire | undefined
  product(id: string): ProductRow | undefined
  round(id: string): RoundRow | undefined
  package(id: string): PackageRow | undefined
  /** The package that has a number already. */
  packageByNumber(number: string): PackageRow | undefined
  /** Blocks of package numbers that the account's devices hold, those that concern the operations at hand. */
  readonly packageBlocks: readonly NumberBlock[]
  count(id: string): CountRow | undefined
  /** Refused, unsettled operations of a round (see `roundOf`), oldest first. */
  refusedInRound(roundId: string): readonly string[]
  /** Decision on another operation, where one is known. */
  outcome(opId: string): Outcome | undefined
  /** Author of another operation, where one is known. */
  authorOf(opId: string): OperationAuthor | undefined
  saveItem(item: ItemRow, entry: HistoryEntry): void
  saveRound(round: RoundRow): void
  savePackage(row: PackageRow): void
  saveCount(count: CountRow): void
  settle(settlement: Settlement): void
}
