import type { TypedFields } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'

/** What the server found wrong with the customer's step. */
export interface GivenFaults {
  /** Faults of what was sent: it has to be changed. */
  readonly wrong: readonly FieldFault[]
  /** Faults of fields that were not asked for until now: the form's own checks take over once they are loaded. */
  readonly lacking: readonly FieldFault[]
  /** Whether something was refused that this page has no field for. */
  readonly isBeyondForm: boolean
}

/** What the server asks of the seller beside what was known when the page was loaded. */
export interface Demanded {
  readonly isDocument: boolean
  /** The payment modes for which an account is demanded; others are asked for none. */
  readonly accountBy: string | null
}

/** What a page knows of the seller of one cart, and no storage of the browser ever holds. */
export interface SellerFacts {
  /** Number of the document and IBAN, as typed since the page was loaded. */
  readonly secrets: TypedFields
  readonly given: GivenFaults
  readonly demanded: Demanded
}

/** No fault. */
export const noFaults: GivenFaults = { wrong: [], lacking: [], isBeyondForm: false }

const nothing: SellerFacts = { secrets: {}, given: noFaults, demanded: { isDocument: false, accountBy: null } }

/** The memory of one page: the next user of this browser finds no number of a document or an account. */
export type SellerMemory = ReturnType<typeof createSellerMemory>

/** An empty memory. It holds the seller of one cart: for the next cart the details are asked again. */
export function createSellerMemory() {
  let kept: { readonly cartId: string; readonly facts: SellerFacts } | null = null
  const of = (cartId: string): SellerFacts => (kept?.cartId === cartId ? kept.facts : nothing)
  return {
    of,
    keep: (cartId: string, facts: Partial<SellerFacts>): void => {
      kept = { cartId, facts: { ...of(cartId), ...facts } }
    },
  }
}
