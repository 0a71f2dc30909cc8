import { cents } from '#domain/kernel/money.ts'
import { bestPrice } from '#domain/catalog/best-price.ts'
import type { ProductTerms } from '#domain/catalog/estimate.ts'
import { predeclaredShipping } from '#domain/buyback/decide-sale.ts'
import { promiseHolds } from '#domain/buyback/quote-validity.ts'
import { paymentFor } from '#domain/buyback/modifiers.ts'
import type { PriceImpact } from '#domain/catalog/price-impact.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import type { ConfiguredModifier } from '#domain/circuit/modifier.ts'
import type { CircuitOption, PublicProduct, PublicQuestion } from '#sync/calls/public-catalog.ts'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import { promisedProduct } from '#sync/replica/counter-offer.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { startProgress, type WizardFacts, type WizardProgress } from '#web/buyback/wizard.ts'
import type { PredeclaredItem } from './predeclared-item.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import type { KnownItem } from '#web/local/outbox/known-item.ts'

/** The readable part of a product's address. */
export function productSlug(product: { readonly brand: string | null; readonly label: string }): string {
  return slugOf(productName({ brand: product.brand, productLabel: product.label }) ?? product.label)
}

/** What a sale of a product is asked and priced by. */
export function saleFacts(catalog: CounterCatalog, product: CounterProduct): WizardFacts {
  return {
    product: wizardProduct(catalog, product, termsWithTexts(catalog, product)),
    circuits: catalog.circuitsOf(product),
    asksStore: false,
    asksImeiFirst: true,
  }
}

/** A buyback that was predeclared on the web, as the counter finalises it. */
export interface Predeclared {
  readonly itemId: string
  /** The number of the buyback, by which the server finds it: a device knows no id of a buyback. */
  readonly number: string
  /** What the server told of it; null where this device has it. */
  readonly known: KnownItem | null
  /** Whether its prices still hold (PUB-16). */
  readonly isHeld: boolean
  readonly createdAtMs: number
  /** What the web promised, modifiers included; null where it promised nothing. */
  readonly promisedCents: number | null
  readonly facts: WizardFacts
  /** What the customer has answered on the web. */
  readonly first: WizardProgress
}

/**
 * A predeclared buyback as the device knows it: within 15 days by the prices, questions and modifiers of its
 * declaration, whether the catalog still has the product or not, and afterwards by those of today. `ended` where neither
 * promise nor catalog has the product any more; null where the device lacks its circuit or its questions.
 */
export async function predeclaredFacts(
  catalog: CounterCatalog,
  {
    found: { item, known },
    config,
    nowMs,
  }: { readonly found: PredeclaredItem; readonly config: Config; readonly nowMs: number },
): Promise<Predeclared | 'ended' | null> {
  const { circuitId, declaration, chosen } = itemFacts(item)
  const isHeld = declaration !== null && promiseHolds(item.createdAtMs, nowMs)
  const product = await predeclaredProduct(catalog, item, isHeld)
  if (product === null) return 'ended'
  const today = catalog.rules.circuits.find(({ id }) => id === circuitId)
  if (today === undefined) return null
  const asked = [...(config.questionnaires ?? []), ...(known?.questionnaires ?? [])]
  const frozen = isHeld ? frozenTerms(catalog, declaration, asked) : null
  if (isHeld && frozen === null) return null
  const modifiers = declaration?.modifiers ?? []
  const promised = (source: string): ConfiguredModifier | null =>
    configured(modifiers.find((one) => one.source === source)?.impact ?? { type: 'none' })
  const usual = predeclaredShipping(today.shippingMethods, chosen?.shippingMethodId)
  const shippingMethods = usual === null ? [] : [usual]
  const circuit: CircuitOption = !isHeld
    ? { ...today, shippingMethods }
    : {
        ...today,
        modifier: promised('circuit'),
        // Only what the web promised keeps its modifier.
        shippingMethods: shippingMethods.map((method) =>
          method.id === chosen?.shippingMethodId ? { ...method, modifier: promised('shipping_method') } : method,
        ),
        paymentModes: today.paymentModes.map((mode) =>
          mode.id === chosen?.paymentModeId ? { ...mode, modifier: promised('payment_mode') } : mode,
        ),
      }
  const terms = frozen ?? termsWithTexts(catalog, product)
  const before = declaration?.priceCents ?? item.declaredPriceCents
  return {
    itemId: item.id,
    number: item.buybackCode,
    known,
    isHeld,
    createdAtMs: item.createdAtMs,
    promisedCents: before === null ? null : paymentFor(cents(before), modifiers),
    facts: {
      product: wizardProduct(catalog, product, terms),
      circuits: [circuit],
      asksStore: false,
      asksImeiFirst: true,
    },
    first: {
      ...startProgress(product.id),
      imei: item.imei,
      answers: declaration?.answers ?? [],
      circuitId: circuit.id,
      shippingMethodId: usual?.id ?? null,
      paymentModeId: chosen?.paymentModeId ?? null,
    },
  }
}

