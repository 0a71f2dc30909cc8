import type { Declaration } from '#domain/buyback/declaration.ts'
import type { ChosenAnswer } from '#domain/catalog/questionnaire.ts'
import type { Grade } from '#domain/catalog/grade.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { WordedChoice } from '#domain/refurb/diagnosis.ts'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import type { ControlOutcome, SetAsideReason, ValidatedPrice } from '#domain/compliance/compliance.ts'

/** What the latest compliance test of an item found. Amounts are integer cents. */
export interface Control {
  readonly outcome: ControlOutcome
  readonly productId: string
  readonly answers: readonly ChosenAnswer[]
  /** Null where the item was set aside unpriced. */
  readonly grade: Grade | null
  readonly priceCents: number | null
  readonly absorbedCents: number
  readonly setAside: SetAsideReason | null
  /** Uploaded apart from the operation; each belongs to a question, or to the whole. */
  readonly photos: readonly { readonly photoId: string; readonly questionId: string | null }[]
  /** When it counts: from here on a proposal waits for its answer. */
  readonly atMs: number
  /** When it was done, as screens tell it; absent from a test of an earlier version. */
  readonly doneAtMs?: number
  /** The operation that tested it, the same on device and server; absent from a test of an earlier version. */
  readonly opId?: string
}

/** The refurb diagnosis of an item; without answers while it goes on. Times are Unix milliseconds. */
export interface Diagnosis {
  readonly startedAtMs: number
  readonly startedBy: string
  readonly answers: readonly WordedChoice[]
  readonly finalizedAtMs: number | null
  /**
   * The operation that started it, the same on device and server; absent once it has ended, and where an earlier
   * version started it.
   */
  readonly startOpId?: string
}

/** What floor work beyond check-in reads and writes of an item; it travels as one column, for full rows alone. */
export interface ItemFacts {
  readonly productId: string | null
  readonly categoryId: string | null
  readonly declaration: Declaration | null
  readonly control: Control | null
  /** The final price of its buyback; null until it is settled. */
  readonly validated: ValidatedPrice | null
  readonly diagnosis: Diagnosis | null
  readonly steps: readonly ItemStep[]
  readonly circuit: CircuitType | null
  readonly circuitId: string | null
  /** What the web chose for an item that a store is still to take; absent of all others. */
  readonly chosen?: { readonly shippingMethodId: string | null; readonly paymentModeId: string | null } | undefined
  /** The package that holds the item, or held it last. */
  readonly packageId: string | null
  /** Whether the label of its own circuit exists. */
  readonly hasTransportLabel: boolean
  /** Whether the carrier has refused that label for good. */
  readonly transportLabelFailed: boolean
  /** Whether a label for the way back to the customer exists that has not left yet. */
  readonly hasReturnLabel: boolean
  /** When a stock count did not find the item; null once it was seen, worked on or moved. Unix milliseconds. */
  readonly missingSinceMs: number | null
}

/** Facts of an item that has none yet. */
export const noFacts: ItemFacts = {
  productId: null,
  categoryId: null,
  declaration: null,
  control: null,
  validated: null,
  diagnosis: null,
  steps: [],
  circuit: null,
  circuitId: null,
  packageId: null,
  hasTransportLabel: false,
  transportLabelFailed: false,
  hasReturnLabel: false,
  missingSinceMs: null,
}

/** Facts that product, buyback and circuit tell, beside those that the floor writes. */
type FactsBeside = 'productId' | 'categoryId' | 'circuit' | 'circuitId' | 'chosen' | 'declaration'

/** The facts that the floor writes, which the item itself keeps. */
export function factsOfFloor<Facts extends Partial<ItemFacts>>(facts: Facts): Omit<Facts, FactsBeside> {
  const { productId: _p, categoryId: _c, circuit: _k, circuitId: _i, chosen: _o, declaration: _d, ...own } = facts
  return own
}
