import * as z from 'zod'
import { buybackStatuses } from '#domain/buyback/buyback-status.ts'
import { cancelReasons } from '#domain/buyback/cancel-reason.ts'
import { chosenSlot } from '#domain/circuit/pickup-slots.schema.ts'
import { relayReference } from '#domain/circuit/relay-points.schema.ts'
import { lossPlaces } from '#domain/buyback/loss-place.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import {
  bankBody,
  customerBody,
  declarationShape,
  identificationBody,
  impactPriceEntry,
  optionsShape,
  seenPrices,
} from '../wire/sale.ts'
import { idParams } from './organization.ts'

const guid = z.guid().toLowerCase()

const sellerShape = {
  customer: customerBody,
  identification: identificationBody.optional(),
  bank: bankBody.optional(),
  /** Language of mails and documents; the account's where nothing is said. */
  language: z.enum(languages).optional(),
  termsAccepted: z.boolean(),
}

const cartLineShape = {
  /**
   * Both or none. Lines of a cart become buybacks together by `POST /api/cart/{id}/validate`; without a cart the
   * buyback is created at once. The same line again gets the same answer; other content under the same ids is refused.
   */
  cartId: guid.optional(),
  inCartId: guid.optional(),
}

const creationShape = {
  ...cartLineShape,
  ...declarationShape,
  ...optionsShape,
  ...sellerShape,
  prices: seenPrices,
  /** A locked offer: honoured instead of today's prices while it lasts. */
  quoteToken: z.string().max(64).optional(),
  /**
   * The predeclared buyback of the same product that this one replaces, at today's price: it is cancelled when this one
   * is created. It belongs to the caller, or its private link is given.
   */
  replaces: z.strictObject({ buybackId: guid, trackingToken: z.string().max(128).optional() }).optional(),
}

/** Body of `POST /api/buybacks`. */
export const webBuybackBody = z.strictObject({
  ...creationShape,
  /** The store that the customer chose to drop the product at; for circuits of type `web_drop` alone. */
  storeId: guid.optional(),
  /** When the product is collected; asked for where the shipping method has slots. */
  pickup: chosenSlot.optional(),
  /** Where the parcel is handed over; asked for where the shipping method has points. */
  relayPoint: relayReference.optional(),
})
export type WebBuybackBody = z.output<typeof webBuybackBody>

/** Body of `POST /api/store/{storeId}/buybacks`. */
export const storeBuybackBody = z.strictObject(creationShape)
export type StoreBuybackBody = z.output<typeof storeBuybackBody>

/** Body of `POST /api/store/{storeId}/buybacks/{buybackId}/finalize`. */
export const finalizeBuybackBody = z.strictObject({
  questionnaireId: declarationShape.questionnaireId,
  answers: declarationShape.answers,
  imei: declarationShape.imei,
  serialNumber: declarationShape.serialNumber,
  paymentModeId: guid,
  prices: seenPrices,
  /** Absent: as the customer gave them on the web. */
  customer: customerBody.optional(),
  identification: identificationBody.optional(),
  bank: bankBody.optional(),
  termsAccepted: z.boolean(),
})
export type FinalizeBuybackBody = z.output<typeof finalizeBuybackBody>

/** What prices a contract was made with. */
export const priceBases = ['current', 'quote', 'predeclared'] as const

/** A buyback that was created, or a line of a cart that waits for its cart. */
export const createdBuybackAnswer = z.object({
  id: z.string(),
  identificationNumber: z.string(),
  cartId: z.string(),
  inCartId: z.string(),
  estimatedPriceCents: z.int(),
  impactPriceEntries: z.array(impactPriceEntry),
  totalPriceCents: z.int(),
  priceBasis: z.enum(priceBases),
  warehouseId: z.string(),
  /** Opens `GET /api/tracking/{token}` once the buyback is alive. */
  trackingToken: z.string(),
})
export type CreatedBuybackAnswer = z.output<typeof createdBuybackAnswer>

