import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { scopeOf, type BuybackScope } from '#api/db/buyback-scope.ts'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writeServerChange } from '#api/db/item-change.ts'
import { readQuestionnaire } from '#api/db/questionnaire-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { renewBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { bonusOf } from '#domain/buyback/modifiers.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { promiseHolds } from '#domain/buyback/quote-validity.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { finalizedState, isPredeclared } from '#domain/item/first-state.ts'
import type { FinalizeBuybackBody, finalizeBuybackCall } from '#sync/calls/buyback.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readSellerForm, writeFinalized } from './finalize-queries.ts'
import {
  chooseOptions,
  decideSale,
  predeclaredShipping,
  pricesAnswer,
  sellableProduct,
  type Promised,
} from '#domain/buyback/decide-sale.ts'
import { lockBuyback, type LockedBuyback } from './lock-buyback-queries.ts'
import { readOffer } from './offer-queries.ts'
import { destinationOf, type Offer } from '#domain/check-in/sale-destination.ts'
import { checkSeller } from './check-seller.ts'
import { withKept } from '#domain/customer/seller.ts'
import { trackingToken } from './tracking-token.ts'

type Tx = Transaction<Tables>

/** Whether a store is one that the caller works for. */
export function reachesStore(scope: BuybackScope, storeId: string): boolean {
  return scope.kind === 'account' || (scope.kind === 'stores' && scope.storeIds.includes(storeId))
}

/**
 * Finalises a buyback that was predeclared on the web (BB-28). Within 15 days the prices and questions of its
 * declaration apply to the condition found at the counter; afterwards those of today. The answer says which.
 */
export async function finalizeBuyback(
  deps: BuybackDeps,
  caller: Session,
  ids: { readonly storeId: string; readonly buybackId: string },
  body: FinalizeBuybackBody,
): Promise<Result<z.input<typeof finalizeBuybackCall.answer>, Failure>> {
  const { accountId, userId } = caller
  const { storeId, buybackId } = ids
  if (!reachesStore(await scopeOf(deps.database, caller), storeId)) return refuse('REQUEST_NOT_FOUND')
  return inAccount(deps.database, accountId, async (tx) => {
    // The customer may bring the product to another store than the one chosen on the web.
    const found = await lockBuyback(tx, buybackId, sql`b.account_id = ${accountId} and c.type = 'web_drop'`)
    if (found === null || found.customerId === null) return refuse('REQUEST_NOT_FOUND')
    if (found.buybackStatus === 'bb_cancelled') return refuse('BUYBACK_CANCELLED')
    if (!isPredeclared(found)) return refuse('BUYBACK_ALREADY_FINALIZED', { details: { status: found.buybackStatus } })
    const { circuitId, productId, customerId } = found
    const offer = await readOffer(tx, { accountId, productId, circuitId, storeId, country: null })
    if (!offer.hasStore) return refuse('REQUEST_NOT_FOUND')
    const at = deps.now()
    const promised = await promisedBefore(tx, accountId, found, at)
    const decided = decide(offer, found, body, promised)
    if (!decided.ok) return decided
    const { options, sale, product } = decided.value
    const scope = { accountId, customerId }
    const kept = await openSecrets(tx, deps.vault, scope)
    const form = withKept(body, await readSellerForm(tx, scope, kept))
    const seller = checkSeller(form, { offer, paymentType: options.paymentMode.type, now: at })
    if (!seller.ok) return seller
    const { declaration, price } = sale
    const destination = destinationOf(offer, { product, circuitId, grade: declaration.grade, storeId })
    if (!destination.ok) return destination
    const next = { ...found, ...finalizedState, destinationWarehouseId: destination.value }
    await writeFinalized(tx, deps.vault, scope, {
      buybackId,
      itemId: found.itemId,
      storeId,
      warehouseId: destination.value,
      shippingMethodId: options.shippingMethod.id,
      paymentModeId: options.paymentMode.id,
      bonusCents: bonusOf(price.lines),
      declaration,
      imei: body.imei ?? null,
      serialNumber: body.serialNumber ?? null,
      seller: seller.value,
    })
    await writeServerChange(tx, { accountId, userId, at }, found, {
      action: 'finalize',
      next,
      validated: null,
      comment: null,
      details: {
        storeId,
        priceBasis: sale.basis,
        priceCents: declaration.priceCents,
        promisedPriceCents: found.declaration?.priceCents ?? found.declaredPriceCents,
      },
    })
    await renewBuybackDocuments(tx, { accountId, buybackId })
    return succeed({
      id: buybackId,
      identificationNumber: found.identificationNumber,
      status: next.buybackStatus,
      itemStatus: next.status,
      ...pricesAnswer(price),
      priceBasis: sale.basis,
      warehouseId: destination.value,
      trackingToken: trackingToken(deps.vault, { accountId, buybackId }),
    })
  })
}

function decide(offer: Offer, found: LockedBuyback, body: FinalizeBuybackBody, promised: Promised | null) {
  // What was promised stays so where the catalog has dropped the product since.
  const product = promised === null || offer.product === null ? sellableProduct(offer) : succeed(offer.product)
  if (!product.ok) return product
  const shipping = predeclaredShipping(offer.circuit?.shippingMethods ?? [], found.shippingMethodId)
  const chosen = { shippingMethodId: shipping?.id ?? '', paymentModeId: body.paymentModeId }
  const options = chooseOptions(offer, chosen, { channel: 'web', country: null })
  if (!options.ok) return options
  const sale = decideSale({
    offer,
    product: product.value,
    options: options.value,
    declared: body,
    seen: body.prices,
    promised,
  })
  return sale.ok ? succeed({ options: options.value, sale: sale.value, product: product.value }) : sale
}

async function promisedBefore(tx: Tx, accountId: string, found: LockedBuyback, now: Date): Promise<Promised | null> {
  const { declaration, createdAt } = found
  if (declaration === null || !promiseHolds(createdAt.getTime(), now.getTime())) return null
  const questionnaire = await questionsOf(tx, accountId, declaration)
  const { productId, simple, prices, modifiers, absorption } = declaration
  return {
    basis: 'predeclared',
    product: { productId, simple, prices, questionnaire },
    modifiers,
    absorption,
    options: {
      circuit: found.circuitId,
      ...(found.shippingMethodId !== null && { shipping_method: found.shippingMethodId }),
      ...(found.paymentModeId !== null && { payment_mode: found.paymentModeId }),
    },
  }
}

async function questionsOf(tx: Tx, accountId: string, { questionnaireId }: Declaration) {
  const asked = questionnaireId === null ? null : await readQuestionnaire(tx, { accountId, id: questionnaireId })
  return asked ?? { id: '', questions: [] }
}
