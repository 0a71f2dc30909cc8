import type { CartStorage } from './cart-storage.ts'

const key = 'soldCarts'

/**
 * How many carts a browser knows as sold: a visitor who opens an older cart's address is pointed to the links of the
 * mail.
 */
const mostKept = 20

/** A cart that has become buybacks; the server reads them to the visitor who sold them alone. */
interface SoldRecord {
  readonly cartId: string
  readonly ids: readonly string[]
}

/** Remembers which buybacks a cart has become, so that its address shows them from now on (CART-17). */
export function keepSold(storage: CartStorage, cartId: string, ids: readonly string[]): void {
  const others = read(storage).filter((one) => one.cartId !== cartId)
  try {
    storage.setItem(key, JSON.stringify([{ cartId, ids }, ...others].slice(0, mostKept)))
  } catch {
    // A full storage costs the way back once the page is closed; the confirmation itself names the buybacks.
  }
}

/** The buybacks that a cart has become in this browser; null where it knows of none. */
export function findSold(storage: CartStorage, cartId: string): readonly string[] | null {
  return read(storage).find((one) => one.cartId === cartId)?.ids ?? null
}

function read(storage: CartStorage): readonly SoldRecord[] {
  try {
    return [JSON.parse(storage.getItem(key) ?? '[]') as unknown].flat().filter((one) => isSold(one))
  } catch {
    return []
  }
}

function isSold(value: unknown): value is SoldRecord {
  const { cartId, ids } = (value ?? {}) as { readonly cartId?: unknown; readonly ids?: unknown }
  const hasIds = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')
  return typeof cartId === 'string' && hasIds
}
