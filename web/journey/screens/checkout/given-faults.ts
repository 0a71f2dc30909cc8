import type { Cart } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import type { Demanded, SellerFacts } from '../../kit/seller-memory.ts'
import { fieldGroups, type SellerNeeds } from './seller-form.ts'

type Paid = Pick<Cart, 'cartBuybacks'>

/** What the form is to show of what the server found wrong, and what it asks for from then on. */
export function readFaults(
  faults: readonly FieldFault[],
  { cart, needs, demanded }: { readonly cart: Paid; readonly needs: SellerNeeds; readonly demanded: Demanded },
): Pick<SellerFacts, 'given' | 'demanded'> {
  const inGroup = (group: keyof typeof fieldGroups, { field }: FieldFault): boolean =>
    fieldGroups[group].some((name) => name === field)
  const groups = Object.keys(fieldGroups) as (keyof typeof fieldGroups)[]
  const isLacking = (fault: FieldFault): boolean =>
    (!needs.identification && inGroup('identification', fault)) || (!needs.bank && inGroup('bank', fault))
  const known = faults.filter((fault) => groups.some((group) => inGroup(group, fault)))
  return {
    given: {
      wrong: known.filter((fault) => !isLacking(fault)),
      lacking: known.filter(isLacking),
      isBeyondForm: known.length === 0 || known.length < faults.length,
    },
    // The office may ask for more than it did when this page was loaded.
    demanded: {
      isDocument: demanded.isDocument || faults.some((fault) => inGroup('identification', fault)),
      accountBy: faults.some((fault) => inGroup('bank', fault)) ? paymentModesOf(cart) : demanded.accountBy,
    },
  }
}

/** What is asked for, with what the server has demanded beside it. */
export function withDemanded(needs: SellerNeeds, cart: Paid, demanded: Demanded): SellerNeeds {
  return {
    identification: needs.identification || demanded.isDocument,
    bank: needs.bank || demanded.accountBy === paymentModesOf(cart),
  }
}

function paymentModesOf({ cartBuybacks }: Paid): string {
  return cartBuybacks.map(({ paymentMode }) => paymentMode.id).join(' ')
}
