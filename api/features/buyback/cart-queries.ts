import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { CreatedBuybackAnswer } from '#sync/calls/buyback.ts'

type Tx = Transaction<Tables>

/** A cart of an account. */
export interface CartScope {
  readonly accountId: string
  readonly cartId: string
}

/** Who fills a cart: a visitor of the public site, or a user. */
export type CartOwner =
  | { readonly visitorId: string; readonly userId: null }
  | { readonly visitorId: null; readonly userId: string }

/** A cart, locked until the transaction ends. */
export interface LockedCart {
  readonly visitorId: string | null
  readonly userId: string | null
  readonly storeId: string | null
  readonly wrappedKey: Buffer | null
  readonly createdAt: Date
  readonly validatedAt: Date | null
}

/** A line as it is answered: without the private link, which is made again for each answer. */
export type LineAnswer = Omit<CreatedBuybackAnswer, 'trackingToken'>

export interface CartLine {
  readonly inCartId: string
  readonly buybackId: string
  readonly totalCents: number
  readonly sellerMac: Buffer
  readonly bodyMac: Buffer
  readonly answer: LineAnswer
  readonly sealed: Buffer | null
}

/** Opens a cart unless it is there. */
export async function openCart(
  tx: Tx,
  { accountId, cartId }: CartScope,
  cart: {
    readonly owner: CartOwner
    readonly storeId: string | null
    readonly wrappedKey: Buffer | null
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('cart')
    .values({
      account_id: accountId,
      id: cartId,
      visitor_id: cart.owner.visitorId,
      user_id: cart.owner.userId,
      store_id: cart.storeId,
      wrapped_key: cart.wrappedKey,
      created_at: cart.at,
      validated_at: cart.wrappedKey === null ? cart.at : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks a cart; null for an unknown one. */
export async function lockCart(tx: Tx, { accountId, cartId }: CartScope): Promise<LockedCart | null> {
  const row = await tx
    .selectFrom('cart')
    .select(['visitor_id as visitorId', 'user_id as userId', 'store_id as storeId', 'wrapped_key as wrappedKey'])
    .select(['created_at as createdAt', 'validated_at as validatedAt'])
    .where('account_id', '=', accountId)
    .where('id', '=', cartId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The lines of a cart in the order in which they came. */
export async function readLines(tx: Tx, { accountId, cartId }: CartScope): Promise<readonly CartLine[]> {
  const rows = await tx
    .selectFrom('cart_line')
    .select(['in_cart_id as inCartId', 'buyback_id as buybackId', 'total_cents as totalCents'])
    .select(['seller_mac as sellerMac', 'body_mac as bodyMac', 'answer', 'sealed'])
    .where('account_id', '=', accountId)
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, answer: row.answer as LineAnswer }))
}

/** Adds a line behind the others. */
export async function addLine(
  tx: Tx,
  { accountId, cartId }: CartScope,
  line: CartLine & { readonly position: number; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('cart_line')
    .values({
      account_id: accountId,
      cart_id: cartId,
      in_cart_id: line.inCartId,
      position: line.position,
      buyback_id: line.buybackId,
      total_cents: line.totalCents,
      seller_mac: line.sellerMac,
      body_mac: line.bodyMac,
      answer: JSON.stringify(line.answer),
      sealed: line.sealed,
      created_at: line.at,
    })
    .execute()
}

/** Closes a cart whose lines are buybacks now: what they waited with is forgotten. */
export async function closeCart(tx: Tx, { accountId, cartId }: CartScope, at: Date): Promise<void> {
  await tx
    .updateTable('cart_line')
    .set({ sealed: null })
    .where('account_id', '=', accountId)
    .where('cart_id', '=', cartId)
    .execute()
  await tx
    .updateTable('cart')
    .set({ validated_at: at, wrapped_key: null })
    .where('account_id', '=', accountId)
    .where('id', '=', cartId)
    .execute()
}
