import type { Cart } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import { fieldGroups, type SellerNeeds } from './seller-form.ts'

/** What the server found wrong with the customer's step. */
export interface GivenFaults {
  /** Faults of what was sent: it has to be changed. */
  readonly wrong: readonly FieldFault[]
  /** Faults of fields that were not asked for until now: the form's own checks take over once they are loaded. */
  readonly lacking: readonly FieldFault[]
}

type Paid = Pick<Cart, 'cartBuybacks'>

let given: GivenFaults = { wrong: [], lacking: [] }

// Of one page's life: the office may ask for more than it did when this page was loaded.
let isDocumentDemanded = false
/** The payment modes for which an account is demanded; others are asked for none. */
let accountDemandedBy: string | null = null

/** Hands the form what the server found wrong with it; a field that no form ever shows cannot be mended here. */
export function giveFaults(faults: readonly FieldFault[], cart: Paid, needs: SellerNeeds): void {
  const inGroup = (group: keyof typeof fieldGroups, { field }: FieldFault): boolean =>
    fieldGroups[group].some((name) => name === field)
  const groups = Object.keys(fieldGroups) as (keyof typeof fieldGroups)[]
  const isLacking = (fault: FieldFault): boolean =>
    (!needs.identification && inGroup('identification', fault)) || (!needs.bank && inGroup('bank', fault))
  const known = faults.filter((fault) => groups.some((group) => inGroup(group, fault)))
  given = { wrong: known.filter((fault) => !isLacking(fault)), lacking: known.filter(isLacking) }
  if (faults.some((fault) => inGroup('identification', fault))) isDocumentDemanded = true
  if (faults.some((fault) => inGroup('bank', fault))) accountDemandedBy = paymentModesOf(cart)
}

/** Takes what the server found, once. */
export function takeGivenFaults(): GivenFaults {
  const taken = given
  given = { wrong: [], lacking: [] }
  return taken
}

/** What is asked for, with what the server has demanded beside it. */
export function withDemanded(needs: SellerNeeds, cart: Paid): SellerNeeds {
  return {
    identification: needs.identification || isDocumentDemanded,
    bank: needs.bank || accountDemandedBy === paymentModesOf(cart),
  }
}

function paymentModesOf({ cartBuybacks }: Paid): string {
  return cartBuybacks.map(({ paymentMode }) => paymentMode.id).join(' ')
}
