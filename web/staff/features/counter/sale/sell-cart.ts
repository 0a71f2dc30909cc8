import type { Cart } from '#domain/cart/cart.ts'
import type { Confided } from '#sync/wire/sealed.ts'
import type { Counter, Sold } from '#web/local/counter/counter.ts'
import { filledForm } from './customer-form.ts'
import { languageOf, type CustomerDraft } from './customer-draft.ts'
import { saleLineOf } from './priced-line.ts'
import type { Signed } from './signature-field.tsx'
import type { PricedCart } from './use-priced-cart.ts'

/** Makes the cart a sale, or finalises what the web has predeclared; what the customer confided is sealed by it. */
export async function sellCart(
  counter: Counter,
  sale: {
    readonly cart: Cart
    readonly priced: PricedCart
    readonly storeId: string
    readonly draft: CustomerDraft
    readonly signed: Signed
  },
): Promise<Sold> {
  const { cart, priced, storeId } = sale
  const { version } = priced.catalog
  const lines = priced.lines.map(saleLineOf)
  const confided = confidedOf(sale)
  const [line] = lines
  if (priced.predeclared === null || line === undefined)
    return counter.sell({ cartId: cart.cartId, storeId, version, lines, confided })
  const { questionnaireId, answers, imei, paymentModeId, prices } = line
  return counter.finalize({
    itemId: priced.predeclared.itemId,
    storeId,
    version,
    questionnaireId,
    answers,
    ...(imei !== undefined && { imei }),
    paymentModeId,
    prices,
    confided,
    ...(priced.predeclared.known !== null && { known: priced.predeclared.known }),
  })
}

/** What is sealed of the customer; of one who leaves it as the web was told, the signature alone. */
export function confidedOf(sale: {
  readonly draft: CustomerDraft
  readonly priced: PricedCart
  readonly signed: Signed
}): Confided {
  const { draft, priced, signed } = sale
  const signature = signed.kind === 'drawn' ? { signature: signed.drawn } : { signedName: signed.name }
  if (priced.predeclared !== null && draft.keepsWeb) return { termsAccepted: true, ...signature }
  const { customer, identification, bank } = filledForm(draft, priced.asked)
  return {
    customer,
    ...(identification !== undefined && { identification }),
    ...(bank !== undefined && { bank }),
    // Without it, the server would take the language of the web declaration, even if the form has shown another one.
    language: languageOf(draft, priced.catalog),
    termsAccepted: true,
    // Also where nothing is taken over: a no has to reach the sale by which the customer was found.
    ...(draft.former !== null && { formerId: draft.former.id }),
    mayBeFound: draft.mayBeFound,
    ...signature,
  }
}
