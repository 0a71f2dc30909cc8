import type { OfferedCircuit, OfferedProduct } from '#domain/buyback/offer.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import type { Offer, SalePlaces } from '#domain/check-in/sale-destination.ts'
import type { OfferQuestion, PromisedProduct } from '../records.ts'
import type { CounterCircuit, CounterProduct, CounterRules } from '../calls/counter-catalog.ts'

/** Where what is sold may go today, and whether the store works. */
export interface CounterPlaces extends SalePlaces {
  readonly hasStore: boolean
}

/** What a version of the catalog says of a product and a circuit, as every sale is decided by it. */
export function offerOf(
  rules: CounterRules,
  inCatalog: CounterProduct | null,
  { productId, circuitId, promised }: Pick<OfferQuestion, 'productId' | 'circuitId' | 'promised'>,
  places: CounterPlaces,
): Offer {
  const product = inCatalog ?? (promised === null ? null : promisedProduct(productId, promised))
  const { dispatch, places: at, hasStore } = places
  const category = rules.categories.find(({ id }) => id === product?.categoryId)
  const takes = category?.circuitIds.includes(circuitId) === true
  const circuit = takes ? rules.circuits.find(({ id }) => id === circuitId) : undefined
  return {
    ...rules.settings,
    product: product === null ? null : offeredProduct(rules, product),
    circuit: circuit === undefined ? null : offeredCircuit(circuit),
    dispatch,
    places: at,
    hasStore,
  }
}

/**
 * A promised product that has left the catalog, for a version that has it no more. Nothing that the promise does not say
 * is asked of it; it is taken for nothing only where the web has promised nothing.
 */
export function promisedProduct(
  id: string,
  { label, brand, categoryId, declaration }: PromisedProduct,
): CounterProduct {
  const { simple, prices, priceCents } = declaration
  const unknown = { model: null, reference: null, gtin: null, tacs: [], image: null, imeiCollect: false }
  return { ...unknown, id, label, brand, categoryId, simple, prices: { ...prices }, zeroNotAllowed: priceCents !== 0 }
}

/** What an estimate takes of a product. */
export function counterTermsOf(rules: CounterRules, product: CounterProduct): ProductTerms {
  const { id: productId, simple, prices } = product
  const questionnaire = simple ? null : questionnaireOf(rules, product)
  return { productId, simple, prices, questionnaire: questionnaire ?? { id: '', questions: [] } }
}

function questionnaireOf({ categories, questionnaires }: CounterRules, { categoryId }: CounterProduct) {
  const asked = categories.find(({ id }) => id === categoryId)?.questionnaireId ?? null
  return asked === null ? null : (questionnaires.find(({ id }) => id === asked) ?? null)
}

function offeredProduct(rules: CounterRules, product: CounterProduct): OfferedProduct {
  const { id, label, brand, image, categoryId, simple, zeroNotAllowed, imeiCollect, prices } = product
  const category = rules.categories.find((each) => each.id === categoryId)
  return {
    id,
    status: 'published',
    label,
    brand,
    image,
    categoryId,
    simple,
    zeroNotAllowed,
    imeiCollect,
    prices,
    categoryPath: category?.path ?? [],
    questionnaire: simple ? null : questionnaireOf(rules, product),
    absorption: category?.absorption ?? null,
    buyer: null,
  }
}

function offeredCircuit({ id, type, name, countries, modifier, ...rest }: CounterCircuit): OfferedCircuit {
  return {
    id,
    type,
    name,
    countries,
    modifier,
    shippingMethods: rest.shippingMethods.map((method) => ({
      id: method.id,
      label: method.description ?? name,
      countries: method.availableCountries,
      modifier: method.modifier,
    })),
    paymentModes: rest.paymentModes.map((mode) => ({
      id: mode.id,
      type: mode.type,
      label: mode.label,
      modifier: mode.modifier,
    })),
  }
}
