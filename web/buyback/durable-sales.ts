import { findCheckout, forgetCheckout, keepCheckout, type CheckoutRecord } from './checkout-record.ts'
import { cartKeys, type CartStorage } from './cart-storage.ts'
import { keepSold } from './sold-carts.ts'

// Browsers write local storage to the disk up to a minute late, and one that was killed starts with what it held before:
// a cart that it has sold since would come back. What is kept here is on the disk before the sale goes on.

const database = 'journey'
const store = 'sales'
/** How long a database that does not answer holds up a sale or a page, in milliseconds. */
const longestWaitMs = 1500
/** How many carts are remembered. */
const mostKept = 20

/** What became of a cart of this browser: its validation was asked for, or it is sold. */
interface DurableSale {
  readonly cartId: string
  readonly atMs: number
  readonly record: CheckoutRecord | null
  readonly ids: readonly string[] | null
}

/** Keeps that the validation of a cart is asked for; a checkout that goes on otherwise takes it back. */
export async function keepLastingCheckout(cartId: string, record: CheckoutRecord): Promise<void> {
  await write((sales) => {
    if (record.isClosing) put(sales, { cartId, atMs: Date.now(), record, ids: null })
    else sales.delete(cartId)
  })
}

/** Forgets that the validation of a cart was asked for: nobody knows what came of it, and the customer begins again. */
export async function forgetLastingCheckout(cartId: string): Promise<void> {
  await write((sales) => sales.delete(cartId))
}

/** Keeps which buybacks a cart has become. */
export async function keepLastingSale(cartId: string, ids: readonly string[]): Promise<void> {
  await write((sales) => put(sales, { cartId, atMs: Date.now(), record: null, ids: [...ids] }))
}

/**
 * Takes over what local storage has lost: a cart that is sold goes, and one whose end was asked for is known to be on its
 * way again. Answers whether anything has changed.
 */
export async function recoverSales(storage: CartStorage): Promise<boolean> {
  const cartId = storedCartId(storage)
  if (cartId === null) return false
  const sale = await within(read(cartId), null)
  // Another tab may have begun a new cart while this was read.
  if (sale === null || storedCartId(storage) !== cartId) return false
  if (sale.ids !== null) {
    keepSold(storage, cartId, sale.ids)
    storage.removeItem(cartKeys.cart)
    storage.removeItem(cartKeys.temporaryCustomerInfo)
    forgetCheckout(storage)
    return true
  }
  if (sale.record === null || findCheckout(storage)?.isClosing === true) return false
  keepCheckout(storage, sale.record)
  return true
}

/** The id of the cart that local storage holds; null for an empty one. */
function storedCartId(storage: CartStorage): string | null {
  try {
    const cart = JSON.parse(storage.getItem(cartKeys.cart) ?? 'null') as Record<string, unknown> | null
    const { cartId, cartBuybacks } = cart ?? {}
    const isFilled = Array.isArray(cartBuybacks) && cartBuybacks.length > 0
    return isFilled && typeof cartId === 'string' && cartId !== '' ? cartId : null
  } catch {
    return null
  }
}

function put(sales: IDBObjectStore, sale: DurableSale): void {
  sales.put(sale)
  // The oldest ones go.
  const all = sales.getAll() as IDBRequest<DurableSale[]>
  all.addEventListener('success', () => {
    const old = all.result.toSorted((a, b) => b.atMs - a.atMs).slice(mostKept)
    for (const { cartId } of old) sales.delete(cartId)
  })
}

/** A browser that refuses the database sells all the same. */
async function write(change: (sales: IDBObjectStore) => void): Promise<void> {
  await within(
    opened().then((base) => {
      const transaction = base.transaction(store, 'readwrite', { durability: 'strict' })
      const done = ended(transaction)
      change(transaction.objectStore(store))
      return done
    }),
    undefined,
  )
}

async function read(cartId: string): Promise<DurableSale | null> {
  const base = await opened()
  const request = base.transaction(store).objectStore(store).get(cartId) as IDBRequest<DurableSale | undefined>
  return (await answered(request)) ?? null
}

// One connection, so that writes happen in the order in which they are asked for.
let connection: Promise<IDBDatabase> | null = null

async function opened(): Promise<IDBDatabase> {
  connection ??= open()
  try {
    return await connection
  } catch (error) {
    connection = null
    throw error
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'cartId' }))
  const base = await answered(request)
  base.addEventListener('close', () => (connection = null))
  return base
}

async function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refuses')))
  })
}

async function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the database refuses')))
  })
}

/** What comes of it, or something else where it fails or takes too long. */
async function within<T, Else>(work: Promise<T>, otherwise: Else): Promise<T | Else> {
  const late = Promise.withResolvers<Else>()
  const timer = setTimeout(() => late.resolve(otherwise), longestWaitMs)
  try {
    return await Promise.race([work, late.promise])
  } catch {
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
