import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { buybackNumberFault } from '#domain/buyback/buyback-number.ts'
import { cancelReasons } from '#domain/buyback/cancel-reason.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { lossPlaces } from '#domain/buyback/loss-place.ts'
import { grades } from '#domain/catalog/grade.ts'
import { slotAnswer } from '#domain/circuit/pickup-slots.schema.ts'
import { relayPointAnswer } from '#domain/circuit/relay-points.schema.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import { identificationTypes } from '#domain/customer/identification-type.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { controlOutcomes, setAsideReasons } from '#domain/compliance/compliance.ts'
import { itemStatuses, nativeStocks } from '#domain/item/item-status.ts'
import { visitAnswer } from '#domain/organization/opening-hours.schema.ts'
import { idParams } from './organization.ts'
import { trackedCancel } from './buyback-cancel.ts'
import { trackedCorrections } from './buyback-correction.ts'
import { trackedPickup } from './buyback-pickup.ts'
import { itemHistoryAnswer } from './item.ts'
import { impactPriceEntry } from '../wire/sale.ts'

const named = z.object({ id: z.string(), name: z.string() })

/** A question as it was answered: declared by the customer, found by the test; null where it was not asked. */
export const diagnosticLine = z.object({
  questionId: z.string(),
  title: z.string(),
  declaredAnswer: z.string().nullable(),
  declaredImpactCents: z.int().nullable(),
  controlledAnswer: z.string().nullable(),
  controlledImpactCents: z.int().nullable(),
})

/** What a carrier said of the parcel on its way in, at the carrier's own time (BB-21). */
export const deliveryEventAnswer = z.object({
  at: z.iso.datetime(),
  status: z.enum(deliveryStatuses),
  place: z.string().nullable(),
  text: z.string().nullable(),
})

