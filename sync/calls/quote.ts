import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { isEmail } from '#domain/kernel/email.ts'
import { currencies } from '#domain/kernel/languages.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { declarationShape, impactPriceEntry, optionsShape, seenPrices } from '../wire/sale.ts'

/** A locked offer: the price of a product in a condition until a day, regardless of later changes of the catalog. */
export const quoteAnswer = z.object({
  token: z.string(),
  /** Names the prices and rules that the offer was made with. */
  priceVersion: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  /** Whether it has become a trade-in: a price counts for one. A server that is older than this app says nothing of it. */
  isSold: z.boolean().optional(),
  currency: z.enum(currencies),
  product: z.object({
    id: z.string(),
    slug: z.string(),
    label: z.string(),
    brand: z.string().nullable(),
    image: z.string().nullable(),
    categoryId: z.string(),
  }),
  questionnaireId: z.string().nullable(),
  answers: z.array(z.object({ questionId: z.string(), answerId: z.string() })),
  /** Each question with its answer as they stood, and what the answer does to the price. */
  lines: z.array(z.object({ questionId: z.string(), title: z.string(), answer: z.string(), impactCents: z.int() })),
  imei: z.string().nullable(),
  grade: z.enum(grades),
  gradePriceCents: z.int(),
  estimatedPriceCents: z.int(),
  /** Null where the offer was made before the options were chosen. */
  options: z.object({ circuitId: z.string(), shippingMethodId: z.string(), paymentModeId: z.string() }).nullable(),
  impactPriceEntries: z.array(impactPriceEntry),
  totalPriceCents: z.int(),
  /** What the same condition is worth today; null where it cannot be sold any more. */
  currentEstimatedPriceCents: z.int().nullable(),
})
/** A locked offer. */
export type QuoteAnswer = z.output<typeof quoteAnswer>

/** `POST /api/quotes`: locks today's price for 15 days. */
export const createQuoteCall = {
  method: 'post',
  path: '/api/quotes',
  body: z.strictObject({
    productId: declarationShape.productId,
    questionnaireId: declarationShape.questionnaireId,
    answers: declarationShape.answers,
    imei: declarationShape.imei,
    options: z.strictObject(optionsShape).optional(),
    /** As the customer saw them, before options where none are chosen. */
    prices: seenPrices,
  }),
  answer: quoteAnswer,
} as const

/** `POST /api/quotes/{token}/mail`: mails the link of a locked offer; the mail holds nothing that a visitor typed. */
export const mailQuoteCall = {
  method: 'post',
  path: '/api/quotes/{token}/mail',
  params: z.strictObject({ token: z.string().min(1).max(64) }),
  body: z.strictObject({ email: textOf('code').max(textLimits.email).refine(isEmail, 'FORM_EMAIL_INVALID') }),
  answer: z.object({
    /** False where a limit of what visitors have mailed keeps it back until a person sends it. */
    isSent: z.boolean(),
  }),
} as const
export type QuoteMailAnswer = z.output<typeof mailQuoteCall.answer>

/** `GET /api/quotes/{token}`: a locked offer on any device; an expired one says so. */
export const readQuoteCall = {
  method: 'get',
  path: '/api/quotes/{token}',
  params: z.strictObject({ token: z.string().min(1).max(64) }),
  answer: quoteAnswer,
} as const
