import * as z from 'zod'
import { authenticatedUserAnswer, brandingAnswer, currentOrganizationAnswer } from '#sync/calls/session-answers.ts'
import { languages } from '#domain/kernel/languages.ts'

/**
 * The keys of a session in the browser's local storage (SHELL-57). Values that belong to the device and not to its user
 * (its signals, its camera, its printers) have keys beside their code, and stay after a sign-out.
 */
export const storageKeys = {
  user: 'user',
  organizationDetails: 'organizationDetails',
  enabledPremiumFeatures: 'enabledPremiumFeatures',
  cart: 'cart',
  temporaryCustomerInfo: 'temporaryCustomerInfo',
  productFilters: 'productFilters',
  openIdLogoutAddress: 'openIdLogoutAddress',
} as const

/** Oldest cart of the dashboard that is still shown, in milliseconds. */
export const dashboardCartAgeMs = 86_400_000

const storedUserSchema = authenticatedUserAnswer
  .omit({ grant: true, moreGrants: true, openIdLogoutAddress: true })
  .extend({
    /** The language that the user picked in the panel, or at the door; it wins over the one that the server names. */
    chosenLanguage: z.enum(languages).optional(),
    /** The one picked in the panel that the server has not heard of yet. */
    unsentLanguage: z.enum(languages).optional(),
    /** When the server has named the user last, by the device's clock. */
    namedAtMs: z.number().optional(),
    /** There for a user whom a PIN has let in without a network: nothing is sent before the next sign-in. */
    byPin: z.literal(true).optional(),
  })
/** The user as kept on the device: a marker in `apiToken`, and no secret. */
export type StoredUser = z.output<typeof storedUserSchema>

const organizationDetailsSchema = z.object({
  currentOrganization: currentOrganizationAnswer.nullable(),
  branding: brandingAnswer.nullable(),
})
/** The organisation and the public face of its account, for a start without network. */
export type OrganizationDetails = z.output<typeof organizationDetailsSchema>

const cartBuybackSchema = z.looseObject({
  inCartId: z.string(),
  /** Cents, as are the values of the entries. */
  estimatedPrice: z.int(),
  totalPrice: z.int(),
  impactPriceEntries: z.array(z.object({ label: z.string(), value: z.int() })).default([]),
  declaration: z.looseObject({
    product: z.looseObject({
      label: z.string(),
      brand: z.string().nullable().default(null),
      image: z.string().nullable().default(null),
    }),
  }),
})
/** A product in the cart; what the panel shows of it is checked, the rest is the checkout's. */
export type CartBuyback = z.output<typeof cartBuybackSchema>

const cartSchema = z.looseObject({
  storedAt: z.iso.datetime(),
  cartBuybacks: z.array(cartBuybackSchema),
  /** The buyback of the web that it finalises. */
  preDeclaredBuybackId: z.string().nullish(),
})
export type StoredCart = z.output<typeof cartSchema>

const filtersSchema = z.record(z.string(), z.unknown())

/** The part of `Storage` that is used; a browser that refuses storage is represented by one in memory. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function read<Schema extends z.ZodType>(storage: KeyValues, key: string, schema: Schema): z.output<Schema> | null {
  const text = storage.getItem(key)
  if (text === null) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The last user of this device; null where there is none or the stored shape is not this version's. */
export function readUser(storage: KeyValues): StoredUser | null {
  return read(storage, storageKeys.user, storedUserSchema)
}

/** Whether a session that was kept elsewhere has a user whom this version can read. */
export function holdsUser(values: KeptSession['values']): boolean {
  return (
    readUser({ getItem: (key) => values[key] ?? null, setItem: () => undefined, removeItem: () => undefined }) !== null
  )
}

/** Keeps a user without the other fields of an answer. */
export function writeUser(storage: KeyValues, user: StoredUser): void {
  storage.setItem(storageKeys.user, JSON.stringify(storedUserSchema.parse(user)))
}

/** The organisation's details as last seen. */
export function readOrganizationDetails(storage: KeyValues): OrganizationDetails | null {
  return read(storage, storageKeys.organizationDetails, organizationDetailsSchema)
}

/** Keeps the organisation's details. */
export function writeOrganizationDetails(storage: KeyValues, details: OrganizationDetails): void {
  storage.setItem(storageKeys.organizationDetails, JSON.stringify(details))
}

/** Keeps the premium features. */
export function writePremiumFeatures(storage: KeyValues, features: readonly string[]): void {
  storage.setItem(storageKeys.enabledPremiumFeatures, JSON.stringify(features))
}

/** The cart; throws where there is none (SHELL-58). One that is older than `maxAgeMs` counts as none. */
export function readCart(storage: KeyValues, maxAgeMs: number, now: Date): StoredCart {
  const cart = read(storage, storageKeys.cart, cartSchema)
  const age = cart === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(cart.storedAt)
  if (cart === null || age > maxAgeMs) throw new Error('Missing cart in local storage')
  return cart
}

/** Starts an empty cart (AUTH-07), of which no customer has typed anything. */
export function startCart(storage: KeyValues, now: Date): void {
  storage.removeItem(storageKeys.temporaryCustomerInfo)
  storage.setItem(
    storageKeys.cart,
    JSON.stringify({ storedAt: now.toISOString(), cartBuybacks: [] } satisfies StoredCart),
  )
}