/** The parcel that brings the product in; its link leads to the carrier's own page, where it has one. */
export const parcelAnswer = z.object({
  carrierName: z.string(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
})

/** A mail that was not delivered, and why, as the page of jobs has it. */
const undeliveredMail = z.object({ kind: z.string(), at: z.iso.datetime(), error: z.string() })
export type UndeliveredMail = z.output<typeof undeliveredMail>

/**
 * A buyback (BB-07). Amounts are integer cents, days `YYYY-MM-DD`. A visitor, who sees those of his own carts, gets
 * null for buyer, external code, control and comment, and no history.
 */
export const buybackAnswer = z.object({
  id: z.string(),
  version: z.int(),
  identificationNumber: z.string(),
  externalCode: z.string().nullable(),
  /** Opens the private link of the customer, who alone reads it here. */
  trackingToken: z.string().nullable(),
  status: z.enum(buybackStatuses),
  deliveryStatus: z.enum(deliveryStatuses).nullable(),
  paymentStatus: z.enum(paymentStatuses),
  currency: z.enum(currencies),
  circuit: z.object({ ...named.shape, type: z.enum(circuitTypes) }),
  category: named,
  product: z.object({
    id: z.string(),
    label: z.string(),
    brand: z.string().nullable(),
    modele: z.string().nullable(),
    eanCode: z.string().nullable(),
    reference: z.string().nullable(),
    image: z.string().nullable(),
    simple: z.boolean(),
  }),
  predeclaredGrade: z.enum(grades).nullable(),
  predeclaredPriceCents: z.int().nullable(),
  /** End of the 15 days for which a predeclared price holds; null where it is finalised or was never predeclared. */
  priceHoldsUntil: z.iso.datetime().nullable(),
  declaredGrade: z.enum(grades).nullable(),
  declaredPriceCents: z.int().nullable(),
  controlledGrade: z.enum(grades).nullable(),
  controlledPriceCents: z.int().nullable(),
  validatedGrade: z.enum(grades).nullable(),
  validatedPriceCents: z.int().nullable(),
  /** On the validated price, else on the declared one. */
  impactPriceEntries: z.array(impactPriceEntry),
  bonusCents: z.int(),
  /** Declared price with its modifiers: what the contract promises. */
  totalPriceCents: z.int().nullable(),
  /** Validated price with its modifiers: what is paid; null until it is final. */
  paidPriceCents: z.int().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  promisedPaymentOn: z.string().nullable(),
  /** What its customer is owed or was paid, for staff; a server that is older than this app says nothing of it. */
  payment: z
    .object({
      id: z.string(),
      completedAt: z.iso.datetime().nullable(),
      information: z.string().nullable(),
      /** Whether it waits for a second person. */
      isWaiting: z.boolean().optional(),
    })
    .nullable()
    .optional(),
  customer: z.object({ firstname: z.string(), lastname: z.string() }).nullable(),
  shippingMethod: z
    .object({ id: z.string(), type: z.enum(circuitTypes), description: z.string().nullable() })
    .nullable(),
  paymentMode: z.object({ id: z.string(), type: z.enum(paymentTypes), label: z.string() }).nullable(),
  store: named.nullable(),
  /** When it is collected; a server that is older than this app says nothing of it. */
  pickup: slotAnswer.nullable().optional(),
  /** Where its parcel is handed over; a server that is older than this app says nothing of it. */
  relayPoint: relayPointAnswer.nullable().optional(),
  /** The day until which its customer hands it over; null where none is said. A server that is older than this app says none. */
  sendBy: z.string().nullable().optional(),
  buyer: named.nullable(),
  destinationWarehouse: named,
  item: z.object({
    id: z.string(),
    code: z.string(),
    status: z.enum(itemStatuses),
    imei: z.string().nullable(),
    serialNumber: z.string().nullable(),
    warehouse: named.nullable(),
    stock: named.extend({ native: z.enum(nativeStocks).nullable() }).nullable(),
    comment: z.string().nullable(),
  }),
  diagnostic: z.object({
    lines: z.array(diagnosticLine),
    /** The outcome of the latest test; null before it. */
    outcome: z.enum(controlOutcomes).nullable(),
    setAside: z.enum(setAsideReasons).nullable(),
    absorbedCents: z.int().nullable(),
    testedAt: z.iso.datetime().nullable(),
    /** `GET /api/evidence/{id}` shows each. */
    photos: z.array(z.object({ id: z.string(), questionId: z.string().nullable() })),
  }),
  cancelReason: z.enum(cancelReasons).nullable(),
  cancelComment: z.string().nullable(),
  /** What the buyback's state allows; permissions come on top. */
  canCancel: z.boolean(),
  /** Whether cancelling it takes `force`. */
  cancelNeedsForce: z.boolean(),
  /** Whether a step of it may be corrected; a server that is older than this app says nothing of it. */
  canEdit: z.boolean().optional(),
  lossPlace: z.enum(lossPlaces).nullable(),
  canFinalize: z.boolean(),
  /** The label of the product's own parcel; null where it travels without one. */
  parcel: parcelAnswer.nullable(),
  /** What carriers said, the earliest first. */
  deliveryEvents: z.array(deliveryEventAnswer),
  /** What happened to the product, the latest first. */
  history: z.array(itemHistoryAnswer),
  /** Mails to its customer that were not delivered and wait for staff; a server that is older than this app names none. */
  undeliveredMails: z.array(undeliveredMail).optional(),
})
export type BuybackAnswer = z.output<typeof buybackAnswer>

/** `GET /api/buybacks/{id}` (BB-22). */
export const readBuybackCall = {
  method: 'get',
  path: '/api/buybacks/{id}',
  params: idParams,
  answer: buybackAnswer,
} as const

/** `GET /api/buybacks/by-identification-number/{n}` (BB-23): by its 13 digits. */
export const readBuybackByNumberCall = {
  method: 'get',
  path: '/api/buybacks/by-identification-number/{n}',
  params: z.strictObject({ n: z.string().refine((number) => buybackNumberFault(number) === null) }),
  answer: buybackAnswer,
} as const

/** The store that a customer brings a product to. */
const visitedStore = z.object({
  name: z.string(),
  street: z.string().nullable(),
  streetMore: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...visitAnswer,
})
export type VisitedStore = z.output<typeof visitedStore>

/** `GET /api/buybacks/{id}/instructions` (BB-24): what the customer does next, in order. */
export const buybackInstructionsCall = {
  method: 'get',
  path: '/api/buybacks/{id}/instructions',
  params: idParams,
  answer: z.object({
    circuitType: z.enum(circuitTypes),
    circuitName: z.string(),
    description: z.string().nullable(),
    highlightedInstruction: z.string().nullable(),
    terms: z.string().nullable(),
    instructions: z.array(z.object({ sequence: z.int(), type: z.string(), label: z.string() })),
    /** Null where it is brought to none; a server that is older than this app says nothing of it. */
    store: visitedStore.nullable().optional(),
  }),
} as const

/** What is said where the seller of a buyback could not be had (BB-25); the same words in every language. */
export const buybackFetchFailure = 'Error while fetching'

/** `GET /api/buybacks/{id}/additional-infos` (BB-25): the seller; of numbers only the last four characters. */
export const additionalInfosCall = {
  method: 'get',
  path: '/api/buybacks/{id}/additional-infos',
  params: idParams,
  answer: z.object({
    customerId: z.string().nullable(),
    /** When the customer's data was erased. */
    erasedAt: z.iso.datetime().nullable(),
    clientLastname: z.string().nullable(),
    /** First and last name in Latin letters, where they are written in others. */
    clientLatinName: z.string().nullable(),
    clientFirstname: z.string().nullable(),
    clientEmail: z.string().nullable(),
    clientPhone: z.string().nullable(),
    clientStreet: z.string().nullable(),
    clientStreetMore: z.string().nullable(),
    clientZipCode: z.string().nullable(),
    clientCity: z.string().nullable(),
    clientCountry: z.string().nullable(),
    clientNationalIdentificationType: z.enum(identificationTypes).nullable(),
    /** The last four characters. */
    clientNationalIdentification: z.string().nullable(),
    clientNationalIdentificationDeliveryDate: z.string().nullable(),
    clientNationalIdentificationAutorityDelivery: z.string().nullable(),
    /** The last four characters. */
    iban: z.string().nullable(),
    accountHolder: z.string().nullable(),
    /** The bank, where transfers have to name it. */
    bic: z.string().nullable(),
    language: z.enum(languages).nullable(),
  }),
} as const

const declaredByCustomer = z.object({
  grade: z.enum(grades).nullable(),
  /** Its last four digits. */
  imei: z.string().nullable(),
  /** In the order of the questions, in the reader's language. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The price before modifiers; null where nothing was estimated. */
  estimateCents: z.int().nullable(),
  impactPriceEntries: z.array(impactPriceEntry),
})

/** `GET /api/tracking/{token}`: a buyback as the private link of its customer shows it; no name, no address. */
export const readTrackingCall = {
  method: 'get',
  path: '/api/tracking/{token}',
  params: z.strictObject({ token: z.string().min(1).max(96) }),
  answer: z.object({
    buybackId: z.string(),
    identificationNumber: z.string(),
    accountName: z.string(),
    language: z.enum(languages),
    currency: z.enum(currencies),
    status: z.enum(buybackStatuses),
    itemStatus: z.enum(itemStatuses),
    deliveryStatus: z.enum(deliveryStatuses).nullable(),
    paymentStatus: z.enum(paymentStatuses),
    productId: z.string(),
    productName: z.string(),
    /** The product's name as addresses of the public site have it. */
    productSlug: z.string(),
    image: z.string().nullable(),
    circuitType: z.enum(circuitTypes),
    storeName: z.string().nullable(),
    /** Null where it is not collected in a slot; a server that is older than this app says nothing of it. */
    pickup: trackedPickup.nullable().optional(),
    /** A server that is older than this app says nothing of it. */
    cancel: trackedCancel.optional(),
    /** A server that is older than this app says nothing of them. */
    corrections: trackedCorrections.optional(),
    relayPoint: relayPointAnswer.nullable().optional(),
    store: visitedStore.nullable().optional(),
    totalPriceCents: z.int().nullable(),
    paidPriceCents: z.int().nullable(),
    createdAt: z.iso.datetime(),
    settledAt: z.iso.datetime().nullable(),
    promisedPaymentOn: z.string().nullable(),
    priceHoldsUntil: z.iso.datetime().nullable(),
    /** The day until which its customer hands it over; a server that is older than this app says none. */
    sendBy: z.string().nullable().optional(),
    paymentType: z.enum(paymentTypes).nullable(),
    /** When it was paid; null before. */
    paidAt: z.iso.datetime().nullable(),
    /** The code that was issued as payment; null before, and for other payments. */
    voucherCode: z.string().nullable(),
    /** End of the time to answer a price proposal; null where none is open. Its link came by a mail of its own. */
    proposalUntil: z.iso.datetime().nullable(),
    /** What the customer has declared; a server that is older than this app says nothing of it. */
    declared: declaredByCustomer.optional(),
    instructions: buybackInstructionsCall.answer.shape.instructions,
    parcel: parcelAnswer.nullable(),
    /** What carriers said, the earliest first. */
    deliveryEvents: z.array(deliveryEventAnswer),
    /** Turning points, the earliest first. */
    events: z.array(z.object({ at: z.iso.datetime(), itemStatus: z.enum(itemStatuses) })),
  }),
} as const
