import type { GradePrices } from '#domain/catalog/estimate.ts'
import type { SaleFault } from '#domain/buyback/decide-sale.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { ItemChange } from '#domain/item/item-state.ts'
import type { CounterError } from '#domain/buyback/buyback-errors.ts'
import type { NumberBlock } from '#domain/expedition/package-number.ts'
import type { Module } from '#domain/organization/module.ts'
import type { RoundCheckIn } from '#domain/check-in/check-in-round.ts'
import type { Package } from '#domain/expedition/packing.ts'
import type { Offer } from '#domain/check-in/sale-destination.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import type { Config, StockRow } from './wire/pull.ts'
import type { ItemRow } from './wire/item-row.ts'
import type { Outcome, Resolution } from './wire/operation.ts'
import type { LabelState } from './wire/package-row.ts'
import type { Sealed, SealedAbout } from './wire/sealed.ts'

/** What an operation touches, known from its arguments alone, so that a batch loads in one query. */
export interface Needs {
  readonly itemIds: readonly string[]
  readonly codes: readonly string[]
  readonly roundIds: readonly string[]
  readonly opIds: readonly string[]
  /** Rounds whose check-ins are asked for. */
  readonly checkInRoundIds?: readonly string[]
  /** Items whose refused operations hold it up. */
  readonly refusedItemIds?: readonly string[]
  /** Products whose terms a test of another product than the declared one asks for. */
  readonly productIds?: readonly string[]
  readonly countIds?: readonly string[]
  /** Whether the refurb questions and steps of the account are asked for. */
  readonly refurb?: boolean
  readonly packageIds?: readonly string[]
  /** Packages that an operation opens. */
  readonly newPackageIds?: readonly string[]
  /** Whether its items may lie in open packages that they are to leave, or may come back into. */
  readonly holders?: boolean
  /** Package numbers that an operation gives. */
  readonly packageNumbers?: readonly string[]
  /** Sales at a counter. */
  readonly sales?: readonly SaleNeeds[]
}

/** What a sale or a finalising at a counter asks for. */
export interface SaleNeeds {
  /** Of the catalog that it was priced by. */
  readonly version: string
  readonly storeId: string
  readonly lines: readonly {
    readonly itemId: string
    readonly buybackId: string | null
    readonly number: string | null
    readonly productId: string | null
    readonly circuitId: string | null
  }[]
  /** What the customer confided, and what it is about. */
  readonly sealed: Sealed
  readonly about: SealedAbout
  /** Whose device gives the numbers, who sells in which module, and by which operation; the server fills them in. */
  readonly deviceId?: string
  readonly module?: Module
  readonly userId?: string
  readonly opId?: string
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
  /** Distinct products of the check-ins that the server knows; null or absent where it is the distinct count. */
  readonly knownCount?: number | null
  readonly comment: string | null
}