/** The catalog's product, or the promised one where the catalog has it no more; its IMEI is asked as the web asked it. */
async function predeclaredProduct(
  catalog: CounterCatalog,
  item: ItemRow,
  isHeld: boolean,
): Promise<CounterProduct | null> {
  const { productId, categoryId, declaration } = itemFacts(item)
  const inCatalog = productId === null ? null : await catalog.product(productId)
  if (inCatalog !== null || !isHeld || productId === null || categoryId === null || declaration === null)
    return inCatalog
  const { brand, productLabel, imei } = item
  const promised = promisedProduct(productId, { label: productLabel ?? '', brand, categoryId, declaration })
  return { ...promised, imeiCollect: imei !== null }
}

type Terms = PublicProduct['terms']

function termsWithTexts(catalog: CounterCatalog, product: CounterProduct): Terms {
  const terms = catalog.termsOf(product)
  return { ...plain(terms), questionnaire: withTexts(catalog, terms.questionnaire) }
}

function frozenTerms(
  catalog: CounterCatalog,
  declaration: NonNullable<ReturnType<typeof itemFacts>['declaration']>,
  questionnaires: NonNullable<Config['questionnaires']>,
): Terms | null {
  const { productId, simple, prices, questionnaireId } = declaration
  const asked =
    questionnaireId === null
      ? { id: '', questions: [] }
      : (questionnaires.find(({ id }) => id === questionnaireId) ??
        catalog.rules.questionnaires.find(({ id }) => id === questionnaireId))
  if (asked === undefined) return null
  return { productId, simple, prices: { ...prices }, questionnaire: withTexts(catalog, asked) }
}

function plain({ productId, simple, prices }: ProductTerms): Omit<Terms, 'questionnaire'> {
  return { productId, simple, prices: { ...prices } }
}

/** Questions with the explanations that the catalog has of them. */
function withTexts(catalog: CounterCatalog, asked: ProductTerms['questionnaire']): Terms['questionnaire'] {
  const known = new Map<string, PublicQuestion>(
    catalog.rules.questionnaires.flatMap(({ questions }) => questions.map((question) => [question.id, question])),
  )
  return {
    id: asked.id,
    questions: asked.questions.map(({ id, title, answers }) => {
      const texts = known.get(id)
      return {
        id,
        title,
        howToTest: texts?.howToTest ?? null,
        description: texts?.description ?? null,
        answers: answers.map((answer) => ({
          ...answer,
          description: texts?.answers.find((one) => one.id === answer.id)?.description ?? null,
        })),
      }
    }),
  }
}

function wizardProduct(catalog: CounterCatalog, product: CounterProduct, terms: Terms): PublicProduct {
  const { id, label, brand, model, image, gtin, reference, simple, imeiCollect, tacs, categoryId } = product
  const category = catalog.category(categoryId)
  const categoryPath = (category?.path ?? []).flatMap((at) => {
    const name = catalog.category(at)?.name
    return name === undefined ? [] : [{ id: at, name, slug: slugOf(name) }]
  })
  return {
    id,
    slug: productSlug(product),
    label,
    brand,
    model,
    categoryId,
    categoryName: category?.name ?? '',
    image,
    bestPriceCents: bestPrice({ simple, prices: terms.prices, questions: terms.questionnaire.questions }),
    imageHd: image,
    gtin,
    reference,
    categoryPath,
    highlightedInstruction: category?.highlightedInstruction ?? null,
    simple,
    buybackZeroNotAllowed: product.zeroNotAllowed,
    imeiCollect,
    tacs,
    terms,
    pricedAt: '',
  }
}

function configured(impact: PriceImpact): ConfiguredModifier | null {
  if (impact.type === 'none') return null
  if (impact.type === 'amount') return { type: 'fixed', value: impact.amountCents, cappedAmount: null }
  return { type: 'percentage', value: impact.percent, cappedAmount: impact.capCents }
}
