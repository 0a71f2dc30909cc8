import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'

type Answer = PublicProduct['terms']['questionnaire']['questions'][number]['answers'][number]

const answer = (name: string, bestGrade: Answer['bestGrade'], impact: Answer['impact'] = { type: 'none' }): Answer => ({
  id: name,
  name,
  description: null,
  bestGrade,
  impact,
})
const question = (id: string, ...answers: Answer[]) => ({
  id,
  title: `Question ${id}`,
  howToTest: null,
  description: null,
  answers,
})

/** A camera of four questions, as the public API describes it; `changed` says what is different. */
export function wizardProduct(changed: Partial<PublicProduct> = {}): PublicProduct {
  return {
    id: 'p1',
    slug: 'd7500',
    label: 'D7500',
    brand: 'Nikon',
    model: null,
    categoryId: 'k1',
    categoryName: 'Appareils photo',
    image: null,
    bestPriceCents: 40_000,
    imageHd: null,
    gtin: null,
    reference: null,
    categoryPath: [{ id: 'k1', name: 'Appareils photo', slug: 'appareils-photo' }],
    highlightedInstruction: null,
    simple: false,
    buybackZeroNotAllowed: false,
    imeiCollect: false,
    tacs: [],
    terms: {
      productId: 'p1',
      simple: false,
      prices: { grade_a: 40_000, grade_b: 30_000, grade_c: 20_000, grade_d: 10_000 },
      questionnaire: {
        id: 'q1',
        questions: [
          question('power', answer('Oui, tout fonctionne', 'grade_a'), answer('Non', 'grade_d')),
          question(
            'wear',
            answer('Usure marquée', 'grade_c'),
            answer('À réparer', 'grade_d', { type: 'percentage', percent: -20, capCents: null }),
          ),
          question('shutter', answer('Moins de 20 000', 'grade_a')),
          question('parts', answer('Tous, avec la boîte', 'grade_a', { type: 'amount', amountCents: 500 })),
        ],
      },
    },
    pricedAt: '2026-03-01T10:00:00Z',
    ...changed,
  }
}

type Shipping = CircuitOption['shippingMethods'][number]
type Payment = CircuitOption['paymentModes'][number]

/** A way of shipping of a circuit. */
export const shippingWay = (id: string, type: CircuitOption['type'], changed: Partial<Shipping> = {}): Shipping => ({
  id,
  channel: 'web',
  type,
  description: null,
  modifier: null,
  paymentMethods: ['transfer', 'card'],
  availableCountries: ['FR'],
  ...changed,
})

const payment = (id: string, type: Payment['type'], label: string, value: number | null): Payment => ({
  id,
  type,
  label,
  description: null,
  longDescription: null,
  modifier: value === null ? null : { type: 'percentage', value, cappedAmount: null },
  iban: type === 'bank_transfer',
})

/** A circuit of the web, with a transfer and a gift card that is worth a tenth more. */
export function wizardCircuit(type: CircuitOption['type'], changed: Partial<CircuitOption> = {}): CircuitOption {
  return {
    id: type,
    ruleId: `rule-${type}`,
    type,
    name: type,
    description: null,
    terms: null,
    highlightedInstruction: null,
    traceabilityEnabled: false,
    instructions: [],
    modifier: null,
    shippingMethods: [shippingWay(`${type}-way`, type)],
    paymentModes: [
      payment('transfer', 'bank_transfer', 'Virement', null),
      payment('card', 'gift_card', 'Carte cadeau', 10),
    ],
    ...changed,
  }
}
