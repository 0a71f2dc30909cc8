import type { PackageOrigin } from '#domain/expedition/packing.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ForwardedScan } from './leaving.ts'
import type { PackageAction } from './package-actions.ts'

/** How products leave: in packages, or each with a label of its own. */
export type PackingMode = 'package' | 'label'

/** What the operator is told of the last scan. */
export interface PackingResult {
  readonly id: string
  readonly code: string
  readonly product: string | null
  readonly outcome:
    | { readonly kind: 'packed'; readonly warehouseId: string; readonly isOtherPackage: boolean }
    | { readonly kind: 'handedOver' | 'takenOut' }
    | { readonly kind: 'refused'; readonly reason: string; readonly warehouseId: string | null }
}

/** What the screens show beside the packages themselves. */
export interface PackingState {
  readonly mode: PackingMode
  /** Where tested products go; null until the operator has chosen. */
  readonly destinationId: string | null
  /** The package that took the last product. */
  readonly currentId: string | null
  readonly shown: PackingResult | null
  /** The results of this session, the last one first; the oldest of many are left out. */
  readonly done: readonly PackingResult[]
  /** A product about which is asked where it goes, or, of a customer's return, whether it leaves now. */
  readonly asking: {
    readonly item: ItemRow
    readonly code: string
    readonly scan: ForwardedScan
    readonly isReturn?: boolean
  } | null
  /** Products that one code may mean. */
  readonly choosing: { readonly items: readonly ItemRow[]; readonly code: string; readonly scan: ForwardedScan } | null
  /** Scans that came while a question was open: they are worked in their order once it is answered or left. */
  readonly waiting: readonly ForwardedScan[]
  /** What this session has put in packages and taken out by hand, and what of it is not undone. */
  readonly actions: readonly PackageAction[]
}

/** What the session takes from outside. */
export interface PackingDeps {
  readonly engine: Pick<
    Engine,
    'view' | 'packages' | 'package' | 'packageNumber' | 'dispatch' | 'lines' | 'addRefusedLine' | 'author' | 'subscribe'
  >
  readonly origin: PackageOrigin
  readonly userId: string
  readonly accountId: string
  readonly newId: () => string
  readonly onResult: (result: PackingResult) => void
  /** A package number was scanned; resolves once its screen is there. */
  readonly onPackage: (packageId: string) => Promise<void>
  /** A scan came behind one that leads to another screen, whose it is. */
  readonly onLater: (scan: ForwardedScan) => void
  /** A scan is answered by a question. */
  readonly onQuestion: () => void
  /** The one package that scans go into; null where the products say which. */
  readonly packageId: string | null
}
