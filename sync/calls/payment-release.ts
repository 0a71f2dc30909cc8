import * as z from 'zod'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import {
  releaseAboveMost,
  releaseBars,
  releaseReasonMost,
  releaseStates,
  releaseSubjects,
} from '#domain/payment/payment-release.ts'
import { anyOf, collection, listQuery, searchWords } from './list.ts'
import { idParams } from './organization.ts'

/** Above which amount two people are needed, in cents of the account's currency; 0: always; null: never. */
const releaseAboveCents = z.int().min(0).max(releaseAboveMost).nullable()

/** What waits, or waited, for a second person. Fields that its subject does not have are null. */
export const paymentReleaseAnswer = z.object({
  id: z.string(),
  subject: z.enum(releaseSubjects),
  state: z.enum(releaseStates),
  amountCents: z.int().nullable(),
  currency: z.enum(currencies).nullable(),
  /** Transfers of a file. */
  count: z.int().nullable(),
  /** Of those, the ones whose buyback was cancelled, or not completed, since. */
  closedCount: z.int().nullable(),
  paymentId: z.string().nullable(),
  fileId: z.string().nullable(),
  buybackCode: z.string().nullable(),
  /** Whom a payment goes to. */
  customerName: z.string().nullable(),
  /** Where an automatic payment goes to: a service pays, and a voucher is sent to, who reads it. */
  customerEmail: z.string().nullable(),
  /** What is noted with a payment by hand; of a device that is in other buybacks, which, and null for a buyer. */
  note: z.string().nullable(),
  /** What the account to be debited becomes. */
  payer: z.object({ name: z.string(), iban: z.string() }).nullable(),
  /** What the rule becomes. */
  rule: z.object({ releaseAboveCents }).nullable(),
  madeAt: z.iso.datetime(),
  /** Null where it fell due by itself. */
  madeBy: z.string().nullable(),
  /** Whether the reader made it, and may take it back. */
  isOwn: z.boolean(),
  /** Whether it waits and the reader may release it. */
  mayRelease: z.boolean(),
  /** Why they may not, where it waits: a part in it, a user made or changed a short while ago, or others act on payments. */
  bar: z.enum(releaseBars).nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
/** What waits, or waited, for a second person. */
export type PaymentReleaseAnswer = z.output<typeof paymentReleaseAnswer>

const releaseFilters = {
  state: anyOf(z.enum(releaseStates)),
  subject: anyOf(z.enum(releaseSubjects)),
  /** `true`: those that wait and that the reader may release. */
  releasable: z.enum(['true', 'false']).optional(),
  /** Words of the name of the customer or of who made it, the beginning of a buyback's code, or an amount. */
  q: searchWords.optional(),
}

/** `GET /api/payment-releases`: what the reader may release or refuse, or could have; the latest first. */
export const listPaymentReleasesCall = {
  method: 'get',
  path: '/api/payment-releases',
  query: listQuery(['madeAt', 'amount'], releaseFilters),
  answer: collection(paymentReleaseAnswer),
} as const

/** `GET /api/payment-releases.csv`: every one that the same question finds; at most 50,000. */
export const exportPaymentReleasesCall = {
  method: 'get',
  path: '/api/payment-releases.csv',
  query: z.strictObject({ ...releaseFilters, language: z.enum(languages).optional() }),
} as const

/** `POST /api/payment-releases/{id}/release`: the second person's yes; the money goes, or the change holds. */
export const releaseMoneyCall = {
  method: 'post',
  path: '/api/payment-releases/{id}/release',
  params: idParams,
  answer: paymentReleaseAnswer,
} as const

/** `POST /api/payment-releases/{id}/refuse`: nothing of it happens; its maker takes it back by the same call. */
export const refuseMoneyCall = {
  method: 'post',
  path: '/api/payment-releases/{id}/refuse',
  params: idParams,
  body: z.strictObject({ reason: textOf('paragraph').max(releaseReasonMost).nullable().default(null) }),
  answer: paymentReleaseAnswer,
} as const

/** The rule of an account; the version is 0 before the first change. */
const paymentRuleAnswer = z.object({
  version: z.int(),
  releaseAboveCents,
  /** A change of it that waits for a second person. */
  waiting: z.object({ releaseAboveCents, madeBy: z.string().nullable(), madeAt: z.iso.datetime() }).nullable(),
})
export type PaymentRuleAnswer = z.output<typeof paymentRuleAnswer>

/** `GET /api/accounts/{id}/payment-rule`: above which amount two people are needed. */
export const readPaymentRuleCall = {
  method: 'get',
  path: '/api/accounts/{id}/payment-rule',
  params: idParams,
  answer: paymentRuleAnswer,
} as const

/**
 * `PATCH /api/accounts/{id}/payment-rule` as a merge patch. While the rule is on, its change waits for a second person.
 * `If-Match: "<version>"` refuses it where another user was faster.
 */
export const patchPaymentRuleCall = {
  method: 'patch',
  path: '/api/accounts/{id}/payment-rule',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({ releaseAboveCents }).partial(),
  answer: paymentRuleAnswer,
} as const
