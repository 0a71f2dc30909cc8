import type { SeenLine } from '#domain/buyback/contract-price.ts'
import { servedCountries, type CartBuyback, type CartProduct } from '#domain/cart/cart.ts'
import type { PublicProduct } from '#sync/calls/public-catalog.ts'
import {
  askedAnswers,
  askedQuestionnaire,
  circuitOf,
  paymentOf,
  shippingOf,
  relayPointOf,
  slotOf,
  storeOf,
  type Offer,
  type WizardFacts,
  type WizardProgress,
} from './wizard.ts'

/** A finished declaration as the cart keeps it (CART-04, CART-05). Only an offer that holds may be put in. */
export function cartBuybackOf(
  facts: WizardFacts,
  progress: WizardProgress,
  {
    inCartId,
    offer,
    lines,
  }: {
    readonly inCartId: string
    readonly offer: Offer
    /** The modifiers' lines as the customer has read them. */
    readonly lines: readonly (SeenLine & { readonly label: string })[]
  },
): CartBuyback {
  const { product } = facts
  const circuit = circuitOf(facts, progress)
  const payment = paymentOf(facts, progress)
  const shipping = shippingOf(facts, progress)
  const store = storeOf(facts, progress)
  const pickup = slotOf(facts, progress)
  const relayPoint = relayPointOf(facts, progress)
  if (circuit === null || payment === null) throw new Error('an offer without its options')
  return {
    inCartId,
    estimatedPrice: offer.estimate.priceCents,
    transportMode: { id: circuit.id, type: circuit.type, label: circuit.name },
    shippingMethod: shipping && { id: shipping.id, type: shipping.type, label: shipping.description ?? circuit.name },
    paymentMode: { id: payment.id, type: payment.type, label: payment.label },
    ...(store === null ? {} : { store }),
    ...(pickup === null ? {} : { pickup }),
    ...(relayPoint === null ? {} : { relayPoint }),
    ...servedInSomeWay(facts.circuits),
    totalPrice: offer.totalCents,
    impactPriceEntries: lines.map(({ source, label, valueCents }) => ({ source, label, value: valueCents })),
    // The destination is the dispatch rules' to choose, once the customer's place is known.
    warehouseId: null,
    declaration: {
      id: askedQuestionnaire(product),
      responses: askedAnswers(product, progress.answers),
      product: cartProductOf(product),
      grade: offer.estimate.grade,
      imei: progress.imei,
    },
  }
}

/** The countries that a line of the cart is kept with; left out where all customers may sell it this way. */
export function servedIn(circuit: readonly string[], shipping: readonly string[]): Pick<CartBuyback, 'countries'> {
  const countries = servedCountries(circuit, shipping)
  return countries === null ? {} : { countries }
}

/** The same of a product in whatever way: where the chosen one does not serve an address, another is chosen there. */
export function servedInSomeWay(
  circuits: readonly {
    readonly eligibleCountries?: readonly string[] | undefined
    readonly shippingMethods: readonly { readonly availableCountries: readonly string[] }[]
  }[],
): Pick<CartBuyback, 'countries'> {
  const lists = circuits.flatMap(({ eligibleCountries = [], shippingMethods }) =>
    shippingMethods.length === 0
      ? [servedCountries(eligibleCountries, [])]
      : shippingMethods.map(({ availableCountries }) => servedCountries(eligibleCountries, availableCountries)),
  )
  if (lists.includes(null)) return {}
  return { countries: [...new Set(lists.flatMap((list) => list ?? []))].toSorted() }
}

/** A product as the cart keeps it. */
export function cartProductOf(product: PublicProduct): CartProduct {
  return {
    id: product.id,
    label: product.label,
    brand: product.brand,
    modele: product.model,
    eanCode: product.gtin,
    reference: product.reference,
    image: product.image,
    category: { id: product.categoryId, label: product.categoryName },
  }
}
