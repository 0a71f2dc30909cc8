import type { Cart, CartBuyback } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import type { validateCartCall, WebBuybackBody } from '#sync/calls/buyback.ts'
import type { Answer } from '#web/lib/http.ts'
import type { CheckoutRecord } from './checkout-record.ts'
import { creationFailure, type CreationFailure, type CreationRefusal, type Interruption } from './creation-refusal.ts'

/** Who sells, as every line of a cart carries it; the same to the letter each time it is sent. */
export type SellerBody = Pick<WebBuybackBody, 'customer' | 'identification' | 'bank' | 'language' | 'termsAccepted'>

/** A cart that has become buybacks. */
export type SoldCart = Answer<typeof validateCartCall>

/** What sending a cart is done with. */
export interface CheckoutDeps {
  readonly post: (body: WebBuybackBody) => Promise<unknown>
  readonly validate: (cartId: string) => Promise<SoldCart>
  readonly findRecord: () => CheckoutRecord | null
  /** Keeps how far it is; the validation waits until that is safe. */
  readonly keepRecord: (record: CheckoutRecord) => void | Promise<void>
  readonly newId: () => string
  /** Told what has become of each line. */
  readonly onLine: (inCartId: string, state: 'sending' | 'sent' | 'refused') => void
}

/** The outcome of sending a cart. */
export type CheckoutOutcome =
  | { readonly kind: 'sold'; readonly sold: SoldCart }
  | { readonly kind: 'refused'; readonly refusals: ReadonlyMap<string, CreationRefusal> }
  | { readonly kind: 'customer'; readonly faults: readonly FieldFault[] }
  | { readonly kind: 'cart'; readonly code: 'CART_FULL' | 'CART_BELOW_MINIMUM' }
  | { readonly kind: 'interrupted'; readonly by: Interruption }
  /** Its end was refused for a reason that nobody foresaw; whether an earlier try has sold it stays open. */
  | { readonly kind: 'failed' }
  /** Who sells must be asked for again: what is secret of it is kept nowhere. */
  | { readonly kind: 'sellerMissing' }
  /** Something in it is not what the customer has confirmed, and he is to be asked. */
  | { readonly kind: 'unconfirmed' }
  /** Its buybacks were asked for, and nobody can tell this browser any more whether they exist. */
  | { readonly kind: 'unclear' }

