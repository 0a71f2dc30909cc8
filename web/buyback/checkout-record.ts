import type { CartStorage } from './cart-storage.ts'

const key = 'checkout'

/** What this browser knows of a cart on its way to the server; nothing of it says who sells. */
export interface CheckoutRecord {
  /** Id under which the lines are sent. */
  readonly cartId: string
  /** Lines that were sent or may have been, by their id in the cart. */
  readonly sent: readonly string[]
  /** Lines that the customer has confirmed as they are; no other one is sold. */
  readonly confirmed: readonly string[]
  /** How often the customer has confirmed something; each time it may be other lines, or another seller's details. */
  readonly times?: number | undefined
  /** Whether the cart's validation was asked for, so that its buybacks may exist already. */
  readonly isClosing: boolean
}

/** The checkout that was begun in this browser and has not ended. */
export function findCheckout(storage: CartStorage): CheckoutRecord | null {
  try {
    const found = JSON.parse(storage.getItem(key) ?? 'null') as Partial<CheckoutRecord> | null
    if (typeof found?.cartId !== 'string' || found.cartId === '' || typeof found.isClosing !== 'boolean') return null
    const { cartId, sent, confirmed = [], times, isClosing } = found
    if (!isIds(sent) || !isIds(confirmed)) return null
    return { cartId, sent, confirmed, ...(typeof times === 'number' ? { times } : {}), isClosing }
  } catch {
    return null
  }
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Keeps how far a checkout has come; a browser that refuses costs what a reload would go on with. */
export function keepCheckout(
  storage: CartStorage,
  { cartId, sent, confirmed, times, isClosing }: CheckoutRecord,
): void {
  try {
    storage.setItem(key, JSON.stringify({ cartId, sent, confirmed, times, isClosing }))
  } catch {
    // The server knows a repeated line all the same.
  }
}

/** Forgets it, once its end is known. */
export function forgetCheckout(storage: CartStorage): void {
  storage.removeItem(key)
}

/** Keeps that the customer has confirmed lines of his cart, beside those that he has confirmed before. */
export function confirmLines(storage: CartStorage, cartId: string, ids: readonly string[]): void {
  const record = findCheckout(storage) ?? { cartId, sent: [], confirmed: [], isClosing: false }
  const confirmed = [...new Set([...record.confirmed, ...ids])]
  keepCheckout(storage, { ...record, confirmed, times: (record.times ?? 0) + 1 })
}

/** Takes back that a line was confirmed: it is another one now, or gone. */
export function withdrawLine(storage: CartStorage, inCartId: string): void {
  const record = findCheckout(storage)
  if (record?.confirmed.includes(inCartId) !== true) return
  keepCheckout(storage, { ...record, confirmed: record.confirmed.filter((id) => id !== inCartId) })
}

/**
 * Withdraws every confirmation, because the seller has changed. Lines that may be sold already belong to the former
 * seller: the outcome of their sale is asked for without asking the customer again, and lines that it refuses are not
 * sold on the earlier confirmation.
 */
export function withdrawAll(storage: CartStorage): void {
  const record = findCheckout(storage)
  if (record !== null) keepCheckout(storage, { ...record, confirmed: [] })
}

/** Whether a line may be sold already: until that is known it can be neither changed nor taken out. */
export function isHeld(storage: CartStorage, inCartId: string): boolean {
  const record = findCheckout(storage)
  return record !== null && record.isClosing && record.sent.includes(inCartId)
}

/** Forgets a checkout whose cart is empty, unless what it asked for may have become buybacks. */
export function leaveCheckout(storage: CartStorage): void {
  if (findCheckout(storage)?.isClosing === false) forgetCheckout(storage)
}
