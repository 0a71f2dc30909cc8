import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { readInstructions } from '#api/db/circuit-instruction-queries.ts'
import { declaredAnswersOf, wordedAnswers, type DeclaredAnswer } from '#api/db/declared-answers-sql.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readOptionNames } from '#api/db/option-names-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { correctionClosure } from '#domain/buyback/buyback-correction.ts'
import { optionLabel } from '#domain/buyback/option-names.ts'
import { promisedPrice } from '#domain/buyback/promised-price.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import type { readTrackingCall } from '#sync/calls/buyback-detail.ts'
import { deliveryOf, holdsUntil, pricesOf, localizedProduct } from './buyback-answer-parts.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readDetail, readPromises, readReachedStatuses, type BuybackDetail } from './buyback-detail-queries.ts'
import { readCorrectionFacts } from './correction-queries.ts'
import { readCancel } from './tracked-cancel.ts'
import { readPickup } from './tracked-pickup.ts'
import { readTrackingToken } from './tracking-token.ts'

type Tx = Transaction<Tables>
type Tracking = z.input<typeof readTrackingCall.answer>

/** A buyback as the private link of its customer shows it. */
export async function readTracking(
  deps: BuybackDeps,
  token: string,
  { address, headers }: Pick<RequestInfo, 'address' | 'headers'>,
): Promise<Result<Tracking, Failure>> {
  const waitSeconds = await deps.throttle.hit({ trackingByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const tracked = readTrackingToken(deps.vault, token)
  if (tracked === null) return refuse('TRACKING_LINK_INVALID')
  const { accountId, buybackId } = tracked
  const language = readerLanguage({ kind: 'visitor' }, headers)
  return inAccount(
    deps.database,
    accountId,
    async (tx) => {
      const detail = await readDetail(
        tx,
        sql`b.account_id = ${accountId} and b.id = ${buybackId} and a.status = 'active' and u.erased_at is null`,
      )
      return detail === null
        ? refuse('TRACKING_LINK_INVALID')
        : succeed(await trackingOf(tx, { accountId, language }, detail, deps.now()))
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

/** What the customer has declared, and how the promised price came about. */
async function readDeclared(
  tx: Tx,
  accountId: string,
  detail: BuybackDetail,
  language: Language | null,
): Promise<Tracking['declared']> {
  const { rows } = await sql<{ readonly answers: readonly DeclaredAnswer[] | null }>`
    select ${declaredAnswersOf('b')} as answers from buyback b
    where b.account_id = ${accountId} and b.id = ${detail.id}`.execute(tx)
  const { estimateCents, lines } = promisedPrice(detail)
  const names = await readOptionNames(tx, { accountId, buybackId: detail.id })
  return {
    grade: detail.declaredGrade ?? detail.predeclaredGrade,
    // Its holder knows it by its end; the whole number is for nobody to whom the link was forwarded.
    imei: detail.item.imei && `•••• ${detail.item.imei.slice(-4)}`,
    answers: [...wordedAnswers(rows[0]?.answers ?? null, language)],
    estimateCents,
    impactPriceEntries: lines.map((line) => ({
      source: line.source,
      label: optionLabel(line, names, language),
      valueCents: line.impactCents,
    })),
  }
}

async function trackingOf(
  tx: Tx,
  { accountId, language }: { readonly accountId: string; readonly language: Language | null },
  detail: BuybackDetail,
  now: Date,
): Promise<Tracking> {
  const { circuit, category, item, product } = detail
  const { instructions, store } = await readInstructions(tx, {
    accountId,
    circuitId: circuit.id,
    categoryId: category.id,
    storeId: detail.store?.id ?? null,
    language,
  })
  const turns = await readReachedStatuses(tx, { accountId, itemId: item.id })
  const prices = pricesOf(detail)
  const corrections = await readCorrectionFacts(tx, accountId, detail)
  const nameOfProduct = (label: string) => productName({ brand: product.brand, productLabel: label }) ?? label
  return {
    buybackId: detail.id,
    identificationNumber: detail.identificationNumber,
    accountName: detail.accountName,
    language: detail.language,
    currency: detail.currency,
    status: detail.status,
    itemStatus: item.status,
    deliveryStatus: detail.deliveryStatus,
    paymentStatus: detail.paymentStatus,
    productId: product.id,
    productName: nameOfProduct(localizedProduct(detail, language).label),
    productSlug: slugOf(nameOfProduct(product.label)),
    image: product.image,
    circuitType: circuit.type,
    storeName: detail.store?.name ?? null,
    relayPoint: detail.relayPoint,
    pickup: await readPickup(tx, { accountId, buybackId: detail.id }),
    corrections: {
      bank: correctionClosure('bank', corrections),
      address: correctionClosure('address', corrections),
      countries: [...corrections.countries],
    },
    cancel: await readCancel(tx, { accountId, itemId: item.id }, cancelFactsOf(detail)),
    store: store ?? null,
    totalPriceCents: prices.totalPriceCents,
    paidPriceCents: prices.paidPriceCents,
    createdAt: detail.createdAt.toISOString(),
    settledAt: detail.settledAt?.toISOString() ?? null,
    promisedPaymentOn: detail.promisedPaymentOn,
    priceHoldsUntil: holdsUntil(detail),
    sendBy: detail.sendBy,
    paymentType: detail.paymentMode?.type ?? null,
    ...(await readPromises(tx, { accountId, buybackId: detail.id, now })),
    declared: await readDeclared(tx, accountId, detail, language),
    instructions,
    ...(await deliveryOf(tx, { accountId, buybackId: detail.id, isForCustomer: true })),
    events: turns.map(({ at, itemStatus }) => ({ at: at.toISOString(), itemStatus })),
  }
}

function cancelFactsOf({ status, item, circuit, deliveryStatus, paymentStatus }: BuybackDetail) {
  return { status: item.status, buybackStatus: status, circuitType: circuit.type, deliveryStatus, paymentStatus }
}