/** `POST /api/buybacks` (BB-26): a buyback on the web. */
export const createWebBuybackCall = {
  method: 'post',
  path: '/api/buybacks',
  body: webBuybackBody,
  answer: createdBuybackAnswer,
} as const

const storeId = z.strictObject({ storeId: guid })

/** `POST /api/store/{storeId}/buybacks` (BB-27): a buyback at the counter of a store. */
export const createStoreBuybackCall = {
  method: 'post',
  path: '/api/store/{storeId}/buybacks',
  params: storeId,
  body: storeBuybackBody,
  answer: createdBuybackAnswer,
} as const

/**
 * `POST /api/store/{storeId}/buybacks/{buybackId}/finalize` (BB-28): the store takes a buyback that was predeclared on
 * the web. Within 15 days its prices hold; afterwards today's count, and the answer says so (PUB-16).
 */
export const finalizeBuybackCall = {
  method: 'post',
  path: '/api/store/{storeId}/buybacks/{buybackId}/finalize',
  params: z.strictObject({ storeId: guid, buybackId: guid }),
  body: finalizeBuybackBody,
  answer: z.object({
    id: z.string(),
    identificationNumber: z.string(),
    status: z.enum(buybackStatuses),
    itemStatus: z.enum(itemStatuses),
    estimatedPriceCents: z.int(),
    impactPriceEntries: z.array(impactPriceEntry),
    totalPriceCents: z.int(),
    priceBasis: z.enum(priceBases),
    warehouseId: z.string(),
    trackingToken: z.string(),
  }),
} as const

/**
 * `POST /api/cart/{id}/validate` with an empty body (CART-18): all lines of a cart become buybacks, or none of them.
 * Validated again it answers the same.
 */
export const validateCartCall = {
  method: 'post',
  path: '/api/cart/{id}/validate',
  params: idParams,
  answer: z.object({
    cartId: z.string(),
    totalPriceCents: z.int(),
    buybacks: z.array(
      z.object({
        id: z.string(),
        inCartId: z.string(),
        identificationNumber: z.string(),
        totalPriceCents: z.int(),
        trackingToken: z.string(),
      }),
    ),
  }),
} as const

/**
 * `POST /api/buybacks/{id}/cancel` (BB-29 to BB-31). Answers 409 `PAYMENT_CANNOT_BE_CANCELLED` where the payment is
 * under way or made; `force` cancels the buyback all the same and leaves the payment as it is.
 */
export const cancelBuybackCall = {
  method: 'post',
  path: '/api/buybacks/{id}/cancel',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(cancelReasons),
    comment: textOf('paragraph').max(textLimits.comment).optional(),
    force: z.boolean().default(false),
  }),
  answer: z.object({
    id: z.string(),
    status: z.enum(buybackStatuses),
    itemStatus: z.enum(itemStatuses),
    paymentStatus: z.enum(paymentStatuses),
  }),
} as const

/**
 * `POST /api/buybacks/{id}/lost` (BB-36, BB-37): completes the buyback at its declared price. `place` must be where the
 * product is (`lossPlace` of the buyback); each place has its own permission `item.mark_lost_…`.
 */
export const loseItemCall = {
  method: 'post',
  path: '/api/buybacks/{id}/lost',
  params: idParams,
  body: z.strictObject({
    place: z.enum(lossPlaces),
    comment: textOf('paragraph').max(textLimits.comment).optional(),
  }),
  answer: cancelBuybackCall.answer,
} as const

/** `POST /api/customers/{id}/erase`: destroys what can be known of a customer; legal registers keep their rows. */
export const eraseCustomerCall = {
  method: 'post',
  path: '/api/customers/{id}/erase',
  params: idParams,
  answer: z.object({ customerId: z.string(), erasedAt: z.iso.datetime() }),
} as const

export type { SeenPrices } from '../wire/sale.ts'
