import * as z from 'zod'
import { answerGrades, grades } from '#domain/catalog/grade.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { instructionTypes } from '#domain/circuit/instruction-type.ts'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { visitAnswer } from '#domain/organization/opening-hours.schema.ts'
import { impactSchema } from '#sync/wire/pull.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

const guid = z.guid().toLowerCase()
const country = z.string().regex(/^[A-Z]{2}$/)

/** A category where it is named in passing. */
export const categoryName = z.object({ id: z.string(), name: z.string(), slug: z.string() })

/** A published product in a list; the price is the best that any condition of it is worth. */
export const productCard = z.object({
  id: z.string(),
  slug: z.string(),
  label: z.string(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  categoryId: z.string(),
  categoryName: z.string(),
  image: z.string().nullable(),
  /** Null where the product has no price yet. */
  bestPriceCents: z.int().nullable(),
})
/** A published product in a list. */
export type ProductCard = z.output<typeof productCard>

/** One part of the public home; html is sanitised. */
export const homeWidget = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('html'), html: z.string() }),
  z.object({
    id: z.string(),
    type: z.literal('featured_products'),
    title: z.string(),
    products: z.array(productCard),
  }),
  z.object({
    id: z.string(),
    type: z.literal('search_banner'),
    title: z.string(),
    text: z.string().nullable(),
    image: z.string().nullable(),
    imageAlt: z.string().nullable(),
  }),
])
/** One part of the public home. */
export type HomeWidget = z.output<typeof homeWidget>

/** The public home; null where the account leaves the words for search engines to the product. */
const publicHome = z.object({
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  /** From top to bottom; none while the home is inactive. */
  widgets: z.array(homeWidget),
})
export type PublicHome = z.output<typeof publicHome>

/** `GET /api/public/home` (SET-18). */
export const publicHomeCall = { method: 'get', path: '/api/public/home', answer: publicHome } as const

/** A category that leads to published products. */
export const publicCategory = z.object({
  ...categoryName.shape,
  parentId: z.string().nullable(),
  /** From the top of the tree down to the category itself. */
  path: z.array(categoryName),
  /** What stands above its children. */
  childrenDescription: z.string().nullable(),
  image: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** Published products of the category and everything below it, each once. */
  productCount: z.int(),
})
export type PublicCategory = z.output<typeof publicCategory>

/** `GET /api/public/categories` (PUB-09, PUB-10): the tree as a list, parents before their children. */
export const publicCategoriesCall = {
  method: 'get',
  path: '/api/public/categories',
  answer: z.object({ categories: z.array(publicCategory) }),
} as const

/** Products on a page of results (PUB-07). */
export const resultsPerPage = 40
/** Most products of one answer. */
export const mostResults = 100

/** Columns by which results are sorted; by relevance where none is named. */
export const publicProductOrders = ['label', 'price'] as const

/** What is doubtful about the IMEI that was searched: it is found all the same (decisions, 15). */
export const imeiSearchAnswer = z.object({
  tac: z.string(),
  doubts: z.array(z.enum(['IMEI_CHECK_DIGIT', 'IMEI_TAC_UNKNOWN'])),
})

const listed = listQuery(publicProductOrders, {
  /** Words, a model code, an EAN or a type allocation code (CAT-29). */
  search_product_buyback: textOf('line').max(200).optional(),
  /** The category with everything below it. */
  category: guid.optional(),
  imei: textOf('code').max(64).optional(),
  brand: anyOf(z.string().min(1).max(255)),
  /** `true` also finds numbers that begin like the last one, where products have that number itself. */
  wide: z.enum(['true', 'false']).optional(),
})

