import * as z from 'zod'
import { identificationTypes } from '#domain/customer/identification-type.ts'
import { languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'

/** All of a phone number or e-mail; in a body, so that no address or log holds it. */
const contact = textOf('line').max(255)

/** A customer as the list of those found shows it: no detail is whole. */
const maskedCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Of the last sale at which the customer agreed to be found again. */
  soldAt: z.iso.datetime(),
})

/**
 * `POST /api/customers/found-again`: customers of the account who agreed at an earlier sale to be found by all of a phone
 * number or e-mail; none where nobody did.
 */
export const findCustomersCall = {
  method: 'post',
  path: '/api/customers/found-again',
  body: z.strictObject({ contact }),
  answer: z.object({ customers: z.array(maskedCustomer) }),
} as const

/**
 * `POST /api/customers/{id}/found-again`: the details of one of them, for the next sale. Of the document and the account
 * only their ends: the server takes them over itself.
 */
export const takeCustomerCall = {
  method: 'post',
  path: '/api/customers/{id}/found-again',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ contact }),
  answer: z.object({
    id: z.string(),
    customer: z.object({
      clientLastname: z.string(),
      clientFirstname: z.string(),
      clientLatinName: z.string(),
      clientEmail: z.string(),
      clientPhone: z.string(),
      clientStreet: z.string(),
      clientStreetMore: z.string(),
      clientZipCode: z.string(),
      clientCity: z.string(),
      clientCountry: z.string(),
    }),
    /** Null where it is not whole. */
    identification: z.object({ type: z.enum(identificationTypes), end: z.string() }).nullable(),
    bank: z.object({ end: z.string() }).nullable(),
    language: z.enum(languages).nullable(),
  }),
} as const
