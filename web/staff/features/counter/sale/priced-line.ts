import type { CartBuyback } from '#domain/cart/cart.ts'
import type { CatalogError } from '#domain/catalog/catalog-errors.ts'
import {
  askedAnswers,
  askedQuestionnaire,
  offerOf,
  paymentOf,
  progressOf,
  shippingOf,
  type Offer,
  type WizardFacts,
  type WizardProgress,
} from '#web/buyback/wizard.ts'
import type { CounterCatalog, SaleInput } from '#web/local/counter/counter.ts'
import { saleFacts, type Predeclared } from '../catalog/sale-facts.ts'

/** A product of the cart, priced by the catalog of the moment. */
export interface PricedLine {
  readonly buyback: CartBuyback
  readonly facts: WizardFacts | null
  readonly progress: WizardProgress
  readonly offer: Offer | null
  /** Why it cannot be sold as it lies in the cart. */
  readonly problem: CatalogError | 'PRICE_BELOW_ZERO' | 'OPTIONS_MISSING' | 'PRODUCT_NO_LONGER_EXISTS' | null
  /** What the cart says where the price is another one now. */
  readonly formerCents: number | null
}

/** Prices the cart again: its lines may be a day old, and a sale goes by one version of the catalog. */
export async function priceLines(
  catalog: CounterCatalog,
  buybacks: readonly CartBuyback[],
  predeclared: Predeclared | null,
): Promise<readonly PricedLine[]> {
  return Promise.all(
    buybacks.map(async (buyback) => {
      const progress = progressOf(buyback)
      const product = predeclared === null ? await catalog.product(buyback.declaration.product.id) : null
      const facts = predeclared?.facts ?? (product === null ? null : saleFacts(catalog, product))
      const none = { buyback, facts, progress, offer: null, formerCents: null }
      if (facts === null) return { ...none, problem: 'PRODUCT_NO_LONGER_EXISTS' as const }
      const offer = offerOf(facts, progress)
      if (!offer.ok) return { ...none, problem: offer.error }
      const { totalCents } = offer.value
      const formerCents = totalCents === buyback.totalPrice ? null : buyback.totalPrice
      return { ...none, offer: offer.value, problem: null, formerCents }
    }),
  )
}

/** A line as a sale takes it; only one without a problem has an offer. */
export function saleLineOf({ facts, progress, offer }: PricedLine): SaleInput['lines'][number] {
  const shipping = facts === null ? null : shippingOf(facts, progress)
  const payment = facts === null ? null : paymentOf(facts, progress)
  if (facts === null || offer === null || shipping === null || payment === null || progress.circuitId === null)
    throw new Error('a line that cannot be sold')
  const { product } = facts
  return {
    productId: product.id,
    questionnaireId: askedQuestionnaire(product),
    answers: askedAnswers(product, progress.answers).map(({ questionId, answerId }) => ({ questionId, answerId })),
    ...(progress.imei !== null && { imei: progress.imei }),
    circuitId: progress.circuitId,
    shippingMethodId: shipping.id,
    paymentModeId: payment.id,
    prices: {
      estimatedPriceCents: offer.estimate.priceCents,
      impactPriceEntries: offer.lines.map(({ source, label, impactCents }) => ({
        source,
        label,
        valueCents: impactCents,
      })),
      totalPriceCents: offer.totalCents,
    },
  }
}
