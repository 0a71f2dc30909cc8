import { sql } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { inAccount } from '#api/db/in-account.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { maximumItems } from '#domain/cart/cart.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { validateCartCall } from '#sync/calls/buyback.ts'
import type * as z from 'zod'
import { announceBuybacks } from './announce-buybacks.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { closeCart, lockCart, readLines, type CartLine, type CartOwner, type CartScope } from './cart-queries.ts'
import { readCartRules } from './cart-rules-queries.ts'
import { createBuybacks, type Contract } from './contract-queries.ts'
import type { Seller } from '#domain/customer/seller.ts'
import { bookPickups, holdPickups } from './sold-pickups.ts'
import { goneRelayPoint, keepRelayPoints } from './sold-relay-points.ts'
import { holdQuotes } from './quote-queries.ts'
import { replaceFormer, replacementOf, type Replaced } from './replace-buyback.ts'
import { trackingToken } from './tracking-token.ts'
import type { WrappedColumn } from '#api/db/sealed-column.ts'

/** How long the lines of a cart wait on the server, in milliseconds: their prices were checked when they came. */
export const cartLifetimeMs = 86_400_000

/** What a line waits with. */
export interface WaitingLine {
  readonly seller: Seller
  readonly contract: Contract
  /** What it takes the place of. */
  readonly replaces?: Replaced | undefined
}

/** Who fills the caller's carts. */
export function ownerOf(caller: Session | Visitor): CartOwner {
  return caller.kind === 'visitor'
    ? { visitorId: caller.visitorId, userId: null }
    : { visitorId: null, userId: caller.userId }
}

/** Whether a cart is the owner's. */
export function owns(
  owner: CartOwner,
  cart: { readonly visitorId: string | null; readonly userId: string | null },
): boolean {
  return owner.visitorId === cart.visitorId && owner.userId === cart.userId
}

/** Whether a cart has waited too long. */
export function isCartExpired({ createdAt }: { readonly createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= cartLifetimeMs
}

/** Refuses a sum below the account's minimum, saying what is missing (CART-13, CART-14); null where it is enough. */
export function checkMinimum(minimumCents: number, totalCents: number): Failure | null {
  if (totalCents >= minimumCents) return null
  const details = { minimumCents, totalCents, missingCents: minimumCents - totalCents }
  return { code: 'CART_BELOW_MINIMUM', details }
}

/** What a cart's key is bound to. */
export function keyLabel({ accountId, cartId }: CartScope): string {
  return `cart ${accountId} ${cartId}`
}

/** What a new master key wraps again. */
export const wrappedOfCarts: WrappedColumn = {
  table: 'cart',
  id: 'id',
  owner: (accountId, cartId) => keyLabel({ accountId, cartId }),
}

/** Seals a line until its cart is validated. */
export function sealLine(vault: Vault, key: Buffer, line: WaitingLine): Buffer {
  return vault.seal(key, JSON.stringify(line), 'cart line')
}

/**
 * Makes buybacks of all lines of a cart, or of none (CART-18). A cart that was validated before is answered as then.
 */
export async function validateCart(
  deps: BuybackDeps,
  caller: Session | Visitor,
  cartId: string,
  address: string,
): Promise<Result<z.input<typeof validateCartCall.answer>, Failure>> {
  const scope: CartScope = { accountId: caller.accountId, cartId }
  const owner = ownerOf(caller)
  return inAccount(deps.database, scope.accountId, async (tx) => {
    const cart = await lockCart(tx, scope)
    if (cart === null || !owns(owner, cart)) return refuse('REQUEST_NOT_FOUND')
    const lines = await readLines(tx, scope)
    if (cart.wrappedKey === null) return succeed(answerOf(deps, scope, lines))
    const at = deps.now()
    if (isCartExpired(cart, at)) return refuse('CART_EXPIRED')
    if (lines.length === 0) return refuse('REQUEST_NOT_FOUND')
    const rules = await readCartRules(tx, scope.accountId)
    const maximum = maximumItems(rules.features)
    if (lines.length > maximum) return refuse('CART_FULL', { details: { maximum } })
    const tooLittle = checkMinimum(rules.cartMinCents, totalOf(lines))
    if (tooLittle !== null) return { ok: false, error: tooLittle }
    const key = deps.vault.unwrap(cart.wrappedKey, keyLabel(scope))
    const waiting = lines.map(({ sealed }) => openLine(deps.vault, key, sealed))
    // All lines name one seller; those that are not paid by transfer wait without his bank account.
    const sold = waiting.find(({ seller }) => seller.bank !== null) ?? waiting[0]
    if (sold === undefined) throw new Error('a cart with lines has a first one')
    const contracts = waiting.map(({ contract }) => contract)
    const quoted = waiting.map(({ contract: { quoteHash } }, at) => ({
      quoteHash,
      inCartId: lines[at]?.inCartId ?? '',
    }))
    const soldAlready = await holdQuotes(tx, scope.accountId, quoted)
    if (soldAlready !== null)
      return refuse('QUOTE_SOLD', { field: 'quoteToken', details: { inCartId: soldAlready.inCartId } })
    const contracted = waiting.map(({ contract, replaces }, place) => ({
      contract,
      replaces,
      inCartId: lines[place]?.inCartId ?? '',
    }))
    const gone = await goneRelayPoint(tx, scope, contracted)
    if (gone !== null) return { ok: false, error: gone }
    // Before the slots, in the order of all locks.
    const replacedIds = waiting.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces.buybackId]))
    await lockBuybacks(tx, sql`b.account_id = ${scope.accountId} and b.id = any (${replacedIds}::uuid[])`)
    const taken = await holdPickups(tx, deps, scope, contracted)
    if (taken !== null) return { ok: false, error: taken }
    const by = { accountId: scope.accountId, userId: owner.userId, at }
    const replaced = await replaceFormer(
      tx,
      by,
      waiting.flatMap((line, place) => replacementOf(line, lines[place]?.inCartId ?? '')),
    )
    if (!replaced.ok) return replaced
    await createBuybacks(tx, deps.vault, by, sold.seller, contracts)
    await bookPickups(tx, scope, contracts, at)
    await keepRelayPoints(tx, scope, contracts)
    const buybackIds = contracts.map(({ buybackId }) => buybackId)
    await announceBuybacks(tx, deps, { accountId: scope.accountId, buybackIds, address })
    await closeCart(tx, scope, at)
    return succeed(answerOf(deps, scope, lines))
  })
}

function openLine(vault: Vault, key: Buffer, sealed: Buffer | null): WaitingLine {
  if (sealed === null) throw new Error('a line of a waiting cart is sealed')
  return JSON.parse(vault.open(key, sealed, 'cart line')) as WaitingLine
}

function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
}

function answerOf(deps: BuybackDeps, { accountId, cartId }: CartScope, lines: readonly CartLine[]) {
  return {
    cartId,
    totalPriceCents: totalOf(lines),
    buybacks: lines.map(({ answer, buybackId, inCartId, totalCents }) => ({
      id: buybackId,
      inCartId,
      identificationNumber: answer.identificationNumber,
      totalPriceCents: totalCents,
      trackingToken: trackingToken(deps.vault, { accountId, buybackId }),
    })),
  }
}