/** Takes a product out of the cart; with the last one goes what the customer has typed. */
export function removeFromCart(storage: KeyValues, inCartId: string, now: Date): void {
  const cart = read(storage, storageKeys.cart, cartSchema)
  const left = cart?.cartBuybacks.filter((buyback) => buyback.inCartId !== inCartId) ?? []
  if (cart !== null && left.length > 0) {
    const next: StoredCart = { ...cart, storedAt: now.toISOString(), cartBuybacks: left }
    return storage.setItem(storageKeys.cart, JSON.stringify(next))
  }
  startCart(storage, now)
}

/** The filters with which the list of products was left; nothing where none are kept. */
export function readProductFilters(storage: KeyValues): Readonly<Record<string, unknown>> {
  return read(storage, storageKeys.productFilters, filtersSchema) ?? {}
}

/** Keeps them, or forgets those before where there are none. */
export function writeProductFilters(storage: KeyValues, filters: Readonly<Record<string, unknown>>): void {
  if (Object.keys(filters).length === 0) return storage.removeItem(storageKeys.productFilters)
  try {
    storage.setItem(storageKeys.productFilters, JSON.stringify(filters))
  } catch {
    // A full storage costs the filters of the next time.
  }
}

/** Where a sign-out of an OpenID session goes on to (AUTH-10). From a page over https only such an address is followed. */
export function readOpenIdLogoutAddress(
  storage: KeyValues,
  isSecure = window.location.protocol === 'https:',
): string | null {
  return read(storage, storageKeys.openIdLogoutAddress, z.url({ protocol: isSecure ? /^https$/ : /^https?$/ }))
}

/** Keeps that address, or forgets the one before where there is none. */
export function writeOpenIdLogoutAddress(storage: KeyValues, address: string | undefined): void {
  if (address === undefined) storage.removeItem(storageKeys.openIdLogoutAddress)
  else storage.setItem(storageKeys.openIdLogoutAddress, JSON.stringify(address))
}

/** Counts what changes the session of this device; it stays when the session is forgotten. */
const sessionNumberKey = 'sessionTurn'

/** The session's keys that a start needs; the cart is none of them. */
const keptKeys = ['user', 'organizationDetails', 'enabledPremiumFeatures', 'openIdLogoutAddress'] as const

/** A session as kept in a storage that a killed browser cannot take back. */
export interface KeptSession {
  /** Which change of the session it is of. */
  readonly turn: number
  /** Stored texts by their keys; none where nobody is signed in. */
  readonly values: Readonly<Record<string, string>>
}

/** The number of the session's last change. */
export function sessionNumber(storage: KeyValues): number {
  const turn = Number(storage.getItem(sessionNumberKey))
  return Number.isSafeInteger(turn) ? turn : 0
}

/** Counts a change of the session. */
export function countSession(storage: KeyValues): void {
  countSessionBeyond(storage, 0)
}

/** Counts a change of the session as later than one that was kept elsewhere. */
export function countSessionBeyond(storage: KeyValues, turn: number): void {
  storage.setItem(sessionNumberKey, String(Math.max(sessionNumber(storage), turn) + 1))
}

/** The session as it lies in local storage. */
export function readSession(storage: KeyValues): KeptSession {
  const values = keptKeys.flatMap((key) => {
    const text = storage.getItem(storageKeys[key])
    return text === null ? [] : [[storageKeys[key], text] as const]
  })
  return { turn: sessionNumber(storage), values: Object.fromEntries(values) }
}

/**
 * Takes over the session that was kept elsewhere, where local storage is of an earlier turn: browsers write it to the
 * disk up to a minute late, and one that was killed starts with what it held before. The cart stays with its user.
 */
export function restoreSession(storage: KeyValues, kept: KeptSession): void {
  if (kept.turn <= sessionNumber(storage)) return
  const before = readUser(storage)
  const cart = storage.getItem(storageKeys.cart)
  const typed = storage.getItem(storageKeys.temporaryCustomerInfo)
  clearSession(storage)
  for (const [key, text] of Object.entries(kept.values)) storage.setItem(key, text)
  storage.setItem(sessionNumberKey, String(kept.turn))
  const now = readUser(storage)
  if (before === null || before.id !== now?.id || before.module !== now.module) return
  if (cart !== null) storage.setItem(storageKeys.cart, cart)
  if (typed !== null) storage.setItem(storageKeys.temporaryCustomerInfo, typed)
}

/** What names the stored cart among sales: its id, and the items of the web that it finalises. Null for an empty one. */
export function storedCartIds(storage: KeyValues): { readonly cartId: string; readonly itemIds: string[] } | null {
  const cart = read(storage, storageKeys.cart, cartSchema)
  if (cart === null || cart.cartBuybacks.length === 0) return null
  const isFinalizing = cart.preDeclaredBuybackId != null
  return {
    cartId: typeof cart['cartId'] === 'string' ? cart['cartId'] : '',
    itemIds: isFinalizing ? cart.cartBuybacks.map(({ inCartId }) => inCartId) : [],
  }
}

/** Forgets user, branding and everything of the cart (AUTH-09). */
export function clearSession(storage: KeyValues): void {
  for (const key of Object.values(storageKeys)) storage.removeItem(key)
}

/** Local storage, or a memory of this page's life where the browser refuses it. */
export function openStorage(): KeyValues {
  try {
    window.localStorage.getItem(storageKeys.user)
    return window.localStorage
  } catch {
    const values = new Map<string, string>()
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    }
  }
}