/** A package as a device and the shared operations see it. */
export interface PackageRow extends Package {
  readonly version: number
  readonly openedBy: string
  readonly closedAtMs: number | null
  /** Absent where the package is known from the device alone. */
  readonly labelState?: LabelState | undefined
  /** Whether the label is a file of the carrier's, which no device can make itself. */
  readonly isCarrierLabel?: boolean | undefined
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

/** A refused operation that a person has resolved. */
export interface RefusalResolution {
  readonly opId: string
  readonly resolution: Resolution
  readonly reason: string
}

/** Who captured an operation, and the warehouse they work in; null for people of no single warehouse. */
export interface OperationAuthor {
  readonly userId: string
  readonly warehouseId: string | null
}

/** A product as a promise of the web that still holds has it. */
export interface PromisedProduct {
  readonly label: string
  readonly brand: string | null
  readonly categoryId: string
  readonly declaration: Pick<Declaration, 'simple' | 'prices' | 'priceCents'>
}

/** What is sold: a product by the catalog of one version, through a circuit, in a store. */
export interface OfferQuestion {
  readonly version: string
  readonly productId: string
  readonly circuitId: string
  readonly storeId: string
  /** What stands for the product where it has left the catalog; null where nothing was promised. */
  readonly promised: PromisedProduct | null
}

/** Why a counter's sale cannot be judged. */
export type CounterFault = { readonly code: CounterError } | SaleFault

/** What a counter's operations are judged by. */
export interface CounterRecords {
  /** What the account said about selling a product when the version was published, and where it would go today. */
  offer(question: OfferQuestion): Result<Offer, CounterFault>
  /** When a version was replaced by another one, in Unix milliseconds; null while it is published. */
  replacedAtMs(version: string): number | null
  /**
   * When a sale was captured that claims this moment of the server's clock, in Unix milliseconds: no earlier than a
   * device may deliver. A device believes itself, because its clock cannot judge it.
   */
  capturedAtMs(claimedMs: number): number
  /**
   * Since when the device that captured an operation may have kept it, in Unix milliseconds, by what it had sent before:
   * an earlier moment is its own word alone. Null where nothing is known, as on the device itself.
   */
  unsentSinceMs(opId: string): number | null
  /** Whether the device at hand may give a number. */
  mayGive(number: string): boolean
  /** Whether a buyback has the number, or the id. */
  isTaken(numberOrId: string): boolean
  /** Whether a cart has been sold. No cart leaves the device that filled it, which alone knows. */
  isSold(cartId: string): boolean
  /** Opens and checks what the customer confided; a device opens nothing and finds no fault. */
  validateSeller(
    about: SealedAbout,
    sealed: Sealed,
    asked: Pick<Offer, 'identityRequired' | 'language' | 'currency' | 'timeZone'> & {
      readonly paymentTypes: readonly PaymentType[]
    },
  ): CounterFault | null
}

/** A contract that a counter has made. */
export interface CounterContract {
  readonly itemId: string
  readonly buybackId: string
  readonly number: string
  readonly circuitId: string
  readonly circuitType: CircuitType
  readonly storeId: string
  readonly categoryId: string
  readonly productId: string
  readonly declaration: Declaration
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly shippingMethodId: string
  readonly paymentModeId: string
  readonly bonusCents: number
  readonly warehouseId: string
}

/** A sale with its contracts, or what a finalising settled, to be written with what the customer confided. */
export type SaleWrite = { readonly opId: string; readonly about: SealedAbout; readonly version: string } & (
  | { readonly kind: 'sale'; readonly cartId: string; readonly contracts: readonly CounterContract[] }
  | { readonly kind: 'finalize'; readonly contract: Omit<CounterContract, 'buybackId' | 'number'> }
)

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
  /** Captured check-ins of a round, regardless of their outcome; undefined on a device, which knows only its own. */
  checkInsOfRound(roundId: string): readonly RoundCheckIn[] | undefined
  package(id: string): PackageRow | undefined
  /** The package that has a number already. */
  packageByNumber(number: string): PackageRow | undefined
  /** Blocks of package numbers that the account's devices hold, those that concern the operations at hand. */
  readonly packageBlocks: readonly NumberBlock[]
  count(id: string): CountRow | undefined
  /** Refused, unresolved operations of a round (see `roundOf`), oldest first. */
  refusedInRound(roundId: string): readonly string[]
  /** Refused, unresolved operations that act on an item, oldest first. */
  refusedOfItem(itemId: string): readonly string[]
  /** Decision on another operation, where one is known. */
  outcome(opId: string): Outcome | undefined
  /** Author of another operation, where one is known. */
  authorOf(opId: string): OperationAuthor | undefined
  saveItem(item: ItemRow, entry: HistoryEntry): void
  saveRound(round: RoundRow): void
  savePackage(row: PackageRow): void
  saveCount(count: CountRow): void
  /** What a counter's operations are judged by; absent where nothing was loaded for them. */
  readonly counter: CounterRecords | undefined
  saveSale(sale: SaleWrite): void
  /** Shows items that a sale makes to what follows. */
  addItems(items: readonly ItemRow[]): void
  settle(resolved: RefusalResolution): void
}
