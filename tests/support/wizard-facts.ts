import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { answerQuestion, startProgress, type WizardFacts, type WizardProgress } from '#web/buyback/wizard.ts'
import { shippingWay, wizardCircuit, wizardProduct } from './wizard-product.ts'

const answer = (id: string, bestGrade: 'grade_a' | 'grade_c', percent = 0) => ({
  id,
  name: id,
  description: null,
  bestGrade,
  impact: percent === 0 ? ({ type: 'none' } as const) : ({ type: 'percentage', percent, capCents: null } as const),
})
const question = (id: string) => ({
  id,
  title: id,
  howToTest: null,
  description: null,
  answers: [answer(`${id}-good`, 'grade_a'), answer(`${id}-bad`, 'grade_c', -10)],
})

/** A phone of two questions, `screen` and `body`, each with a good answer and a bad one. */
export function product(changes: Partial<PublicProduct> = {}): PublicProduct {
  return wizardProduct({
    id: 'product',
    slug: 'iphone-13',
    label: 'iPhone 13',
    brand: 'Apple',
    model: 'A2633',
    categoryId: 'phones',
    categoryName: 'Smartphones',
    bestPriceCents: 20_000,
    gtin: '4006381333931',
    reference: 'IP13-128',
    categoryPath: [],
    terms: {
      productId: 'product',
      simple: false,
      prices: { grade_a: 20_000, grade_c: 10_000 },
      questionnaire: { id: 'questions', questions: [question('screen'), question('body')] },
    },
    ...changes,
  })
}

/** A bank transfer; `value` is its bonus in percent. */
export const payment = (id: string, value: number | null = null): CircuitOption['paymentModes'][number] => ({
  id,
  type: 'bank_transfer',
  label: `Paiement ${id}`,
  description: null,
  longDescription: null,
  modifier: value === null ? null : { type: 'percentage', value, cappedAmount: null },
  iban: true,
})

/** A shipping method with the payment modes that go with it. */
export const shipping = (id: string, paymentMethods: string[]): CircuitOption['shippingMethods'][number] =>
  shippingWay(id, 'web_post', { description: `Envoi ${id}`, paymentMethods })

/** A circuit with one shipping method and two payment modes, `bank` and `gift`. */
export const circuit = (id: string, changes: Partial<CircuitOption> = {}): CircuitOption =>
  wizardCircuit('web_post', {
    id,
    ruleId: `rule-${id}`,
    name: `Circuit ${id}`,
    shippingMethods: [shipping(`${id}-ship`, ['bank', 'gift'])],
    paymentModes: [payment('bank'), payment('gift', 10)],
    ...changes,
  })

/** What the wizard knows, of the customer at home. */
export const facts = (changes: Partial<PublicProduct> = {}, circuits = [circuit('post')]): WizardFacts => ({
  product: product(changes),
  circuits,
  asksStore: true,
})

/** The progress of a customer who has given these answers. */
export const answered = (...ids: string[]): WizardProgress =>
  ids.reduce(
    (progress, id) => answerQuestion(progress, { questionId: id.split('-')[0]!, answerId: id }),
    startProgress('product'),
  )
