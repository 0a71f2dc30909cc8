import * as z from 'zod'
import { currencies } from '../kernel/languages.ts'

const text = z.string().nullable()

/** What a line of the register of purchases says: the text that its hash is made of, once it is parsed. */
export const registerLineSchema = z.object({
  number: z.int().min(1),
  recordedAt: z.iso.datetime(),
  buybackId: z.string(),
  buybackCode: z.string(),
  purchasedAt: z.iso.datetime().nullable(),
  description: z.string(),
  category: z.string(),
  serialNumber: text,
  imei: text,
  /** The customer as known then; null where there is none. */
  seller: z
    .object({
      firstName: text,
      lastName: text,
      street: text,
      streetMore: text,
      zipCode: text,
      city: text,
      country: text,
    })
    .nullable(),
  /** The identity document and the address of that day, sealed, as PostgreSQL writes bytes in JSON; null where none was asked for. */
  sealedIdentity: z
    .string()
    .regex(/^\\x[0-9a-f]*$/)
    .nullable(),
  priceCents: z.int().min(0),
  currency: z.enum(currencies),
  paymentMeans: text,
})
/** What a line of the register says. */
export type PurchaseLine = z.output<typeof registerLineSchema>
