import * as z from 'zod'
import { currencies } from '#domain/kernel/languages.ts'
import { chainFaults } from '#domain/register/chain-fault.ts'
import { collection, day, listQuery, searchWords } from './list.ts'

/** One purchase as the register keeps it. */
export const registerEntryAnswer = z.object({
  number: z.int(),
  recordedAt: z.iso.datetime(),
  buybackCode: z.string(),
  description: z.string(),
  serialNumber: z.string().nullable(),
  imei: z.string().nullable(),
  sellerName: z.string().nullable(),
  /** Street and town. */
  sellerAddress: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  sellerCountry: z.string().nullable(),
  /** The identity document; null where none was asked for. */
  sellerIdentity: z
    .object({
      type: z.string().nullable(),
      number: z.string().nullable(),
      issuedOn: day.nullable(),
      authority: z.string().nullable(),
    })
    .nullable(),
  priceCents: z.int(),
  currency: z.enum(currencies),
  paymentMeans: z.string().nullable(),
  hash: z.string(),
})
export type RegisterEntryAnswer = z.output<typeof registerEntryAnswer>

/** `GET /api/register`: purchases of the days from `from` to `to`, as a list, a CSV file or a PDF document. */
export const readRegisterCall = {
  method: 'get',
  path: '/api/register',
  query: listQuery(['number'], {
    from: day,
    to: day,
    format: z.enum(['json', 'csv', 'pdf']).default('json'),
    /**
     * Words of the product or the seller's name, an IMEI, a serial number, the beginning of a buyback's code, a number;
     * of a list alone.
     */
    q: searchWords.optional(),
  }),
  answer: collection(registerEntryAnswer),
} as const

/** `GET /api/register/verification`: follows the whole chain of the account's register. */
export const verifyRegisterCall = {
  method: 'get',
  path: '/api/register/verification',
  answer: z.object({
    checkedAt: z.iso.datetime(),
    /** Lines that are as they were written. */
    lines: z.int(),
    /** Null where the register is whole. */
    fault: z.object({ number: z.int(), reason: z.enum(chainFaults) }).nullable(),
  }),
} as const
