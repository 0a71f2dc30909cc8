import type { Declaration } from '#domain/buyback/declaration.ts'
import { succeed } from '#domain/kernel/result.ts'
import type { CounterCircuit, CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'
import type { CounterRecords } from '#sync/records.ts'
import { offerOf } from '#sync/replica/counter-offer.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { facts, id, row, warehouse } from './floor-world.ts'

const store = id(6)
export const goldenQuestionnaire = {
  id: id(154),
  questions: [
    {
      id: id(40),
      title: 'Screen',
      howToTest: null,
      description: null,
      answers: [
        {
          id: id(41),
          name: 'Fine',
          description: null,
          bestGrade: 'grade_a' as const,
          impact: { type: 'none' as const },
        },
      ],
    },
  ],
}

const circuitOf = (type: 'store_drop' | 'web_drop', n: number): CounterCircuit => ({
  id: id(n),
  ruleId: id(170),
  type,
  name: type,
  description: null,
  terms: null,
  highlightedInstruction: null,
  traceabilityEnabled: false,
  countries: [],
  instructions: [],
  modifier: null,
  shippingMethods: [
    {
      id: id(156),
      channel: 'store',
      type,
      description: null,
      modifier: null,
      paymentMethods: [id(157)],
      availableCountries: [],
    },
  ],
  paymentModes: [
    {
      id: id(157),
      type: 'gift_card',
      label: 'Gift card',
      description: null,
      longDescription: null,
      modifier: { type: 'percentage', value: 10, cappedAmount: null },
      iban: false,
    },
  ],
})

const rules: CounterRules = {
  settings: {
    features: [],
    identityRequired: false,
    cartMinCents: 0,
    currency: 'EUR',
    language: 'fr-FR',
    timeZone: 'Europe/Paris',
  },
  categories: [
    {
      id: id(158),
      name: 'Phones',
      parentId: null,
      path: [id(158)],
      questionnaireId: goldenQuestionnaire.id,
      absorption: null,
      highlightedInstruction: null,
      circuitIds: [id(155), id(159)],
    },
  ],
  circuits: [circuitOf('store_drop', 155), circuitOf('web_drop', 159)],
  questionnaires: [goldenQuestionnaire],
}

const product: CounterProduct = {
  id: id(153),
  label: 'Phone',
  brand: 'Brand',
  model: null,
  reference: null,
  gtin: null,
  tacs: [],
  categoryId: id(158),
  image: null,
  simple: false,
  zeroNotAllowed: false,
  imeiCollect: false,
  prices: { grade_a: 10_000 },
}

/** A catalog of one phone, and a store. */
export const goldenCounter: CounterRecords = {
  offer: (question) =>
    succeed(
      offerOf(rules, product, question, {
        dispatch: { rules: [], defaultWarehouseId: warehouse, isGeographic: false },
        places: [],
        hasStore: true,
      }),
    ),
  replacedAtMs: () => null,
  capturedAtMs: (claimedMs) => claimedMs,
  unsentSinceMs: () => null,
  mayGive: () => true,
  isTaken: () => false,
  isSold: () => false,
  validateSeller: () => null,
}

const declaration: Declaration = {
  productId: id(153),
  simple: false,
  prices: { grade_a: 9_000 },
  questionnaireId: goldenQuestionnaire.id,
  answers: [{ questionId: id(40), answerId: id(41) }],
  grade: 'grade_a',
  priceCents: 9_000,
  absorption: null,
  modifiers: [],
}

/** What a customer declared on the web for the store to take, at a price of its own. */
export const predeclaredRow: ItemRow = row(500, {
  status: 'item_awaiting_store_drop',
  buybackStatus: 'bb_awaiting_store_drop',
  stockId: null,
  warehouseId: null,
  storeId: store,
  version: 1,
  createdAtMs: 0,
  facts: facts({
    productId: product.id,
    categoryId: product.categoryId,
    circuit: 'web_drop',
    circuitId: id(159),
    declaration,
    chosen: { shippingMethodId: id(156), paymentModeId: id(157) },
  }),
})
