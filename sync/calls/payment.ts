import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import { leftOutReasons } from '#domain/payment/left-out-reason.ts'
import { releaseStates } from '#domain/payment/payment-release.ts'
import {
  attemptStates,
  ledgers,
  paymentProviders,
  postingKinds,
  voucherTypes,
} from '#domain/payment/payment-provider.ts'
import { anyOf, collection, day, listQuery, searchWords } from './list.ts'
import { idParams } from './organization.ts'
import { payerAnswer, waitingPayerAnswer } from './payment-payer.ts'

/** What a customer is to be paid for a buyback; one a buyback. Amounts are integer cents of `currency`. */
export const paymentAnswer = z.object({
  id: z.string(),
  buybackId: z.string(),
  buybackCode: z.string(),
  customerName: z.string().nullable(),
  status: z.enum(paymentStatuses),
  amountCents: z.int(),
  /** What of it the retailer absorbs; the rest is what the buyer pays. */
  absorbedCents: z.int(),
  currency: z.enum(currencies),
  modeId: z.string().nullable(),
  modeLabel: z.string().nullable(),
  modeType: z.enum(paymentTypes).nullable(),
  /** Who carries it out; null for the moment after settling. */
  provider: z.enum(paymentProviders).nullable(),
  settledAt: z.iso.datetime(),
  /** The day that the customer was promised, in the account's time zone; null for the moment after settling. */
  promisedOn: day.nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** What was noted when it was marked as paid (BB-34). */
  complementaryInformation: z.string().nullable(),
  /** Attempts made with a provider. */
  attempts: z.int(),
  /** Why the latest attempt failed; null where it has not. */
  failure: z.string().nullable(),
  fileId: z.string().nullable(),
  /** Whether it waits for a second person, or the latest one has refused it; null where neither holds. */
  releaseState: z.enum(['waiting', 'refused']).nullable(),
  /** Whether it is carried out without people, and goes on only when a user asks again for the release that was refused. */
  mayAskAgain: z.boolean(),
})
/** What a customer is to be paid for a buyback. */
export type PaymentAnswer = z.output<typeof paymentAnswer>

/** `POST /api/buybacks/{id}/mark-as-paid` (BB-33 to BB-35): only a payment created or failed. */
export const markAsPaidCall = {
  method: 'post',
  path: '/api/buybacks/{id}/mark-as-paid',
  params: idParams,
  body: z.strictObject({
    complementaryInformation: textOf('paragraph').max(textLimits.comment).nullable().default(null),
  }),
  answer: paymentAnswer,
} as const

const paymentFilters = {
  status: anyOf(z.enum(paymentStatuses)),
  /** Ids of payment modes. */
  mode: anyOf(z.guid().toLowerCase()),
  provider: anyOf(z.enum(paymentProviders)),
  /** Promised on this day or later. */
  dueFrom: day.optional(),
  /** Promised on this day or before. */
  due: day.optional(),
  /** Of this buyback. */
  buybackId: z.guid().toLowerCase().optional(),
  /** Words of the customer's name, or the beginning of a buyback's code. */
  q: searchWords.optional(),
}

/** `GET /api/payments`: payments of settled buybacks. */
export const listPaymentsCall = {
  method: 'get',
  path: '/api/payments',
  query: listQuery(['promisedOn', 'settledAt', 'amount'], paymentFilters),
  answer: collection(paymentAnswer),
} as const

/** `GET /api/payments.csv`: every payment that passes the filters, by the order of their making. */
export const exportPaymentsCall = {
  method: 'get',
  path: '/api/payments.csv',
  query: z.strictObject({
    ...paymentFilters,
    /** Language of head and statuses; the caller's where nothing is said. */
    language: z.enum(languages).optional(),
  }),
} as const

/** What a provider was asked. */
export const paymentAttemptAnswer = z.object({
  id: z.string(),
  number: z.int(),
  provider: z.enum(paymentProviders),
  state: z.enum(attemptStates),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  reference: z.string().nullable(),
  failure: z.string().nullable(),
  fileId: z.string().nullable(),
})

/** Money moved in the books: `amountCents` from the one ledger to the other. */
export const postingAnswer = z.object({
  id: z.string(),
  kind: z.enum(postingKinds),
  debited: z.enum(ledgers),
  credited: z.enum(ledgers),
  amountCents: z.int(),
  at: z.iso.datetime(),
})