/** The server has no such cart of this visitor, or one that differs from this browser's. */
class OtherCart extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Carries a failure out of the middle of sending. */
class Stopped extends Error {
  readonly outcome: CheckoutOutcome
  constructor(outcome: CheckoutOutcome) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

/**
 * Sends a cart: every line under the cart's id, then its validation. Sent again, after a lost answer or a reload, it
 * goes on where it was and never makes a second buyback: a cart whose validation was asked for is settled first, lines
 * keep their ids, and lines that no longer are this cart go under a fresh id, while the old one was never validated.
 * Only what the customer has confirmed is sold, even where the cart has changed since then.
 */
export async function sendCart(
  deps: CheckoutDeps,
  cart: Pick<Cart, 'cartId' | 'cartBuybacks'>,
  seller: SellerBody | null,
): Promise<CheckoutOutcome> {
  try {
    const settled = await settle(deps, cart)
    if (settled !== null) return { kind: 'sold', sold: settled }
    const times = deps.findRecord()?.times
    const asConfirmed = (): void => stopUnconfirmed(deps, cart.cartBuybacks, times)
    asConfirmed()
    if (seller === null) return { kind: 'sellerMissing' }
    const ids = cart.cartBuybacks.map(({ inCartId }) => inCartId)
    const record = deps.findRecord()
    const isSameCart = record?.sent.every((id) => ids.includes(id)) ?? true
    const cartId = record === null ? cart.cartId : isSameCart ? record.cartId : deps.newId()
    return await sendAll({ ...deps, asConfirmed }, cart.cartBuybacks, seller, cartId)
  } catch (error) {
    if (error instanceof Stopped) return error.outcome
    throw error
  }
}

/** Asks for the end of a cart whose validation was asked for; null where nothing of this cart was validated. */
async function settle(deps: CheckoutDeps, cart: Pick<Cart, 'cartBuybacks'>): Promise<SoldCart | null> {
  const record = deps.findRecord()
  if (record === null || !record.isClosing) return null
  const isInCart = (id: string): boolean => cart.cartBuybacks.some(({ inCartId }) => inCartId === id)
  let confirmed: readonly string[] = []
  const { times } = record
  try {
    const sold = await validate(deps, record.cartId)
    if (sold.buybacks.some(({ inCartId }) => isInCart(inCartId))) return sold
  } catch (error) {
    if (!(error instanceof OtherCart) && !isRefusedCart(error)) throw error
    // Waiting carts are swept and visitors come back under other names: neither says that nothing was validated.
    const isUnknown = error instanceof OtherCart && error.code === 'REQUEST_NOT_FOUND'
    if (isUnknown && record.sent.some(isInCart)) throw new Stopped({ kind: 'unclear' })
    if (!isUnknown) ({ confirmed } = record)
  }
  await deps.keepRecord({ cartId: deps.newId(), sent: [], confirmed, times, isClosing: false })
  return null
}

/**
 * Ends the sending where the customer has not confirmed a line, has taken it out or changed it since, or has confirmed
 * again: the line under the same id, and the seller's details, may then differ from those sent.
 */
function stopUnconfirmed(deps: CheckoutDeps, lines: readonly CartBuyback[], times: number | undefined): void {
  const record = deps.findRecord()
  const confirmed = record?.confirmed ?? []
  const isWhole = lines.every(({ inCartId }) => confirmed.includes(inCartId))
  if (!isWhole || record?.times !== times) throw new Stopped({ kind: 'unconfirmed' })
}

/** Sending a cart, with what ends it where it is not as the customer has confirmed it any more. */
interface Sending extends CheckoutDeps {
  readonly asConfirmed: () => void
}

/** Keeps how far the sending is, beside what is confirmed. */
async function keepPlace(deps: CheckoutDeps, place: Omit<CheckoutRecord, 'confirmed' | 'times'>): Promise<void> {
  const { confirmed = [], times } = deps.findRecord() ?? {}
  await deps.keepRecord({ ...place, confirmed, times })
}

async function sendAll(
  deps: Sending,
  lines: readonly CartBuyback[],
  seller: SellerBody,
  cartId: string,
): Promise<CheckoutOutcome> {
  try {
    const refusals = await sendLines(deps, lines, seller, cartId)
    if (refusals.size > 0) return { kind: 'refused', refusals }
    return { kind: 'sold', sold: await close(deps, lines, cartId) }
  } catch (error) {
    if (!(error instanceof OtherCart)) throw error
    // Lines of this cart were validated before: their answer is what was lost.
    if (error.code === 'CART_ALREADY_VALIDATED') return { kind: 'sold', sold: await close(deps, lines, cartId) }
    const freshId = deps.newId()
    const refusals = await sendLines(deps, lines, seller, freshId).catch(stopOtherCart)
    if (refusals.size > 0) return { kind: 'refused', refusals }
    return { kind: 'sold', sold: await close(deps, lines, freshId).catch(stopOtherCart) }
  }
}

async function sendLines(
  deps: Sending,
  lines: readonly CartBuyback[],
  seller: SellerBody,
  cartId: string,
): Promise<ReadonlyMap<string, CreationRefusal>> {
  const refusals = new Map<string, CreationRefusal>()
  const before = deps.findRecord()
  const sent = new Set(before?.cartId === cartId ? before.sent : [])
  for (const line of lines) {
    const { inCartId } = line
    deps.asConfirmed()
    sent.add(inCartId)
    await keepPlace(deps, { cartId, sent: [...sent], isClosing: false })
    deps.onLine(inCartId, 'sending')
    const refusal = await deps.post(lineBody(line, seller, cartId)).then(
      () => null,
      (error: unknown) => {
        const failure = creationFailure(error)
        if (failure.kind === 'product') return failure.refusal
        throw stopOf(failure)
      },
    )
    if (refusal !== null) refusals.set(inCartId, refusal)
    deps.onLine(inCartId, refusal === null ? 'sent' : 'refused')
  }
  deps.asConfirmed()
  return refusals
}

async function close(deps: CheckoutDeps, lines: readonly CartBuyback[], cartId: string): Promise<SoldCart> {
  const sent = lines.map(({ inCartId }) => inCartId)
  await keepPlace(deps, { cartId, sent, isClosing: true })
  try {
    return await validate(deps, cartId)
  } catch (error) {
    if (error instanceof OtherCart || isRefusedCart(error)) await keepPlace(deps, { cartId, sent, isClosing: false })
    throw error
  }
}

async function validate(deps: CheckoutDeps, cartId: string): Promise<SoldCart> {
  try {
    return await deps.validate(cartId)
  } catch (error) {
    const failure = creationFailure(error)
    if (failure.kind !== 'product') throw stopOf(failure)
    // All that is judged of one product here is whether what it takes the place of still waits.
    const { inCartId, refusal } = failure
    throw new Stopped(
      inCartId === null ? { kind: 'failed' } : { kind: 'refused', refusals: new Map([[inCartId, refusal]]) },
    )
  }
}

/** Every failure but that of one product ends the sending. */
function stopOf(failure: Exclude<CreationFailure, { readonly kind: 'product' }>): OtherCart | Stopped {
  return failure.kind === 'otherCart' ? new OtherCart(failure.code) : new Stopped(failure)
}

function isRefusedCart(error: unknown): boolean {
  return error instanceof Stopped && (error.outcome.kind === 'cart' || error.outcome.kind === 'refused')
}

/** A fresh id meets no other cart; that it does means that the server is in trouble. */
function stopOtherCart(error: unknown): never {
  throw error instanceof OtherCart ? new Stopped({ kind: 'interrupted', by: 'server' }) : error
}

/** A line of the cart as the server takes it (CART-17). */
function lineBody(line: CartBuyback, seller: SellerBody, cartId: string): WebBuybackBody {
  const { declaration, impactPriceEntries } = line
  return {
    cartId,
    inCartId: line.inCartId,
    productId: declaration.product.id,
    questionnaireId: declaration.id,
    answers: [...declaration.responses],
    ...(declaration.imei === null ? {} : { imei: declaration.imei }),
    circuitId: line.transportMode.id,
    shippingMethodId: line.shippingMethod?.id ?? '',
    paymentModeId: line.paymentMode.id,
    ...(line.store === undefined ? {} : { storeId: line.store.id }),
    ...(line.pickup === undefined ? {} : { pickup: { day: line.pickup.day, opens: line.pickup.opens } }),
    ...(line.relayPoint === undefined ? {} : { relayPoint: line.relayPoint.reference }),
    ...(line.quoteToken === undefined ? {} : { quoteToken: line.quoteToken }),
    ...(line.replaces === undefined ? {} : { replaces: line.replaces }),
    ...seller,
    prices: {
      estimatedPriceCents: line.estimatedPrice,
      impactPriceEntries: impactPriceEntries.map(({ source, label, value }) => ({ source, label, valueCents: value })),
      totalPriceCents: line.totalPrice,
    },
  }
}
