import { bestPrice } from '#domain/catalog/best-price.ts'
import { estimate, type Estimate } from '#domain/catalog/estimate.ts'
import { modifierLines, type Modifier, type ModifierLine } from '#domain/buyback/modifiers.ts'
import type { CartBuyback, ChosenStore } from '#domain/cart/cart.ts'
import type { CatalogError } from '#domain/catalog/catalog-errors.ts'
import { questionsAsked, type ChosenAnswer } from '#domain/catalog/questionnaire.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import { impactOfModifier, type ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { cents, type Cents } from '#domain/kernel/money.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import type { CreationCode } from './creation-refusal.ts'

/** Steps of a buyback, in their order (PUB-13). */
export const wizardSteps = [
  'search',
  'declaration',
  'options',
  'customerInformation',
  'summary',
  'confirmation',
] as const
export type WizardStep = (typeof wizardSteps)[number]

/** One screen of the steps *declaration* and *options*; `question:` is followed by the question's id. */
export type WizardScreen =
  | 'imei'
  | `question:${string}`
  | 'transport'
  | 'shipping'
  | 'slot'
  | 'relay'
  | 'store'
  | 'payment'
  | 'offer'

/** What has been answered so far; going back loses nothing of it. */
export interface WizardProgress {
  readonly productId: string
  readonly imei: string | null
  readonly answers: readonly ChosenAnswer[]
  readonly circuitId: string | null
  readonly shippingMethodId: string | null
  /** Where the product is brought to, for circuits that end in a store. */
  readonly store: ChosenStore | null
  /** When it is collected, where the shipping method has slots; missing while none is chosen. */
  readonly pickup?: PickupSlot
  /** Where the parcel is handed over, where the shipping method has points; missing while none is chosen. */
  readonly relayPoint?: RelayPoint
  readonly paymentModeId: string | null
}

/** What the screens of one product are made from; without circuits, what the options are is not known yet. */
export interface WizardFacts {
  readonly product: PublicProduct
  readonly circuits: readonly CircuitOption[]
  /** Whether the customer chooses the store; at a counter it is the one he stands in. */
  readonly asksStore: boolean
  /** Whether the IMEI is asked first, as at a counter, where the device is at hand; at home the price is seen before. */
  readonly asksImeiFirst?: boolean
}

/** The price at the end: the estimate, the modifiers' lines, and what the customer is promised. */
export interface Offer {
  readonly estimate: Estimate
  readonly lines: readonly ModifierLine[]
  readonly totalCents: Cents
}

/** A product of which nothing is answered. */
export function startProgress(productId: string): WizardProgress {
  return {
    productId,
    imei: null,
    answers: [],
    circuitId: null,
    shippingMethodId: null,
    store: null,
    paymentModeId: null,
  }
}

/** What was answered of a product in the cart, to be gone over again. */
export function progressOf({
  declaration,
  transportMode,
  shippingMethod,
  store,
  pickup,
  relayPoint,
  paymentMode,
}: CartBuyback): WizardProgress {
  return {
    productId: declaration.product.id,
    imei: declaration.imei,
    answers: declaration.responses,
    circuitId: transportMode.id,
    shippingMethodId: shippingMethod?.id ?? null,
    store: store ?? null,
    ...(pickup === undefined ? {} : { pickup }),
    ...(relayPoint === undefined ? {} : { relayPoint }),
    paymentModeId: paymentMode.id,
  }
}

/** The answers about a product that was refused: a store or point that takes none any more, or a full slot, is chosen again. */
export function progressAfter(line: CartBuyback, refusal: CreationCode | null): WizardProgress {
  const progress = progressOf(line)
  const asksAgain: readonly (CreationCode | null)[] = [
    'PICKUP_SLOT_TAKEN',
    'PICKUP_SLOT_REQUIRED',
    'RELAY_POINT_GONE',
    'RELAY_POINT_REQUIRED',
  ]
  if (asksAgain.includes(refusal)) return withoutHandover(progress)
  return refusal === 'BUYBACK_STORE_UNKNOWN' ? { ...progress, store: null } : progress
}

/** The step that a screen belongs to. */
export function stepOf(screen: WizardScreen): WizardStep {
  return screen === 'imei' || screen.startsWith('question:') ? 'declaration' : 'options'
}

