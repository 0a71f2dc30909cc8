import { useRouterState } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { Cart, CartBuyback } from '#domain/cart/cart.ts'
import type { CounterCircuit, CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'
import type { CapturedSale, Counter, CounterCatalog } from '#web/local/counter/counter.ts'
import { openCatalog, type CatalogRow, type CatalogStore } from '#web/local/counter/catalog-store.ts'
import type { Http } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { KeyValues, StoredUser } from '#web/lib/local-storage.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { ScanListener, ScannerHub } from '#web/scan/scanner-hub.ts'
import { cartLine } from './cart-line.ts'
import { drawScreen, overPages } from './staff-screen.tsx'

const paymentTypes = ['voucher', 'bank_transfer', 'gift_card', 'no_iban_transfer'] as const

const circuit = {
  id: 'c',
  ruleId: 'r',
  type: 'store_drop',
  name: 'Store',
  description: null,
  terms: null,
  highlightedInstruction: null,
  traceabilityEnabled: false,
  countries: [],
  instructions: [],
  modifier: null,
  shippingMethods: [
    {
      id: 's',
      channel: 'store',
      type: 'store_drop',
      description: null,
      modifier: null,
      paymentMethods: [...paymentTypes],
      availableCountries: [],
    },
  ],
  paymentModes: paymentTypes.map((type) => ({
    id: type,
    type,
    label: type,
    description: null,
    longDescription: null,
    modifier: null,
    iban: type === 'bank_transfer',
  })),
} as CounterCircuit

const phone: CounterProduct = {
  id: 'x',
  label: 'iPhone 13',
  brand: 'Apple',
  model: null,
  reference: null,
  gtin: '3700000000017',
  tacs: [],
  categoryId: 'k',
  image: null,
  simple: true,
  zeroNotAllowed: false,
  imeiCollect: false,
  prices: { functional: 10_000 },
}

/** A version of a catalog with one phone, worth 100 euros where nothing else is said. */
export function catalogOf(
  version: string,
  { priceCents = 10_000, ...settings }: { readonly priceCents?: number } & Partial<CounterRules['settings']> = {},
): CounterCatalog {
  const rules: CounterRules = {
    settings: {
      features: ['multi_product_cart'],
      identityRequired: false,
      cartMinCents: 0,
      currency: 'EUR',
      language: 'en-GB',
      timeZone: 'Europe/Paris',
      ...settings,
    },
    categories: [
      {
        id: 'k',
        name: 'Smartphones',
        parentId: null,
        path: ['k'],
        questionnaireId: null,
        absorption: null,
        highlightedInstruction: null,
        circuitIds: ['c'],
      },
    ],
    circuits: [circuit],
    questionnaires: [],
  }
  const product = { ...phone, prices: { functional: priceCents } }
  const store = { part: () => Promise.resolve([product]) } as unknown as CatalogStore
  const row = { version, rules, productCount: 1, parts: Array.from({ length: 64 }, () => 'p'), confirmedAtMs: 0 }
  return openCatalog(store, row as unknown as CatalogRow)
}

/** The seller of the counter. */
export const seller = {
  id: 'seller',
  module: 'root',
  userType: 'store_seller',
  viewedAccountId: 'account',
  viewedAccount: { currency: 'EUR', timeZone: 'Europe/Paris', companyCountry: 'FR' },
  currentOrganization: { id: 'store', type: 'store', commonName: 'Lyon', account: { name: 'Maison Essai' } },
  frontPermissions: { root: [] },
  enabledPremiumFeatures: [],
} as unknown as StoredUser

/** The phone in a cart, paid by voucher where nothing else is said. */
export function phoneLine(inCartId: string, paymentMode = 'voucher'): CartBuyback {
  const { declaration } = cartLine()
  return cartLine({
    inCartId,
    transportMode: { id: 'c', type: 'store_drop', label: 'Store' },
    shippingMethod: { id: 's', type: 'store_drop', label: 'Store' },
    paymentMode: { id: paymentMode, type: paymentMode, label: paymentMode },
    impactPriceEntries: [],
    declaration: { ...declaration, id: null, responses: [] },
  })
}

/** A cart as the browser keeps it. */
export function storedCart(...cartBuybacks: readonly CartBuyback[]): Cart {
  return {
    cartId: 'cart',
    storedAt: new Date().toISOString(),
    cartBuybacks,
    customerInfo: {},
    customerIdentification: {},
    maxNbOfItems: 1,
    minimumCartValue: 0,
    preDeclaredBuybackId: null,
  }
}

// The same objects at each read, because another object would be drawn again.
const config = { stocks: [] }
const status = { online: true, signedOut: [] }
const offline = { online: false, signedOut: [] }

/** Pages of a counter on a device with this cart, which has read its configuration; `load` gives it another catalog. */
export async function drawCounter(
  pages: Readonly<Record<string, () => ReactNode>>,
  {
    cart,
    catalog = catalogOf('1'),
    http,
    sales = [],
    user = seller,
    isOnline = true,
  }: {
    readonly cart?: Cart
    readonly sales?: readonly CapturedSale[]
    readonly catalog?: CounterCatalog
    readonly http?: Http
    readonly user?: StoredUser
    readonly isOnline?: boolean
  } = {},
) {
  let newest = catalog
  const followers = new Set<() => void>()
  const listeners = new Set<() => ScanListener>()
  const sell = vi.fn<Counter['sell']>(() => Promise.resolve({ ok: false, code: 'ANY', field: null }))
  const counter = {
    open: () => Promise.resolve(newest),
    readiness: () => Promise.resolve({ isReady: true, code: null, numbersLeft: 100 }),
    subscribe: (listener: () => void) => {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    sales: (sinceMs: number) => Promise.resolve(sales.filter(({ capturedAtMs }) => capturedAtMs >= sinceMs)),
    sell,
  }
  const engine = {
    counter,
    subscribe: () => () => undefined,
    author: () => null,
    config: () => config,
    status: () => (isOnline ? status : offline),
    view: () => Promise.resolve([]),
  }
  const hub = {
    register: (listener: () => ScanListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listensNow: () => undefined,
  } as unknown as ScannerHub
  const stores: KeyValues[] = []
  const At = () => {
    const { storage } = usePlatform()
    useEffect(() => void stores.push(storage), [storage])
    return pages[useRouterState({ select: ({ location }) => location.pathname })]?.() ?? null
  }
  const [first = '/', ...others] = Object.keys(pages)
  const { screen, path } = overPages(At, [first, ...others, '/elsewhere'])
  const drawn = await drawScreen(<ScannerContext value={hub}>{screen}</ScannerContext>, {
    language: 'en-GB',
    texts: ['counter', 'journey', 'customer', 'shell', 'scan'],
    stored: cart === undefined ? {} : { cart: JSON.stringify(cart) },
    user,
    engine,
    ...(http !== undefined && { http }),
  })
  return {
    ...drawn,
    path,
    storage: await vi.waitFor(() => {
      const [storage] = stores
      if (storage === undefined) throw new Error('nothing is drawn yet')
      return storage
    }),
    sell,
    load(next: CounterCatalog): void {
      newest = next
      for (const follower of followers) follower()
    },
    /** Hands a code to the topmost listener of the scanner. */
    scan(code: string): void {
      const listener = [...listeners].at(-1)?.()
      listener?.onScan({ resolution: { command: null, code } } as unknown as Parameters<ScanListener['onScan']>[0])
    },
    button: (name: string) =>
      vi.waitFor(() => {
        const found = [...document.querySelectorAll<HTMLElement>('button, a')].find((one) => one.textContent === name)
        if (found === undefined) throw new Error(`no button ${name} yet`)
        return found
      }),
  }
}
