import { expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import type { Predeclared } from '../catalog/sale-facts.ts'
import { priceLines, saleLineOf } from './priced-line.ts'

const questions = [
  { id: 'screen', answers: [{ id: 'good', bestGrade: 'grade_a', impact: { type: 'none' } }] },
] as unknown as WizardFacts['product']['terms']['questionnaire']['questions']

/** A sale of what the web has predeclared, by the questions of today. */
const predeclaredWith = (asked: typeof questions) =>
  ({
    facts: {
      product: {
        id: 'x',
        simple: false,
        terms: {
          productId: 'x',
          simple: false,
          prices: { grade_a: 10_000 },
          questionnaire: { id: 'q', questions: asked },
        },
      },
      circuits: [
        { id: 'c', shippingMethods: [{ id: 's', paymentMethods: ['p'] }], paymentModes: [{ id: 'p', label: 'Bon' }] },
      ],
      asksStore: false,
    },
  }) as unknown as Predeclared

const answers = [
  { questionId: 'screen', answerId: 'good' },
  { questionId: 'battery', answerId: 'good' },
]
const line = cartLine({ declaration: { ...cartLine().declaration, responses: answers } })
const catalog = {} as CounterCatalog

it('a line is sold without the answer to a question that is no longer asked', async () => {
  const [priced] = await priceLines(catalog, [line], predeclaredWith(questions))
  expect(priced).toMatchObject({ problem: null, offer: { totalCents: 10_000 } })
  expect(saleLineOf(priced!)).toMatchObject({ questionnaireId: 'q', answers: answers.slice(0, 1) })
})

it('a line is sold without a questionnaire once nothing is asked', async () => {
  const [priced] = await priceLines(catalog, [line], predeclaredWith([]))
  expect(saleLineOf(priced!)).toMatchObject({ questionnaireId: null, answers: [] })
})

/** A sale in the circuit of the cart's phone, whose shipping methods are given. */
const catalogShipping = (...ids: readonly string[]) =>
  ({
    product: () => Promise.resolve({ id: 'x', label: 'iPhone 13', brand: null, tacs: [], prices: {} }),
    termsOf: () => ({
      productId: 'x',
      simple: true,
      prices: { functional: 10_000 },
      questionnaire: { id: '', questions: [] },
    }),
    category: () => undefined,
    rules: { questionnaires: [] },
    circuitsOf: () => [
      {
        id: 'c',
        shippingMethods: ids.map((id) => ({ id, paymentMethods: ['p'] })),
        paymentModes: [{ id: 'p', label: 'Bon' }],
      },
    ],
  }) as unknown as CounterCatalog

it.each([
  ['is one of several that is gone', catalogShipping('parcel', 'letter')],
  ['has none to take its place', catalogShipping()],
])('a line is not sold whose shipping method %s', async (_name, after) => {
  const simple = cartLine({ shippingMethod: { id: 'gone', type: 'store_drop', label: 'Store' } })
  expect(await priceLines(after, [simple], null)).toMatchObject([{ problem: 'OPTIONS_MISSING', offer: null }])
})