/** `GET /api/payments/{id}`: one payment, its attempts and its postings, the earliest first. */
export const readPaymentCall = {
  method: 'get',
  path: '/api/payments/{id}',
  params: idParams,
  answer: paymentAnswer.extend({
    attemptList: z.array(paymentAttemptAnswer),
    postings: z.array(postingAnswer),
    /** What the program issued for it; of the code, which is its worth, only the end. */
    voucher: z
      .object({
        type: z.enum(voucherTypes),
        codeEnd: z.string(),
        amountCents: z.int(),
        issuedAt: z.iso.datetime(),
      })
      .nullable(),
    /** Whether the customer has given a bank account. */
    hasIban: z.boolean(),
    /** The last four characters of its IBAN (BB-35); null where there is none, or none any more. */
    ibanEnd: z.string().nullable(),
    /** Who marked it as paid. */
    markedBy: z.string().nullable(),
  }),
} as const
/** One payment with all that happened to it. */
export type PaymentDetailAnswer = z.output<typeof readPaymentCall.answer>

/** `GET /api/buybacks/{id}/voucher`: the voucher or gift card that the program issued for it, to hand it out. */
export const readVoucherCall = {
  method: 'get',
  path: '/api/buybacks/{id}/voucher',
  params: idParams,
  answer: z.object({
    voucher: z
      .object({
        type: z.enum(voucherTypes),
        code: z.string(),
        amountCents: z.int(),
        currency: z.enum(currencies),
        issuedAt: z.iso.datetime(),
      })
      .nullable(),
  }),
} as const

/** `GET /api/payments/due`: what has not arrived though its promise is near or missed, the most urgent first. */
export const listDuePaymentsCall = {
  method: 'get',
  path: '/api/payments/due',
  query: listQuery(['promisedOn'], {
    /** How many working days ahead to warn. */
    days: z.coerce.number().int().min(0).max(10).default(2),
    /** Words of the customer's name, the beginning of a buyback's code, an amount, or a promised day. */
    q: searchWords.optional(),
  }),
  answer: collection(
    paymentAnswer.extend({
      /** Working days until the promise, 0 on its day, negative once it is missed. */
      workingDaysLeft: z.int(),
    }),
  ).extend({
    /** How many of them have missed their promise. */
    missed: z.int(),
    /** What they come to together, on every page. */
    totalCents: z.int(),
  }),
} as const
/** A payment whose promise is near or missed. */
export type DuePaymentAnswer = z.output<typeof listDuePaymentsCall.answer>['hydra:member'][number]

/** `GET /api/payments/due.csv`: every due payment that the same question finds; at most 50,000. */
export const exportDuePaymentsCall = {
  method: 'get',
  path: '/api/payments/due.csv',
  query: listDuePaymentsCall.query.pick({ days: true, q: true }).extend({ language: z.enum(languages).optional() }),
} as const

/** `POST /api/payments/{id}/try-again`: after a definite failure only; the payment is due again. */
export const tryPaymentAgainCall = {
  method: 'post',
  path: '/api/payments/{id}/try-again',
  params: idParams,
  answer: paymentAnswer,
} as const

/** A file of bank transfers (ISO 20022 pain.001.001.09). */
export const paymentFileAnswer = z.object({
  id: z.string(),
  messageId: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  /** Day on which the bank is asked to carry the transfers out. */
  executeOn: day,
  count: z.int(),
  totalCents: z.int(),
  currency: z.enum(currencies),
  sentAt: z.iso.datetime().nullable(),
  /** Transfers of it that the bank refused. */
  refused: z.int(),
  /** Whether a second person has yet to release it, or was never asked; the bank gets a released one, or one of those. */
  releaseState: z.enum(releaseStates),
})
/** A file of bank transfers. */
export type PaymentFileAnswer = z.output<typeof paymentFileAnswer>

