import type { Grade } from '#domain/catalog/grade.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import type { FinalizeInStoreArgs, SaleLine } from '#sync/operations/counter/counter-args.ts'
import type { CounterCategory, CounterCircuit, CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'
import type { Confided } from '#sync/wire/sealed.ts'
import type { StoragePorts } from '../engine/ports.ts'
import type { KnownItem } from '#web/local/outbox/known-item.ts'

/** Name of the lock that a download of the catalog holds, over all tabs. */
export const counterLock = 'reprise-counter'

/** How the names of the databases of catalogs begin; an account's id follows. */
export function catalogNames({ databaseNames }: Pick<StoragePorts, 'databaseNames'>): string {
  return `${databaseNames.outbox}-catalog-`
}

/**
 * One version of the catalog, opened: the questions about a product keep it, and so does the cart that the customer
 * signs, also when a newer version is loaded in the meantime.
 */
export interface CounterCatalog {
  readonly version: string
  readonly productCount: number
  readonly rules: CounterRules
  /**
   * The server's time at a reading of the device's clock, by the distance from the server's last word about the catalog:
   * a clock that is wrong changes nothing.
   */
  serverTimeAt(deviceMs: number): number
  /** All products, part by part: for the search index. */
  parts(): AsyncIterable<readonly CounterProduct[]>
  product(id: string): Promise<CounterProduct | null>
  /** Products whose EAN, TAC (of an IMEI too), model or buyer's reference is exactly this. */
  productsByCode(code: string): Promise<readonly CounterProduct[]>
  /** Whether any product has the type allocation code of an IMEI; null where the catalog cannot tell. */
  isTacKnown(imei: string): Promise<boolean | null>
  category(id: string): CounterCategory | null
  /** What `estimate` takes, with the frozen questions of the product's category. */
  termsOf(product: CounterProduct): ProductTerms
  /** Circuits of stores that take the product; each with its shipping methods and payment modes. */
  circuitsOf(product: CounterProduct): readonly CounterCircuit[]
}

/** Whether a sale can begin, and what is missing where it cannot. */
export interface CounterReadiness {
  readonly isReady: boolean
  /** `COUNTER_CATALOG_MISSING`, `COUNTER_CATALOG_EXPIRED`, `COUNTER_NUMBERS_USED_UP` or `SYNC_SIGN_IN_REQUIRED`. */
  readonly code: string | null
  readonly version: string | null
  /** By the device's clock. */
  readonly confirmedAtMs: number | null
  /** Until when sales may be made without asking the server again. */
  readonly expiresAtMs: number | null
  /** Buybacks that the device can still number. */
  readonly numbersLeft: number
}

/** A sale as a screen hands it over; ids and numbers are given here. */
export interface SaleInput {
  readonly cartId: string
  readonly storeId: string
  /** Of the opened catalog that it was priced by. */
  readonly version: string
  readonly lines: readonly Omit<SaleLine, 'itemId' | 'buybackId' | 'number'>[]
  readonly confided: Confided
}

/** What became of a captured sale. */
export type Sold =
  | { readonly ok: true; readonly opId: string; readonly lines: readonly SoldLine[]; readonly totalCents: number }
  | { readonly ok: false; readonly code: string; readonly field: string | null }

/** One product of a sale, with what a receipt says of it. */
export interface SoldLine {
  /** Empty of what was predeclared. */
  readonly buybackId: string
  readonly itemId: string
  readonly number: string
  readonly productId: string
  readonly productLabel: string
  readonly brand: string | null
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly grade: Grade | null
  /** How the customer is paid; null where it is not known. */
  readonly paymentModeId: string | null
  readonly estimatedPriceCents: number
  readonly impactPriceEntries: readonly {
    readonly source: string
    readonly label: string
    readonly valueCents: number
  }[]
  readonly totalPriceCents: number
}

/** A sale or finalising that this device captured. */
export interface CapturedSale {
  readonly opId: string
  readonly kind: 'sale' | 'finalize'
  /** The store that sold. */
  readonly storeId: string
  readonly capturedAtMs: number
  readonly authorId: string
  readonly authorName: string
  /** `waiting` until the server has answered; `held` where a person looks at it; `refused` lies in the tray. */
  readonly state: 'waiting' | 'confirmed' | 'refused' | 'held' | 'discarded'
  /** Why it was refused or held. */
  readonly code: string | null
  readonly lines: readonly SoldLine[]
  readonly totalCents: number
}

/** The counter of this device. */
export interface Counter {
  /** The newest version that is loaded whole; null where none is. */
  open(): Promise<CounterCatalog | null>
  readiness(): Promise<CounterReadiness>
  /** Asks for the newest catalog and loads what is new of it; then new numbers where few are left. */
  refresh(): Promise<'current' | 'loaded' | 'failed'>
  sell(sale: SaleInput): Promise<Sold>
  /** `known` is the item where this device has it not. */
  finalize(
    input: Omit<FinalizeInStoreArgs, 'sealed' | 'catalog'> & {
      readonly version: string
      readonly confided: Confided
      readonly known?: KnownItem | undefined
    },
  ): Promise<Sold>
  /** What this device captured since a moment of its clock, newest first. */
  sales(sinceMs: number): Promise<readonly CapturedSale[]>
  /** Hears that a catalog was loaded, or that a sale was captured or decided. */
  subscribe(listener: () => void): () => void
}