/**
 * The screens in their order. What leaves one choice only is not asked, and nothing is asked any more once no answer can
 * make the product worth something.
 */
export function screensOf(facts: WizardFacts, progress: WizardProgress): readonly WizardScreen[] {
  const { product, asksImeiFirst = false } = facts
  const imei = product.imeiCollect ? (['imei'] as const) : []
  const first = asksImeiFirst ? imei : []
  const questions = questionsAsked(askedQuestions(product), progress.answers)
  const circuit = circuitOf(facts, progress)
  if (isWithoutOffer(facts, progress)) {
    const answered = questions.filter(({ id }) => isAnswered(`question:${id}`, facts, progress))
    return [...answered.map(({ id }) => `question:${id}` as const), 'offer']
  }
  return [
    ...first,
    ...questions.map(({ id }) => `question:${id}` as const),
    'transport',
    ...(circuit !== null && circuit.shippingMethods.length > 1 ? (['shipping'] as const) : []),
    ...(hasSlots(facts, progress) ? (['slot'] as const) : []),
    ...(hasRelayPoints(facts, progress) ? (['relay'] as const) : []),
    ...(asksStore(facts, circuit) ? (['store'] as const) : []),
    'payment',
    ...(asksImeiFirst ? [] : imei),
    'offer',
  ]
}

function askedQuestions(product: PublicProduct): PublicProduct['terms']['questionnaire']['questions'] {
  return product.simple ? [] : product.terms.questionnaire.questions
}

/** The most that the product can still be estimated at; null where it has no price in any condition within reach. */
function bestWithin({ product }: WizardFacts, progress: WizardProgress): Cents | null {
  const { simple, prices } = product.terms
  return bestPrice({ simple: product.simple || simple, prices, questions: askedQuestions(product) }, progress.answers)
}

/** Whether no further answer leads to an offer: nothing is paid for the product, or no price is known for it. */
export function isWithoutOffer(facts: WizardFacts, progress: WizardProgress): boolean {
  const best = bestWithin(facts, progress)
  // A counter takes for nothing what its account lets it; the public site takes nothing for nothing.
  return best === null || (best === 0 && (facts.asksStore || facts.product.buybackZeroNotAllowed))
}

/** Whether a circuit needs the store that the customer brings the product to (PUB-15). */
function asksStore(facts: WizardFacts, circuit: CircuitOption | null): boolean {
  return facts.asksStore && circuit?.type === 'web_drop'
}

/** The chosen store, where the chosen circuit ends in one. */
export function storeOf(facts: WizardFacts, progress: WizardProgress): ChosenStore | null {
  return asksStore(facts, circuitOf(facts, progress)) ? progress.store : null
}

/** Whether the customer chooses when the product is collected; at a counter nobody collects it at home. */
function hasSlots(facts: WizardFacts, progress: WizardProgress): boolean {
  return facts.asksStore && shippingOf(facts, progress)?.hasSlots === true
}

/** The chosen slot, where the chosen shipping method has slots. */
export function slotOf(facts: WizardFacts, progress: WizardProgress): PickupSlot | null {
  return hasSlots(facts, progress) ? (progress.pickup ?? null) : null
}

/** Whether the customer chooses where the parcel is handed over; at a counter it is handed over there. */
function hasRelayPoints(facts: WizardFacts, progress: WizardProgress): boolean {
  return facts.asksStore && shippingOf(facts, progress)?.hasRelayPoints === true
}

/** The chosen point, where the chosen shipping method has points. */
export function relayPointOf(facts: WizardFacts, progress: WizardProgress): RelayPoint | null {
  return hasRelayPoints(facts, progress) ? (progress.relayPoint ?? null) : null
}

function withoutHandover({ pickup: _pickup, relayPoint: _point, ...progress }: WizardProgress): WizardProgress {
  return progress
}

/** Whether a screen's one question has its answer. */
export function isAnswered(screen: WizardScreen, facts: WizardFacts, progress: WizardProgress): boolean {
  if (screen === 'imei') return progress.imei !== null
  if (screen === 'transport') return circuitOf(facts, progress) !== null
  if (screen === 'shipping') return shippingOf(facts, progress) !== null
  if (screen === 'slot') return slotOf(facts, progress) !== null
  if (screen === 'relay') return relayPointOf(facts, progress) !== null
  if (screen === 'store') return storeOf(facts, progress) !== null
  if (screen === 'payment') return paymentOf(facts, progress) !== null
  if (screen === 'offer') return false
  const questionId = screen.slice('question:'.length)
  const chosen = progress.answers.find((answer) => answer.questionId === questionId)
  const question = facts.product.terms.questionnaire.questions.find(({ id }) => id === questionId)
  return question?.answers.some(({ id }) => id === chosen?.answerId) ?? false
}