/** `GET /api/public/products` (PUB-05 to PUB-08): published products, the closest first. */
export const publicProductsCall = {
  method: 'get',
  path: '/api/public/products',
  query: z.strictObject({
    ...listed.shape,
    itemsPerPage: z.coerce.number().int().min(1).max(mostResults).default(resultsPerPage),
  }),
  answer: collection(productCard).extend({
    /** How many results each brand and category would give, the other filters standing; the largest first. */
    facets: z.object({
      brands: z.array(z.object({ value: z.string(), count: z.int() })),
      categories: z.array(z.object({ ...categoryName.shape, count: z.int() })),
    }),
    /** The words that were searched in place of unknown ones; null where all were known. */
    correctedQuery: z.string().nullable(),
    /** How many more `wide` finds; a server that is older than this app says nothing of it. */
    others: z.int().optional(),
    /** Null where no IMEI was searched. */
    imei: imeiSearchAnswer.nullable(),
  }),
} as const
/** Results of a product search. */
export type PublicProducts = z.output<typeof publicProductsCall.answer>

/** A question as the wizard asks it; a superset of the domain's. */
export const publicQuestion = z.object({
  id: z.string(),
  title: z.string(),
  howToTest: z.string().nullable(),
  description: z.string().nullable(),
  /** Address of the picture that it is shown with today. */
  image: z.string().nullish(),
  answers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      bestGrade: z.enum(answerGrades),
      impact: impactSchema,
      /** There where no question is asked after this answer. */
      isLast: z.boolean().optional(),
    }),
  ),
})
/** A question as the wizard asks it. */
export type PublicQuestion = z.output<typeof publicQuestion>

/** A product with all that the wizard asks and prices by. */
export const publicProductAnswer = z.object({
  ...productCard.shape,
  imageHd: z.string().nullable(),
  gtin: z.string().nullable(),
  /** By which its buyer knows it. */
  reference: z.string().nullable(),
  /** From the top of the tree down to the product's category. */
  categoryPath: z.array(categoryName),
  /** What the category wants noticed. */
  highlightedInstruction: z.string().nullable(),
  simple: z.boolean(),
  buybackZeroNotAllowed: z.boolean(),
  /** Whether the wizard asks for the IMEI; that takes the premium feature too. */
  imeiCollect: z.boolean(),
  tacs: z.array(z.string()),
  /** Who buys it and draws up the contract; null, or missing from an older server, where that is not known. */
  buyer: z.string().nullable().optional(),
  /** With `questionnaire`, what `estimate` needs (`ProductTerms`): `{ productId, simple, prices, questionnaire }`. */
  terms: z.object({
    productId: z.string(),
    simple: z.boolean(),
    prices: z.partialRecord(z.enum(grades), z.int()),
    /** The frozen questions of the day; a simple product's id is empty, and so is the list. */
    questionnaire: z.object({ id: z.string(), questions: z.array(publicQuestion) }),
  }),
  /** When these prices were read; a quote of them names it. */
  pricedAt: z.iso.datetime(),
})
export type PublicProduct = z.output<typeof publicProductAnswer>

/** `GET /api/public/products/{id}`; `PRODUCT_NO_LONGER_EXISTS` and `PRODUCT_NOT_PUBLISHED` are its refusals (PUB-35). */
export const publicProductCall = {
  method: 'get',
  path: '/api/public/products/{id}',
  params: idParams,
  answer: publicProductAnswer,
} as const

/** A bonus or malus (CIRC-30); `impactOfModifier` of the domain makes a price impact of it. */
export const modifierAnswer = z.object({
  type: z.enum(['percentage', 'fixed']),
  /** Percent, or cents. */
  value: z.int(),
  cappedAmount: z.int().nullable(),
})

/**
 * A shipping method as customers choose it (CIRC-17). Its type is that of a circuit, as pages and devices that are open
 * since before an update read it; the office's calls have it as the specification writes it.
 */
export const shippingMethodAnswer = z.object({
  id: z.string(),
  channel: z.enum(['store', 'web']),
  type: z.enum(circuitTypes),
  description: z.string().nullable(),
  modifier: modifierAnswer.nullable(),
  /** Ids of the payment modes that go with it. */
  paymentMethods: z.array(z.string()),
  availableCountries: z.array(z.string()),
  /** Whether the customer chooses when the product is collected; an older server says nothing of it. */
  hasSlots: z.boolean().optional(),
  /** Whether the customer chooses where the parcel is handed over; an older server says nothing of it. */
  hasRelayPoints: z.boolean().optional(),
})