/** `GET /api/payment-files/preview`: what a file made now would hold, the ones promised first first. */
export const previewPaymentFileCall = {
  method: 'get',
  path: '/api/payment-files/preview',
  answer: z.object({
    payer: payerAnswer.nullable(),
    waiting: waitingPayerAnswer.nullable(),
    executeOn: day,
    currency: z.enum(currencies),
    /** Sum and number of what can be transferred; the file holds at most 5,000. */
    totalCents: z.int(),
    count: z.int(),
    transfers: z.array(
      z.object({
        paymentId: z.string(),
        buybackId: z.string(),
        buybackCode: z.string(),
        payeeName: z.string().nullable(),
        amountCents: z.int(),
        promisedOn: day.nullable(),
        hasIban: z.boolean(),
        /** Why it is left out; null where it is not. */
        leftOut: z.enum(leftOutReasons).nullable(),
      }),
    ),
  }),
} as const
/** One transfer that a file made now would hold, or leave out. */
export type DueTransferAnswer = z.output<typeof previewPaymentFileCall.answer>['transfers'][number]

/** `POST /api/payment-files`: a file of the payments named, or of every bank transfer that is due. */
export const createPaymentFileCall = {
  method: 'post',
  path: '/api/payment-files',
  body: z.strictObject({ paymentIds: z.array(z.guid().toLowerCase()).min(1).max(5000).optional() }),
  answer: z.object({
    file: paymentFileAnswer,
    /** What was left out, and why: no account, name or bank that the bank could pay by, or taken already. */
    skipped: z.array(z.object({ paymentId: z.string(), reason: z.enum(leftOutReasons) })),
  }),
} as const

/** `GET /api/payment-files`. */
export const listPaymentFilesCall = {
  method: 'get',
  path: '/api/payment-files',
  query: listQuery(['createdAt', 'total'], {
    /**
     * Part of the file's name or of who made it, the end of the payer's IBAN, the sum, the day of its making or execution,
     * or a transfer of it: words of the customer's name, the beginning of a buyback's code.
     */
    q: searchWords.optional(),
  }),
  answer: collection(paymentFileAnswer),
} as const

/** `GET /api/payment-files.csv`: every file that the same question finds, the latest first; at most 50,000. */
export const exportPaymentFilesCall = {
  method: 'get',
  path: '/api/payment-files.csv',
  query: listPaymentFilesCall.query.pick({ q: true }).extend({ language: z.enum(languages).optional() }),
} as const

/** `GET /api/payment-files/{id}/lines`: a file and its transfers by the names that the bank knows. */
export const readPaymentFileCall = {
  method: 'get',
  path: '/api/payment-files/{id}/lines',
  params: idParams,
  answer: z.object({
    file: paymentFileAnswer,
    lines: z.array(
      z.object({
        paymentId: z.string(),
        buybackId: z.string(),
        buybackCode: z.string(),
        /** Names the transfer from end to end. */
        reference: z.string(),
        payeeName: z.string(),
        /** The last four characters. */
        ibanEnd: z.string(),
        amountCents: z.int(),
        state: z.enum(attemptStates),
        /** Whether its buyback was cancelled, or not completed, since. */
        isClosed: z.boolean(),
      }),
    ),
  }),
} as const
/** One transfer of a file. */
export type PaymentFileLineAnswer = z.output<typeof readPaymentFileCall.answer>['lines'][number]

/** `GET /api/payment-files/{id}.xml`: the file itself, the same bytes each time. */
export const downloadPaymentFileCall = {
  method: 'get',
  path: '/api/payment-files/{file}',
  params: z.strictObject({
    file: z
      .string()
      .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.xml)?$/i)
      .transform((name) => name.slice(0, 36).toLowerCase()),
  }),
} as const

/** `POST /api/payment-files/{id}/sent`: the bank has it; what the bank refused failed, everything else is paid. */
export const paymentFileSentCall = {
  method: 'post',
  path: '/api/payment-files/{id}/sent',
  params: idParams,
  body: z.strictObject({ refusedPaymentIds: z.array(z.guid().toLowerCase()).max(5000).default([]) }),
  answer: paymentFileAnswer,
} as const

/** `POST /api/payment-events`: the payout service's signed word about a payment. */
export const paymentEventCall = {
  method: 'post',
  path: '/api/payment-events',
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  bodyType: 'json-bytes',
} as const

/** `POST /api/payment-events/{id}`: the signed word of the payout service that a configuration of an account names. */
export const accountPaymentEventCall = {
  ...paymentEventCall,
  path: '/api/payment-events/{id}',
  params: idParams,
} as const
