import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { CartBuyback } from '#domain/cart/cart.ts'
import type { CircuitOption, PublicProduct, ProductCard } from '#sync/calls/public-catalog.ts'
import { cartBuybackOf } from '#web/buyback/cart-buyback.ts'
import { keepProgress } from '#web/buyback/progress-storage.ts'
import { chooseCircuit, offerOf, paymentModesOf, shippingOf, startProgress } from '#web/buyback/wizard.ts'
import type { WizardFacts, WizardProgress } from '#web/buyback/wizard.ts'
import type { AppServer } from './app-server.ts'
import { openPage } from './public-visit.ts'
import { readTexts } from './texts.ts'
import { visitorOf } from './tracking-story.ts'
import { quietPage } from './quiet-page.ts'

/** A product of the public site of which everything is answered. */
export interface DeclaredProduct {
  /** The address of its questions. */
  readonly path: string
  readonly progress: WizardProgress
  /** It, as a cart keeps it. */
  readonly line: CartBuyback
}

/**
 * Answers the first product of a search by its first choices, as a visitor does on the screens of the wizard, with none of
 * them drawn: a flow that begins at the offer or at the cart walks through no questions.
 */
export async function declareFirst(server: Pick<AppServer, 'url'>, query: string): Promise<DeclaredProduct> {
  const { call } = await visitorOf(server)
  const found = (await call(`/api/public/products?search_product_buyback=${encodeURIComponent(query)}`)) as unknown as {
    readonly 'hydra:member': readonly ProductCard[]
  }
  const { id, slug } = found['hydra:member'][0]!
  const product = (await call(`/api/public/products/${id}`)) as unknown as PublicProduct
  const { circuits } = (await call(`/api/public/options?categoryId=${product.categoryId}`)) as unknown as {
    readonly circuits: readonly CircuitOption[]
  }
  const facts: WizardFacts = { product, circuits, asksStore: true }
  const begun: WizardProgress = {
    ...startProgress(product.id),
    imei: product.imeiCollect ? '490154203237518' : null,
    answers: product.simple
      ? []
      : product.terms.questionnaire.questions.map(({ id: questionId, answers }) => ({
          questionId,
          answerId: answers[0]!.id,
        })),
  }
  const circuit = circuits.find(({ type }) => type !== 'web_drop')!
  const onItsWay = { ...chooseCircuit(facts, begun, circuit.id), shippingMethodId: circuit.shippingMethods[0]!.id }
  if (shippingOf(facts, onItsWay) === null) throw new Error('the circuit has no such shipping method')
  const progress = { ...onItsWay, paymentModeId: paymentModesOf(facts, onItsWay)[0]!.id }
  const offer = offerOf(facts, progress)
  if (!offer.ok) throw new Error(`no offer: ${offer.error}`)
  const text = readTexts('fr-FR', 'journey')
  const lines = offer.value.lines.map(({ source, label, impactCents }) => ({
    source,
    label: source === 'circuit' ? text(`options.circuit.${circuit.type}`) : label,
    valueCents: impactCents,
  }))
  const line = cartBuybackOf(facts, progress, { inCartId: randomUUID(), offer: offer.value, lines })
  return { path: `/buyback/create/${id}/${slug}`, progress, line }
}

/** Keeps answers on a page's browser as if they were given there; answers the address of the offer that they lead to. */
export async function keepAnswers(page: Page, server: Pick<AppServer, 'url'>, query: string): Promise<string> {
  const { path, progress } = await declareFirst(server, query)
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  keepProgress(storage, progress, new Date(), 'public')
  // From a document of the site that runs no script of its own.
  await page.goto(quietPage)
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    [...stored],
  )
  return `${path}?step=99`
}

/** Opens the offer for the first product of a search, with the first choice to each question. */
export async function openOffer(page: Page, server: Pick<AppServer, 'url'>, query: string): Promise<void> {
  await openPage(page, await keepAnswers(page, server, query))
}
