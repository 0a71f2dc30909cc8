import * as z from 'zod'
import { declarationShape, optionsShape, seenPrices } from '../../wire/sale.ts'
import { hashId, sealedSchema } from '../../wire/sealed.ts'

const uuid = z.uuid()

/** Prices that a sale was made with: a version of the catalog, and how long ago the server had confirmed it. */
export const catalogClaim = z.strictObject({ version: hashId, ageMs: z.int().min(0) })

/** Most products of one sale. */
export const saleLimit = 200

/** One product of a sale; its ids are drawn by the device, its number comes from the device's block. */
export const saleLine = z.strictObject({
  itemId: uuid,
  buybackId: uuid,
  number: z.string().regex(/^2\d{12}$/),
  ...declarationShape,
  ...optionsShape,
  /** As the seller saw them. */
  prices: seenPrices,
})
/** One product of a sale. */
export type SaleLine = z.output<typeof saleLine>

/** Arguments of a sale at a counter: all products of the cart become buybacks together, or none does. */
export const sellInStoreArgs = z.strictObject({
  cartId: uuid,
  storeId: uuid,
  catalog: catalogClaim,
  lines: z.array(saleLine).min(1).max(saleLimit),
  /** `Confided` about the cart. */
  sealed: sealedSchema,
})
/** Arguments of a sale at a counter. */
export type SellInStoreArgs = z.output<typeof sellInStoreArgs>

/** The same claim with the server's own time of that confirmation; null where the device was never told. */
const datedClaim = catalogClaim.extend({ confirmedAtMs: z.int().min(0).nullable() })

/** Arguments of finalising what was predeclared on the web. */
export const finalizeInStoreArgs = z.strictObject({
  itemId: uuid,
  storeId: uuid,
  catalog: datedClaim,
  questionnaireId: declarationShape.questionnaireId,
  answers: declarationShape.answers,
  imei: declarationShape.imei,
  serialNumber: declarationShape.serialNumber,
  paymentModeId: uuid,
  prices: seenPrices,
  /** `Confided` about the item. */
  sealed: sealedSchema,
})
export type FinalizeInStoreArgs = z.output<typeof finalizeInStoreArgs>