/** A payment mode as customers choose it (CIRC-20). */
export const paymentModeAnswer = z.object({
  id: z.string(),
  type: z.enum(paymentTypes),
  label: z.string(),
  description: z.string().nullable(),
  longDescription: z.string().nullable(),
  /** Null without the premium feature of payment bonuses. */
  modifier: modifierAnswer.nullable(),
  /** Whether the customer's IBAN is asked for. */
  iban: z.boolean(),
})

/** A circuit that takes the category, as its dispatch circuit rule describes it. */
export const circuitOption = z.object({
  id: z.string(),
  ruleId: z.string(),
  type: z.enum(circuitTypes),
  name: z.string(),
  description: z.string().nullable(),
  terms: z.string().nullable(),
  highlightedInstruction: z.string().nullable(),
  traceabilityEnabled: z.boolean(),
  /** Countries that it is for, as ISO 3166-1 alpha-2; empty where it is for all. */
  eligibleCountries: z.array(z.string()).optional(),
  instructions: z.array(z.object({ id: z.string(), type: z.enum(instructionTypes), label: z.string() })),
  modifier: modifierAnswer.nullable(),
  shippingMethods: z.array(shippingMethodAnswer),
  paymentModes: z.array(paymentModeAnswer),
})
/** A circuit that takes the category. */
export type CircuitOption = z.output<typeof circuitOption>

/**
 * `GET /api/public/options`: how items of a category come in and are paid. A circuit without a shipping method or
 * payment mode of the country is left out; where none is left the refusal says what is missing (PUB-32, PUB-33).
 * Visitors see the web's circuits alone.
 */
export const publicOptionsCall = {
  method: 'get',
  path: '/api/public/options',
  query: z.strictObject({
    categoryId: guid,
    country: country.optional(),
    channel: z.enum(['store', 'web']).default('web'),
  }),
  answer: z.object({ circuits: z.array(circuitOption) }),
} as const

/** A store where customers bring products. */
export const publicStore = z.object({
  id: z.string(),
  name: z.string(),
  street: z.string().nullable(),
  streetMore: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...visitAnswer,
  /** Kilometres from the place that the query names; null without one or where the store's place is unknown. */
  distanceKm: z.number().nullable(),
})
export type PublicStore = z.output<typeof publicStore>

/** Columns by which stores are sorted; the nearest first where none is named. */
export const publicStoreOrders = ['name', 'city', 'distance'] as const

/** `GET /api/public/stores` (PUB-21): active stores, the nearest first, or by name without `lat` and `lon`. */
export const publicStoresCall = {
  method: 'get',
  path: '/api/public/stores',
  query: listQuery(publicStoreOrders, {
    lat: z.coerce.number().min(-90).max(90).optional(),
    lon: z.coerce.number().min(-180).max(180).optional(),
    country: country.optional(),
  }).refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), { path: ['lat'] }),
  answer: collection(publicStore),
} as const

/** Texts that an account writes for its customers. */
export const legalDocuments = [
  'eula',
  'service-terms',
  'faq-and-contact',
  'cookies-policy',
  'buyback-zero',
  'no-search-result',
] as const
export type LegalDocument = (typeof legalDocuments)[number]

/** `GET /api/public/legal/{document}`: the text as sanitised HTML; null where the account has written none. */
export const publicLegalCall = {
  method: 'get',
  path: '/api/public/legal/{document}',
  params: z.strictObject({ document: z.enum(legalDocuments) }),
  answer: z.object({
    document: z.enum(legalDocuments),
    /** The one in which it is read: the visitor's, else the account's, else the first that there is. */
    language: z.enum(languages),
    html: z.string().nullable(),
    sellerSupportEmail: z.string().nullable(),
    /** Address of the same as a PDF (SET-14); null where the account has given none. */
    file: z.string().nullable(),
  }),
} as const

/** `GET /api/buyback-settings` (CART-15), with the names of the specification; the minimum in cents (decisions, 4 and 5). */
export const buybackSettingsCall = {
  method: 'get',
  path: '/api/buyback-settings',
  answer: z.object({ customer_identity_document_required: z.boolean(), cart_min_value: z.int() }),
} as const
