import type { AbsorptionRule } from './absorption.ts'
import type { Declaration } from './declaration.ts'
import { priceContract, matchesSeenPrices, type ContractPrice, type PricesSeen } from './contract-price.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import { modifierSources, type Modifier, type ModifierSource } from './modifiers.ts'
import type { ChosenAnswer } from '../catalog/questionnaire.ts'
import { impactOfModifier, type ConfiguredModifier } from '../circuit/modifier.ts'
import { isImei } from '../kernel/imei.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { hasFeature } from '../organization/premium-feature.ts'
import type { SaleOffer, OfferedCircuit, OfferedPayment, OfferedProduct, OfferedShipping } from './offer.ts'
import type { CatalogError } from '../catalog/catalog-errors.ts'
import type { PublicCatalogError } from '../catalog/public-catalog-errors.ts'
import type { BuybackError } from './buyback-errors.ts'

/** Codes of sales that are not made. */
export type SaleError = BuybackError | CatalogError | PublicCatalogError

/** Why a sale is not made: a stable code, the field at fault, facts to act on. */
export interface SaleFault {
  readonly code: SaleError
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** What the customer declares. */
export interface Declared {
  readonly questionnaireId: string | null
  readonly answers: readonly ChosenAnswer[]
  readonly imei?: string | undefined
}

/** The options of a contract. */
export interface ChosenOptions {
  readonly circuit: OfferedCircuit
  readonly shippingMethod: OfferedShipping
  readonly paymentMode: OfferedPayment
}

/** Prices and rules of an earlier day that still count. */
export interface Promised {
  readonly basis: 'quote' | 'predeclared'
  readonly product: ProductTerms
  readonly modifiers: readonly Modifier[]
  readonly absorption: AbsorptionRule | null
  /** The options that the modifiers were promised for, by id; other ones have today's. */
  readonly options: Partial<Readonly<Record<ModifierSource, string>>>
}

/** A contract that may be made. */
export interface Sale {
  readonly declaration: Declaration
  readonly price: ContractPrice
  readonly basis: 'current' | Promised['basis']
}

/** The product, where it can be sold (PUB-30, PUB-35). */
export function sellableProduct({ product }: SaleOffer): Result<OfferedProduct, SaleFault> {
  if (product === null) return refuse('PRODUCT_NO_LONGER_EXISTS', { field: 'productId' })
  if (product.status !== 'published') return refuse('PRODUCT_NOT_PUBLISHED')
  return product.buyer?.isReachable === false ? refuse('BUYBACK_BUYER_UNREACHABLE') : succeed(product)
}

/** The options by their ids, where circuit and country allow them (PUB-32). */
export function chooseOptions(
  { circuit }: SaleOffer,
  chosen: { readonly shippingMethodId: string; readonly paymentModeId: string },
  place: { readonly channel: 'web' | 'store'; readonly country: string | null },
): Result<ChosenOptions, SaleFault> {
  const { country, channel } = place
  const takes = (countries: readonly string[]): boolean =>
    country === null || countries.length === 0 || countries.includes(country)
  if (circuit === null || !circuit.type.startsWith(channel) || !takes(circuit.countries))
    return refuse('BUYBACK_CIRCUIT_NOT_AVAILABLE', { field: 'circuitId' })
  const shippable = circuit.shippingMethods.filter(({ countries }) => takes(countries))
  if (shippable.length === 0) return refuse('CIRCUIT_NO_TRANSPORT_MODE')
  if (circuit.paymentModes.length === 0) return refuse('CIRCUIT_NO_PAYMENT_MODE')
  const shippingMethod = shippable.find(({ id }) => id === chosen.shippingMethodId)
  if (shippingMethod === undefined) return refuse('BUYBACK_OPTION_NOT_AVAILABLE', { field: 'shippingMethodId' })
  const paymentMode = circuit.paymentModes.find(({ id }) => id === chosen.paymentModeId)
  if (paymentMode === undefined) return refuse('BUYBACK_OPTION_NOT_AVAILABLE', { field: 'paymentModeId' })
  return succeed({ circuit, shippingMethod, paymentMode })
}

/**
 * The shipping method of what was predeclared, of those that its circuit has today: the one that the web named, or the
 * first one where it named none (imported), or one that has been given up since. The product has come by itself.
 */
export function predeclaredShipping<Method extends { readonly id: string }>(
  methods: readonly Method[],
  namedId: string | null | undefined,
): Method | null {
  return methods.find(({ id }) => id === namedId) ?? methods[0] ?? null
}

/** Today's modifiers of the options, those that do something. */
export function modifiersOf({ circuit, shippingMethod, paymentMode }: ChosenOptions): readonly Modifier[] {
  const of = (source: ModifierSource, label: string, modifier: ConfiguredModifier | null): readonly Modifier[] =>
    modifier === null ? [] : [{ source, label, impact: impactOfModifier(modifier) }]
  return [
    ...of('circuit', circuit.name, circuit.modifier),
    ...of('shipping_method', shippingMethod.label, shippingMethod.modifier),
    ...of('payment_mode', paymentMode.label, paymentMode.modifier),
  ]
}

/** Today's prices and questions of a product, as an estimate takes them. */
export function termsOf(product: OfferedProduct): ProductTerms {
  const { id: productId, simple, prices } = product
  const questionnaire = product.questionnaire ?? { id: '', questions: [] }
  return { productId, simple, prices, questionnaire }
}

/** Decides a contract: its prices by today's rules or by those promised, compared with what the customer saw. */
export function decideSale(sale: {
  readonly offer: SaleOffer
  readonly product: OfferedProduct
  readonly options: ChosenOptions | null
  readonly declared: Declared
  readonly seen: PricesSeen
  readonly promised: Promised | null
}): Result<Sale, SaleFault> {
  const { offer, product, options, declared, promised } = sale
  const imei = checkImei(offer, product, declared.imei)
  if (imei !== null) return { ok: false, error: imei }
  const terms = promised?.product ?? termsOf(product)
  const asked = terms.questionnaire.id === '' ? null : terms.questionnaire.id
  if (!terms.simple && declared.questionnaireId !== asked)
    return refuse('BUYBACK_QUESTIONS_CHANGED', { details: { questionnaireId: asked } })
  const modifiers = options === null ? [] : withPromised(options, promised)
  const { zeroNotAllowed } = product
  const priced = priceContract({ product: terms, answers: declared.answers, modifiers, zeroNotAllowed })
  if (!priced.ok) return refuse(priced.error)
  const price = priced.value
  if (!matchesSeenPrices(sale.seen, price))
    return refuse('BUYBACK_PRICE_CHANGED', { details: { seen: sale.seen, current: pricesAnswer(price) } })
  const declaration: Declaration = {
    productId: product.id,
    simple: terms.simple,
    prices: terms.prices,
    questionnaireId: terms.simple ? null : asked,
    answers: terms.simple ? null : declared.answers,
    grade: price.estimate.grade,
    priceCents: price.estimate.priceCents,
    absorption: promised === null ? product.absorption : promised.absorption,
    modifiers,
  }
  return succeed({ declaration, price, basis: promised?.basis ?? 'current' })
}

/** Prices as calls answer them. */
export function pricesAnswer({ estimate, lines, totalCents }: ContractPrice) {
  return {
    estimatedPriceCents: estimate.priceCents,
    impactPriceEntries: lines.map(({ source, label, impactCents }) => ({ source, label, valueCents: impactCents })),
    totalPriceCents: totalCents,
  }
}

function refuse(code: SaleError, rest: Omit<SaleFault, 'code'> = {}): Result<never, SaleFault> {
  return fail({ code, ...rest })
}

function checkImei(offer: SaleOffer, product: OfferedProduct, imei: string | undefined): SaleFault | null {
  if (imei !== undefined) return isImei(imei) ? null : { code: 'IMEI_MALFORMED', field: 'imei' }
  const isCollected = product.imeiCollect && hasFeature(offer.features, 'imei_search_and_collect')
  return isCollected ? { code: 'BUYBACK_IMEI_REQUIRED', field: 'imei' } : null
}

function withPromised(options: ChosenOptions, promised: Promised | null): readonly Modifier[] {
  const chosen: Readonly<Record<ModifierSource, string>> = {
    circuit: options.circuit.id,
    shipping_method: options.shippingMethod.id,
    payment_mode: options.paymentMode.id,
  }
  const today = modifiersOf(options)
  return modifierSources.flatMap((source) => {
    const counts = promised !== null && promised.options[source] === chosen[source] ? promised.modifiers : today
    return counts.filter((modifier) => modifier.source === source)
  })
}
