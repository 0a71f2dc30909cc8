import { maximumItems } from '#domain/cart/cart.ts'
import {
  decideSale,
  chooseOptions,
  sellableProduct,
  type ChosenOptions,
  type Promised,
} from '#domain/buyback/decide-sale.ts'
import type { ContractPrice } from '#domain/buyback/contract-price.ts'
import type { OfferedProduct } from '#domain/buyback/offer.ts'
import { isPriceHonoured, maySellFromReplacedCatalog } from '#domain/buyback/catalog-promise.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { destinationOf, type Offer } from '#domain/check-in/sale-destination.ts'
import type { CounterFault, CounterRecords, OfferQuestion } from '../../records.ts'
import type { Refusal } from '../define-operation.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { SaleLine } from './counter-args.ts'

/** A contract of one product, decided. */
export interface CounterDecision {
  readonly offer: Offer
  readonly product: OfferedProduct
  readonly options: ChosenOptions
  readonly declaration: Declaration
  readonly price: ContractPrice
  readonly basis: 'current' | Promised['basis']
  readonly warehouseId: string
}

/** A fault as an operation's refusal. */
export function refusalOf(fault: CounterFault): Refusal {
  const { field = null, details = {} } = 'field' in fault || 'details' in fault ? fault : {}
  return { code: fault.code, details: { ...details, ...(field !== null && { field }) } }
}

/** Whether the prices that a sale names still count. */
export function checkCatalogVersion(
  counter: CounterRecords,
  catalog: { readonly version: string; readonly ageMs: number },
  { opId, nowMs }: { readonly opId: string; readonly nowMs: number },
): CounterFault | null {
  const replacedAtMs = counter.replacedAtMs(catalog.version)
  if (!isPriceHonoured({ ageMs: catalog.ageMs, replacedAtMs, nowMs })) return { code: 'COUNTER_PRICES_WITHDRAWN' }
  return maySellFromReplacedCatalog(replacedAtMs, counter.unsentSinceMs(opId)) ? null : { code: 'COUNTER_AGE_DOUBTED' }
}

/** Decides one contract by the catalog's version, or by what was promised before. */
export function decideContract(
  counter: CounterRecords,
  question: OfferQuestion,
  declared: Pick<SaleLine, 'questionnaireId' | 'answers' | 'imei' | 'shippingMethodId' | 'paymentModeId' | 'prices'>,
  { channel, promised }: { readonly channel: 'web' | 'store'; readonly promised: Promised | null },
): Result<CounterDecision, CounterFault> {
  const found = counter.offer(question)
  if (!found.ok) return found
  const offer = found.value
  if (!offer.hasStore) return fail({ code: 'BUYBACK_STORE_UNKNOWN', field: 'storeId' })
  const product = sellableProduct(offer)
  if (!product.ok) return product
  const options = chooseOptions(offer, declared, { channel, country: null })
  if (!options.ok) return options
  const sale = decideSale({
    offer,
    product: product.value,
    options: options.value,
    declared,
    seen: declared.prices,
    promised,
  })
  if (!sale.ok) return sale
  const { declaration, price, basis } = sale.value
  const destination = destinationOf(offer, {
    product: product.value,
    circuitId: options.value.circuit.id,
    grade: declaration.grade,
    storeId: question.storeId,
  })
  if (!destination.ok) return destination
  return succeed({
    offer,
    product: product.value,
    options: options.value,
    declaration,
    price,
    basis,
    warehouseId: destination.value,
  })
}

/** Whether a cart of these contracts may be sold together: neither too many nor worth too little. */
export function checkCart({ features, cartMinCents }: Offer, totals: readonly number[]): CounterFault | null {
  const maximum = maximumItems(features)
  if (totals.length > maximum) return { code: 'CART_FULL', details: { maximum } }
  const totalCents = totals.reduce((sum, cents) => sum + cents, 0)
  if (totalCents >= cartMinCents) return null
  const missingCents = cartMinCents - totalCents
  return { code: 'CART_BELOW_MINIMUM', details: { minimumCents: cartMinCents, totalCents, missingCents } }
}