/** Place of the screen that may be shown: the wanted one, or the first before it that lacks its answer (PUB-14). */
export function reachableScreen(wanted: number, facts: WizardFacts, progress: WizardProgress): number {
  const screens = screensOf(facts, progress)
  const firstOpen = screens.findIndex((screen) => !isAnswered(screen, facts, progress))
  return Math.max(0, Math.min(wanted, firstOpen < 0 ? screens.length - 1 : firstOpen))
}

/** Answers a question, in place of what was answered before. */
export function answerQuestion(progress: WizardProgress, chosen: ChosenAnswer): WizardProgress {
  const others = progress.answers.filter(({ questionId }) => questionId !== chosen.questionId)
  return { ...progress, answers: [...others, chosen] }
}

/** The answers that a product's questions ask for: the catalog may have left some since they were given. */
export function askedAnswers(
  { simple, terms }: Pick<PublicProduct, 'simple' | 'terms'>,
  answers: readonly ChosenAnswer[],
): readonly ChosenAnswer[] {
  const questions = simple ? [] : questionsAsked(terms.questionnaire.questions, answers)
  const asked = new Set(questions.map(({ id }) => id))
  return answers.filter(({ questionId }) => asked.has(questionId))
}

/** The questionnaire that the answers belong to; null for a product that is asked nothing about. */
export function askedQuestionnaire({ simple, terms }: Pick<PublicProduct, 'simple' | 'terms'>): string | null {
  return simple || terms.questionnaire.questions.length === 0 ? null : terms.questionnaire.id
}

/** Chooses how the product travels; a shipping method or payment mode that does not go with it is open again. */
export function chooseCircuit(facts: WizardFacts, progress: WizardProgress, circuitId: string): WizardProgress {
  const isSame = progress.circuitId === circuitId
  const next = { ...(isSame ? progress : withoutHandover(progress)), circuitId }
  const withShipping = shippingOf(facts, next) === null ? { ...next, shippingMethodId: null } : next
  return paymentOf(facts, withShipping) === null ? { ...withShipping, paymentModeId: null } : withShipping
}

/** Chooses the shipping method; a payment mode that does not go with it is open again. */
export function chooseShipping(facts: WizardFacts, progress: WizardProgress, id: string): WizardProgress {
  const isSame = progress.shippingMethodId === id
  const next = { ...(isSame ? progress : withoutHandover(progress)), shippingMethodId: id }
  return paymentOf(facts, next) === null ? { ...next, paymentModeId: null } : next
}

/** The chosen circuit; null for none, or one that is no longer offered. */
export function circuitOf({ circuits }: WizardFacts, progress: WizardProgress): CircuitOption | null {
  return circuits.find(({ id }) => id === progress.circuitId) ?? null
}

/** The chosen shipping method of the chosen circuit, or its only one. */
export function shippingOf(
  facts: WizardFacts,
  progress: WizardProgress,
): CircuitOption['shippingMethods'][number] | null {
  const methods = circuitOf(facts, progress)?.shippingMethods ?? []
  if (methods.length === 1) return methods[0] ?? null
  return methods.find(({ id }) => id === progress.shippingMethodId) ?? null
}

/** The payment modes that go with what is chosen so far. */
export function paymentModesOf(facts: WizardFacts, progress: WizardProgress): CircuitOption['paymentModes'] {
  const modes = circuitOf(facts, progress)?.paymentModes ?? []
  const shipping = shippingOf(facts, progress)
  return shipping === null ? modes : modes.filter(({ id }) => shipping.paymentMethods.includes(id))
}

/** The chosen payment mode, where it goes with the rest. */
export function paymentOf(facts: WizardFacts, progress: WizardProgress): CircuitOption['paymentModes'][number] | null {
  return paymentModesOf(facts, progress).find(({ id }) => id === progress.paymentModeId) ?? null
}

