import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import { answerQuestion, startProgress, type WizardFacts, type WizardProgress } from './wizard.ts'

export const answer = (id: string, bestGrade: 'grade_a' | 'grade_c', percent = 0) => ({
  id,
  name: id,
  description: null,
  bestGrade,
  impact: percent === 0 ? ({ type: 'none' } as const) : ({ type: 'percentage', percent, capCents: null } as const),
})
export const question = (id: string) => ({
  id,
  title: id,
  howToTest: null,
  description: null,
  answers: [answer(`${id}-good`, 'grade_a'), answer(`${id}-bad`, 'grade_c', -10)],
})

export function product(changes: Partial<PublicProduct> = {}): PublicProduct {
  return {
    id: 'product',
    slug: 'iphone-13',
    label: 'iPhone 13',
    brand: 'Apple',
    model: 'A2633',
    categoryId: 'phones',
    categoryName: 'Smartphones',
    image: null,
    bestPriceCents: 20_000,
    imageHd: null,
    gtin: '4006381333931',
    reference: 'IP13-128',
    categoryPath: [],
    highlightedInstruction: null,
    simple: false,
    buybackZeroNotAllowed: false,
    imeiCollect: false,
    tacs: [],
    terms: {
      productId: 'product',
      simple: false,
      prices: { grade_a: 20_000, grade_c: 10_000 },
      questionnaire: { id: 'questions', questions: [question('screen'), question('body')] },
    },
    pricedAt: '2026-03-01T10:00:00Z',
    ...changes,
  }
}

export const payment = (id: string, value: number | null = null): CircuitOption['paymentModes'][number] => ({
  id,
  type: 'bank_transfer',
  label: `Paiement ${id}`,
  description: null,
  longDescription: null,
  modifier: value === null ? null : { type: 'percentage', value, cappedAmount: null },
  iban: true,
})
export const shipping = (id: string, paymentMethods: string[]): CircuitOption['shippingMethods'][number] => ({
  id,
  channel: 'web',
  type: 'web_post',
  description: `Envoi ${id}`,
  modifier: null,
  paymentMethods,
  availableCountries: ['FR'],
})
export const circuit = (id: string, changes: Partial<CircuitOption> = {}): CircuitOption => ({
  id,
  ruleId: `rule-${id}`,
  type: 'web_post',
  name: `Circuit ${id}`,
  description: null,
  terms: null,
  highlightedInstruction: null,
  traceabilityEnabled: false,
  instructions: [],
  modifier: null,
  shippingMethods: [shipping(`${id}-ship`, ['bank', 'gift'])],
  paymentModes: [payment('bank'), payment('gift', 10)],
  ...changes,
})

export const facts = (changes: Partial<PublicProduct> = {}, circuits = [circuit('post')]): WizardFacts => ({
  product: product(changes),
  circuits,
  asksStore: true,
})
export const answered = (...ids: string[]): WizardProgress =>
  ids.reduce(
    (progress, id) => answerQuestion(progress, { questionId: id.split('-')[0]!, answerId: id }),
    startProgress('product'),
  )
