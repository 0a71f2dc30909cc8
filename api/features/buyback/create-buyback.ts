import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken } from '#api/http/token.ts'
import { bonusOf } from '#domain/buyback/modifiers.ts'
import { maximumItems } from '#domain/cart/cart.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CreatedBuybackAnswer, StoreBuybackBody, WebBuybackBody } from '#sync/calls/buyback.ts'
import { announceBuybacks } from './announce-buybacks.ts'
import { bookPickups, choosePickup, holdPickups } from './sold-pickups.ts'
import { chooseRelayPoint, findRelayPoint, keepRelayPoints, type ChosenRelayPoint } from './sold-relay-points.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { checkMinimum, isCartExpired, keyLabel, ownerOf, owns, sealLine } from './validate-cart.ts'
import { addLine, lockCart, openCart, readLines, type CartScope, type LineAnswer } from './cart-queries.ts'
import { createBuybacks, type Contract } from './contract-queries.ts'
import { chooseOptions, decideSale, pricesAnswer, sellableProduct } from '#domain/buyback/decide-sale.ts'
import { readOffer } from './offer-queries.ts'
import { destinationOf, type Offer } from '#domain/check-in/sale-destination.ts'
import { holdQuotes } from './quote-queries.ts'
import { promisedByQuote } from './quotes.ts'
import { findReplaced, replaceFormer, replacementOf, type Replaced } from './replace-buyback.ts'
import { checkSeller } from './check-seller.ts'
import type { Seller } from '#domain/customer/seller.ts'
import { trackingToken } from './tracking-token.ts'

/** A buyback as its channel asks for it. */
export type CreationRequest = {
  readonly caller: Session | Visitor
  /** The network that the caller asks from. */
  readonly address: string
} & (
  | { readonly channel: 'web'; readonly body: WebBuybackBody; readonly storeId: string | null }
  | { readonly channel: 'store'; readonly body: StoreBuybackBody; readonly storeId: string }
)

type Tx = Transaction<Tables>

/** What a sale is made with: its number, the point that was looked for, and its place in the cart. */
interface Made {
  readonly number: string
  readonly relay: ChosenRelayPoint
  readonly inCartId: string
}

interface Prepared {
  readonly offer: Offer
  readonly seller: Seller
  readonly contract: Contract
  readonly answer: LineAnswer
  readonly replaces: Replaced | undefined
}

/**
 * Creates a buyback: at once where it is a cart of its own, else as a line that waits for its cart. The same line again
 * is answered as before, regardless of what has changed since then; other content under its ids is refused.
 */
export async function createBuyback(
  deps: BuybackDeps,
  request: CreationRequest,
): Promise<Result<CreatedBuybackAnswer, Failure>> {
  const { cartId, inCartId } = request.body
  if ((cartId === undefined) !== (inCartId === undefined))
    return refuse('REQUEST_INVALID', { field: cartId === undefined ? 'cartId' : 'inCartId' })
  const { accountId } = request.caller
  const relay = await findRelayPoint(
    deps,
    { accountId, shippingMethodId: request.body.shippingMethodId },
    request.channel === 'web' ? request.body.relayPoint : undefined,
  )
  // Drawn before the transaction, which then waits for no second connection.
  const number = await deps.numbers.next()
  const scope: CartScope = { accountId, cartId: cartId ?? newId() }
  // A number whose transaction threw is given to nobody: the commit may have come through, and only its answer not.
  const created = await inAccount(deps.database, scope.accountId, (tx) =>
    cartId === undefined
      ? createAlone(deps, tx, scope, request, { number, relay })
      : createLine(deps, tx, scope, request, { number, relay, inCartId: inCartId ?? '' }),
  )
  if (!created.ok || created.value.identificationNumber !== number) deps.numbers.giveBack(number)
  if (!created.ok) return created
  const { id: buybackId } = created.value
  return succeed({
    ...created.value,
    trackingToken: trackingToken(deps.vault, { accountId: scope.accountId, buybackId }),
  })
}