/**
 * The price by the answers given so far, with those questions alone; null before the first answer of a product with
 * questions, when only its best price can be named.
 */
export function estimateSoFar(product: PublicProduct, answers: readonly ChosenAnswer[]): Estimate | null {
  const { terms } = product
  const asked = new Map(answers.map(({ questionId, answerId }) => [questionId, answerId]))
  const questions = terms.questionnaire.questions.filter(({ id, answers: known }) =>
    known.some((answer) => answer.id === asked.get(id)),
  )
  if (!product.simple && questions.length === 0) return null
  const ids = new Set(questions.map(({ id }) => id))
  const found = estimate(
    { ...terms, questionnaire: { ...terms.questionnaire, questions } },
    answers.filter(({ questionId }) => !product.simple && ids.has(questionId)),
    'refused',
  )
  return found.ok ? found.value : null
}

/** What is promised once everything is answered; below 0 it is refused (lifecycle, money rule 3). */
export function offerOf(
  facts: WizardFacts,
  progress: WizardProgress,
): Result<Offer, CatalogError | 'PRICE_BELOW_ZERO' | 'OPTIONS_MISSING'> {
  if (bestWithin(facts, progress) === null) return fail('PRICE_NOT_DEFINED')
  const circuit = circuitOf(facts, progress)
  const shipping = shippingOf(facts, progress)
  const payment = paymentOf(facts, progress)
  if (circuit === null || shipping === null || payment === null) return fail('OPTIONS_MISSING')
  const estimated = estimate(facts.product.terms, askedAnswers(facts.product, progress.answers), 'refused')
  if (!estimated.ok) return estimated
  const lines = modifierLines(estimated.value.priceCents, modifiersOf(facts, progress))
  const total = lines.reduce((sum, { impactCents }) => sum + impactCents, estimated.value.priceCents as number)
  if (total < 0) return fail('PRICE_BELOW_ZERO')
  return succeed({ estimate: estimated.value, lines, totalCents: cents(total) })
}

/** What choosing adds to the price or takes from it, in cents; between two amounts where a later choice decides. */
export interface ChoiceEffect {
  readonly leastCents: number
  readonly mostCents: number
}

/**
 * The whole effect of choosing a circuit: its own modifier with that of the shipping method that comes with it, or alone
 * while no method of it is active.
 */
export function effectOfCircuit(priceCents: Cents, circuit: CircuitOption): ChoiceEffect {
  if (circuit.shippingMethods.length === 0) return effectOfModifier(priceCents, 'circuit', circuit.modifier)
  const effects = circuit.shippingMethods.map(({ modifier }) =>
    effectOf(priceCents, [
      ['circuit', circuit.modifier],
      ['shipping_method', modifier],
    ]),
  )
  return { leastCents: Math.min(...effects), mostCents: Math.max(...effects) }
}

/** The effect of one modifier that a choice brings. */
export function effectOfModifier(
  priceCents: Cents,
  source: Modifier['source'],
  modifier: ConfiguredModifier | null,
): ChoiceEffect {
  const cents = effectOf(priceCents, [[source, modifier]])
  return { leastCents: cents, mostCents: cents }
}

function effectOf(
  priceCents: Cents,
  modifiers: readonly (readonly [Modifier['source'], ConfiguredModifier | null])[],
): number {
  const all = modifiers.map(([source, modifier]) => ({ source, label: '', impact: impactOfModifier(modifier) }))
  return modifierLines(priceCents, all).reduce((sum, { impactCents }) => sum + impactCents, 0)
}

/** The modifiers of what is chosen, as the declaration will freeze them. */
export function modifiersOf(facts: WizardFacts, progress: WizardProgress): readonly Modifier[] {
  const circuit = circuitOf(facts, progress)
  const shipping = shippingOf(facts, progress)
  const payment = paymentOf(facts, progress)
  const all = [
    { source: 'circuit', label: circuit?.name, modifier: circuit?.modifier },
    { source: 'shipping_method', label: shipping?.description ?? circuit?.name, modifier: shipping?.modifier },
    { source: 'payment_mode', label: payment?.label, modifier: payment?.modifier },
  ] as const
  return all.flatMap(({ source, label, modifier }) =>
    modifier == null ? [] : [{ source, label: label ?? '', impact: impactOfModifier(modifier) }],
  )
}
