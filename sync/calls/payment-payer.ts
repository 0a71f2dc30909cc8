import * as z from 'zod'
import { countryCode } from '#domain/kernel/country-code.schema.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'

/** Whose money transfers are made from. */
export const payerAnswer = z.object({
  /** What `If-Match` names. */
  version: z.int(),
  name: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  town: z.string(),
  country: z.string(),
})

/** Another payer, which holds once a second person has released it. */
export const waitingPayerAnswer = z.object({
  name: z.string(),
  iban: z.string(),
  madeBy: z.string().nullable(),
  madeAt: z.iso.datetime(),
})
/** Another payer, which holds once a second person has released it. */
export type WaitingPayerAnswer = z.output<typeof waitingPayerAnswer>

/** `GET /api/payer`: the bank account that files debit; `payer` is null until it is given. */
export const readPayerCall = {
  method: 'get',
  path: '/api/payer',
  answer: z.object({ payer: payerAnswer.nullable(), waiting: waitingPayerAnswer.nullable() }),
} as const

/**
 * `PUT /api/payer`: changes the bank account that files debit. `If-Match: "<version>"` refuses it where another user was
 * faster. Where the account asks for two people it waits for the second one, and files debit the former account until then.
 */
export const writePayerCall = {
  method: 'put',
  path: '/api/payer',
  body: z.strictObject({
    name: textOf('line').min(1).max(70),
    iban: textOf('line').min(15).max(128),
    bic: textOf('code')
      .toUpperCase()
      .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
      .refine((bic) => countryCode().safeParse(bic.slice(4, 6)).success)
      .nullable()
      .default(null),
    town: textOf('line').min(1).max(35),
    country: countryCode(),
  }),
  answer: z.object({ payer: payerAnswer.nullable(), waiting: waitingPayerAnswer.nullable() }),
} as const