async function createAlone(
  deps: BuybackDeps,
  tx: Tx,
  scope: CartScope,
  request: CreationRequest,
  made: { readonly number: string; readonly relay: ChosenRelayPoint },
): Promise<Result<LineAnswer, Failure>> {
  const inCartId = newId()
  // What is held is judged with all the rest of the sale, which finds an expired price before a sold one.
  await holdQuotes(tx, scope.accountId, [{ quoteHash: hashOf(request.body), inCartId }])
  const prepared = await prepare(deps, tx, scope, request, { ...made, inCartId })
  if (!prepared.ok) return prepared
  const { offer, seller, contract, answer, replaces } = prepared.value
  const tooLittle = checkMinimum(offer.cartMinCents, answer.totalPriceCents)
  if (tooLittle !== null) return { ok: false, error: tooLittle }
  const taken = await holdPickups(tx, deps, scope, [{ contract, inCartId, replaces }])
  if (taken !== null) return { ok: false, error: taken }
  const at = deps.now()
  const owner = ownerOf(request.caller)
  const by = { accountId: scope.accountId, userId: owner.userId, at }
  const replaced = await replaceFormer(tx, by, replacementOf({ contract, replaces }, inCartId))
  if (!replaced.ok) return replaced
  await openCart(tx, scope, { owner, storeId: contract.storeId, wrappedKey: null, at })
  await addLine(tx, scope, { ...lineOf(deps, request, prepared.value, inCartId), sealed: null, position: 1, at })
  await createBuybacks(tx, deps.vault, by, seller, [contract])
  await bookPickups(tx, scope, [contract], at)
  await keepRelayPoints(tx, scope, [contract])
  const { address } = request
  await announceBuybacks(tx, deps, { accountId: scope.accountId, buybackIds: [contract.buybackId], address })
  return succeed(answer)
}

async function createLine(
  deps: BuybackDeps,
  tx: Tx,
  scope: CartScope,
  request: CreationRequest,
  made: Made,
): Promise<Result<LineAnswer, Failure>> {
  const at = deps.now()
  const owner = ownerOf(request.caller)
  const { wrapped } = deps.vault.newKey(keyLabel(scope))
  await openCart(tx, scope, { owner, storeId: request.storeId, wrappedKey: wrapped, at })
  const cart = await lockCart(tx, scope)
  if (cart === null || !owns(owner, cart)) return refuse('REQUEST_NOT_FOUND')
  if (cart.wrappedKey !== null && isCartExpired(cart, at)) return refuse('CART_EXPIRED')
  const lines = await readLines(tx, scope)
  const known = lines.find(({ inCartId }) => inCartId === made.inCartId)
  if (known !== undefined)
    return isBodyMac(deps, request, known.bodyMac) ? succeed(known.answer) : refuse('CART_LINE_CHANGED')
  if (cart.wrappedKey === null) return refuse('CART_ALREADY_VALIDATED')
  if (lines.some(({ sellerMac: other }) => !isSellerMac(deps, request, other))) return refuse('CART_CUSTOMER_DIFFERS')
  const prepared = await prepare(deps, tx, scope, request, made)
  if (!prepared.ok) return prepared
  const maximum = maximumItems(prepared.value.offer.features)
  if (lines.length >= maximum) return refuse('CART_FULL', { details: { maximum } })
  const key = deps.vault.unwrap(cart.wrappedKey, keyLabel(scope))
  const { seller, contract, answer, replaces } = prepared.value
  const sealed = sealLine(deps.vault, key, { seller, contract, replaces })
  const line = lineOf(deps, request, prepared.value, made.inCartId)
  await addLine(tx, scope, { ...line, sealed, position: lines.length + 1, at })
  return succeed(answer)
}

