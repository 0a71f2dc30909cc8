import type { CartBuyback, ChosenStore } from '#domain/cart/cart.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import { cartProductOf, servedIn } from './cart-buyback.ts'

/** The options that an offer was made with, as they are called today. */
export interface QuoteOptions {
  readonly circuit: CircuitOption
  readonly shipping: CircuitOption['shippingMethods'][number]
  readonly payment: CircuitOption['paymentModes'][number]
}

/** The options of an offer; null where it has none, or where one of them is not offered any more. */
export function quoteOptions(quote: QuoteAnswer, circuits: readonly CircuitOption[]): QuoteOptions | null {
  const chosen = quote.options
  const circuit = circuits.find(({ id }) => id === chosen?.circuitId)
  const shipping = circuit?.shippingMethods.find(({ id }) => id === chosen?.shippingMethodId)
  const payment = circuit?.paymentModes.find(({ id }) => id === chosen?.paymentModeId)
  return circuit === undefined || shipping === undefined || payment === undefined
    ? null
    : { circuit, shipping, payment }
}

/** A locked offer as the cart keeps it: at its own prices, with the token that the server honours (CART-04, CART-05). */
export function quotedCartBuyback(
  quote: QuoteAnswer,
  facts: {
    readonly product: PublicProduct
    readonly options: QuoteOptions
    readonly store: ChosenStore | null
    readonly pickup?: PickupSlot | null
    readonly relayPoint?: RelayPoint | null
    readonly inCartId: string
  },
): CartBuyback {
  const { product, store, pickup = null, relayPoint = null, inCartId } = facts
  const { circuit, shipping, payment } = facts.options
  return {
    inCartId,
    estimatedPrice: quote.estimatedPriceCents,
    transportMode: { id: circuit.id, type: circuit.type, label: circuit.name },
    shippingMethod: { id: shipping.id, type: shipping.type, label: shipping.description ?? circuit.name },
    paymentMode: { id: payment.id, type: payment.type, label: payment.label },
    ...(store === null ? {} : { store }),
    ...(pickup === null ? {} : { pickup }),
    ...(relayPoint === null ? {} : { relayPoint }),
    ...servedIn(circuit.eligibleCountries ?? [], shipping.availableCountries),
    totalPrice: quote.totalPriceCents,
    impactPriceEntries: quote.impactPriceEntries.map(({ source, label, valueCents }) => ({
      source,
      label,
      value: valueCents,
    })),
    warehouseId: null,
    declaration: {
      id: quote.questionnaireId,
      responses: quote.answers,
      product: cartProductOf(product),
      grade: quote.grade,
      imei: quote.imei,
    },
    quoteToken: quote.token,
  }
}
