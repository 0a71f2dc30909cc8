import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken, isToken, newToken } from '#api/http/token.ts'
import { estimate } from '#domain/catalog/estimate.ts'
import { priceContract } from '#domain/buyback/contract-price.ts'
import { promiseEndsAt, promiseHolds } from '#domain/buyback/quote-validity.ts'
import { answerQuestions, sameAnswers, type ChosenAnswer } from '#domain/catalog/questionnaire.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { textIn } from '#domain/kernel/translations.ts'
import type { createQuoteCall, QuoteAnswer } from '#sync/calls/quote.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import {
  chooseOptions,
  decideSale,
  modifiersOf,
  pricesAnswer,
  sellableProduct,
  termsOf,
  type Promised,
} from '#domain/buyback/decide-sale.ts'
import { readOffer } from './offer-queries.ts'
import type { Offer } from '#domain/check-in/sale-destination.ts'
import { insertQuote, readQuoteRow, type QuoteContent, type QuoteRow } from './quote-queries.ts'

type Tx = Transaction<Tables>
type QuoteBody = z.output<typeof createQuoteCall.body>

/** Locks the price of a product in its condition for 15 days: every price and rule that it was made with is kept. */
export async function createQuote(
  deps: BuybackDeps,
  accountId: string,
  body: QuoteBody,
  language: Language | null,
): Promise<Result<QuoteAnswer, Failure>> {
  return inAccount(deps.database, accountId, async (tx) => {
    const circuitId = body.options?.circuitId ?? null
    const offer = await readOffer(tx, { accountId, productId: body.productId, circuitId, storeId: null, country: null })
    const product = sellableProduct(offer)
    if (!product.ok) return product
    const channel = offer.circuit?.type.startsWith('store') === true ? 'store' : 'web'
    const options =
      body.options === undefined ? succeed(null) : chooseOptions(offer, body.options, { channel, country: null })
    if (!options.ok) {
      const { field } = options.error
      return { ok: false, error: { ...options.error, ...(field !== undefined && { field: `options.${field}` }) } }
    }
    const sale = decideSale({
      offer,
      product: product.value,
      options: options.value,
      declared: body,
      seen: body.prices,
      promised: null,
    })
    if (!sale.ok) return sale
    const content: QuoteContent = {
      terms: termsOf(product.value),
      answers: body.answers,
      imei: body.imei ?? null,
      absorption: product.value.absorption,
      modifiers: options.value === null ? [] : modifiersOf(options.value),
      options: body.options ?? null,
    }
    const createdAt = deps.now()
    const row: QuoteRow = {
      content,
      priceVersion: versionOf(content),
      createdAt,
      expiresAt: new Date(promiseEndsAt(createdAt.getTime())),
      isSold: false,
    }
    const token = newToken('quote')
    await insertQuote(tx, { accountId, id: newId(), tokenHash: hashToken(token) }, row)
    return quoteAnswer(token, row, offer, { now: createdAt, language })
  })
}

/** Shows a locked offer, an expired one too, beside what the same condition is worth today. */
export async function readQuote(
  deps: BuybackDeps,
  accountId: string,
  token: string,
  language: Language | null,
): Promise<Result<QuoteAnswer, Failure>> {
  if (!isToken(token, 'quote')) return refuse('REQUEST_NOT_FOUND')
  return inAccount(deps.database, accountId, async (tx) => {
    const row = await readQuoteRow(tx, { accountId, tokenHash: hashToken(token) })
    if (row === null) return refuse('REQUEST_NOT_FOUND')
    const { productId } = row.content.terms
    const offer = await readOffer(tx, { accountId, productId, circuitId: null, storeId: null, country: null })
    return quoteAnswer(token, row, offer, { now: deps.now(), language })
  })
}

/** What a locked offer promises to a sale; null where the sale names none. */
export async function promisedByQuote(
  tx: Tx,
  accountId: string,
  sale: {
    readonly quoteToken?: string | undefined
    readonly productId: string
    readonly answers: readonly ChosenAnswer[]
  },
  now: Date,
): Promise<Result<Promised | null, Failure>> {
  if (sale.quoteToken === undefined) return succeed(null)
  const tokenHash = hashToken(sale.quoteToken)
  const row = isToken(sale.quoteToken, 'quote') ? await readQuoteRow(tx, { accountId, tokenHash }) : null
  if (row === null) return refuse('QUOTE_DIFFERS', { field: 'quoteToken' })
  if (!promiseHolds(row.createdAt.getTime(), now.getTime()))
    return refuse('QUOTE_EXPIRED', { field: 'quoteToken', details: { expiresAt: row.expiresAt.toISOString() } })
  if (row.isSold) return refuse('QUOTE_SOLD', { field: 'quoteToken' })
  const { terms, answers, modifiers, absorption, options } = row.content
  if (terms.productId !== sale.productId || !sameAnswers(answers, sale.answers))
    return refuse('QUOTE_DIFFERS', { field: 'quoteToken' })
  return succeed({
    basis: 'quote',
    product: terms,
    modifiers,
    absorption,
    options:
      options === null
        ? {}
        : {
            circuit: options.circuitId,
            shipping_method: options.shippingMethodId,
            payment_mode: options.paymentModeId,
          },
  })
}

// The same prices and rules have the same name for every caller, at any time.
function versionOf({ terms, modifiers, absorption }: QuoteContent): string {
  return createHash('sha256')
    .update(JSON.stringify([terms, modifiers, absorption]))
    .digest('hex')
    .slice(0, 16)
}

function quoteAnswer(
  token: string,
  row: QuoteRow,
  offer: Offer,
  { now, language }: { readonly now: Date; readonly language: Language | null },
): Result<QuoteAnswer, Failure> {
  const { terms, answers, modifiers, imei, options } = row.content
  const { product, currency } = offer
  if (product === null) return refuse('PRODUCT_NO_LONGER_EXISTS')
  // What passed when the offer was made passes again: its terms are frozen.
  const priced = priceContract({ product: terms, answers, modifiers, zeroNotAllowed: false })
  const asked = answerQuestions(terms.simple ? { ...terms.questionnaire, questions: [] } : terms.questionnaire, answers)
  if (!priced.ok || !asked.ok) throw new Error('a locked offer has a price')
  const { grade, gradePriceCents, lines } = priced.value.estimate
  const today = product.status === 'published' ? estimate(termsOf(product), answers, 'refused') : null
  return succeed({
    token,
    priceVersion: row.priceVersion,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: !promiseHolds(row.createdAt.getTime(), now.getTime()),
    isSold: row.isSold,
    currency,
    product: {
      id: product.id,
      slug: slugOf(productName({ brand: product.brand, productLabel: product.label }) ?? product.label),
      label: textIn(product.label, product.translations ?? null, 'label', language) ?? product.label,
      brand: product.brand,
      image: product.image,
      categoryId: product.categoryId,
    },
    questionnaireId: terms.questionnaire.id === '' ? null : terms.questionnaire.id,
    answers: [...answers],
    lines: asked.value.map(({ question, answer }) => ({
      questionId: question.id,
      title: question.title,
      answer: answer.name,
      impactCents: lines.find(({ questionId }) => questionId === question.id)?.impactCents ?? 0,
    })),
    imei,
    grade,
    gradePriceCents,
    options,
    ...pricesAnswer(priced.value),
    currentEstimatedPriceCents: today?.ok === true ? today.value.priceCents : null,
  })
}