async function prepare(
  deps: BuybackDeps,
  tx: Tx,
  { accountId, cartId }: CartScope,
  { caller, channel, body, storeId }: CreationRequest,
  made: Made,
): Promise<Result<Prepared, Failure>> {
  const country = channel === 'web' ? body.customer.clientCountry.trim().toUpperCase() : null
  const { productId, circuitId } = body
  const offer = await readOffer(tx, { accountId, productId, circuitId, storeId, country })
  const product = sellableProduct(offer)
  if (!product.ok) return product
  // Before the options, which are of the seller's country: what is wrong with that is said of its field (CART-26).
  const asked = offer.circuit?.paymentModes.find(({ id }) => id === body.paymentModeId)
  const seller = checkSeller(body, { offer, paymentType: asked?.type ?? null, now: deps.now() })
  if (!seller.ok) return seller
  const options = chooseOptions(offer, body, { channel, country })
  if (!options.ok) return options
  const { circuit, shippingMethod, paymentMode } = options.value
  if (storeId !== null && (!offer.hasStore || (channel === 'web' && circuit.type !== 'web_drop')))
    return refuse('BUYBACK_STORE_UNKNOWN', { field: 'storeId' })
  const replaced = await findReplaced(deps, tx, caller, body)
  if (!replaced.ok) return replaced
  const promised = await promisedByQuote(tx, accountId, body, deps.now())
  if (!promised.ok) return promised
  const sale = decideSale({
    offer,
    product: product.value,
    options: options.value,
    declared: body,
    seen: body.prices,
    promised: promised.value,
  })
  if (!sale.ok) return sale
  const { declaration, price, basis } = sale.value
  const method = { accountId, shippingMethodId: shippingMethod.id }
  const pickup = await choosePickup(tx, deps, method, {
    chosen: 'pickup' in body ? body.pickup : undefined,
    replaces: replaced.value,
  })
  if (!pickup.ok) return pickup
  const relayPoint = await chooseRelayPoint(tx, method, made.relay)
  if (!relayPoint.ok) return relayPoint
  const destination = destinationOf(offer, {
    product: product.value,
    circuitId: circuit.id,
    grade: declaration.grade,
    storeId,
  })
  if (!destination.ok) return destination
  const quoteHash = hashOf(body)
  const contract: Contract = {
    buybackId: newId(),
    itemId: newId(),
    identificationNumber: made.number,
    circuitId: circuit.id,
    circuitType: circuit.type,
    storeId,
    buyerOrganizationId: product.value.buyer?.organizationId ?? null,
    buyerAccountId: product.value.buyer?.accountId ?? null,
    categoryId: product.value.categoryId,
    productId: product.value.id,
    declaration,
    imei: body.imei ?? null,
    serialNumber: body.serialNumber ?? null,
    shippingMethodId: shippingMethod.id,
    paymentModeId: paymentMode.id,
    bonusCents: bonusOf(price.lines),
    warehouseId: destination.value,
    ...(quoteHash !== undefined && { quoteHash }),
    ...(pickup.value !== null && { pickup: pickup.value }),
    ...(relayPoint.value !== null && { relayPoint: relayPoint.value }),
  }
  const answer: LineAnswer = {
    id: contract.buybackId,
    identificationNumber: made.number,
    cartId,
    inCartId: made.inCartId,
    ...pricesAnswer(price),
    priceBasis: basis,
    warehouseId: destination.value,
  }
  return succeed({ offer, seller: seller.value, contract, answer, replaces: replaced.value })
}

function hashOf({ quoteToken }: Pick<WebBuybackBody, 'quoteToken'>): string | undefined {
  return quoteToken === undefined ? undefined : hashToken(quoteToken).toString('hex')
}

function lineOf(deps: BuybackDeps, request: CreationRequest, { answer }: Prepared, inCartId: string) {
  return {
    inCartId,
    buybackId: answer.id,
    totalCents: answer.totalPriceCents,
    sellerMac: deps.vault.mac('cart seller', saidOfSeller(request)),
    bodyMac: deps.vault.mac('cart line', saidOfLine(request)),
    answer,
  }
}

// A body has passed its schema, which gives its fields one order.
function saidOfLine({ channel, body, storeId }: CreationRequest): string {
  return JSON.stringify([channel, storeId, body])
}

function saidOfSeller({ body }: CreationRequest): string {
  const { customer, identification, bank, language } = body
  return JSON.stringify([customer, identification, bank, language])
}

function isBodyMac({ vault }: BuybackDeps, request: CreationRequest, mac: Buffer): boolean {
  return vault.isMac('cart line', saidOfLine(request), mac)
}

function isSellerMac({ vault }: BuybackDeps, request: CreationRequest, mac: Buffer): boolean {
  return vault.isMac('cart seller', saidOfSeller(request), mac)
}
