import { expect, it, vi } from 'vitest'
import { findProgress, keepProgress } from '#web/buyback/progress-storage.ts'
import { progressOf } from '#web/buyback/wizard.ts'
import { saleFacts } from '../catalog/sale-facts.ts'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { predeclaredCart, predeclaredId } from '#tests/support/predeclared-counter.ts'
import { catalogOf, drawCounter, phoneLine, storedCart } from '#tests/support/counter-screen.tsx'
import { OfferStep } from './offer-step.tsx'
import type { Diag } from './use-diag.ts'

const progress = progressOf(phoneLine('one'))

/** The offer of the phone; with the id of a buyback, of one that the web has predeclared. */
async function drawOffer({
  cart,
  buybackId = null,
  features,
}: { readonly cart?: Cart; readonly buybackId?: string | null; readonly features?: readonly PremiumFeature[] } = {}) {
  const catalog = catalogOf('1', features && { features: [...features] })
  const product = await catalog.product('x')
  if (product === null) throw new Error('no phone')
  const diag = {
    facts: saleFacts(catalog, product),
    progress,
    predeclared: buybackId === null ? null : { itemId: predeclaredId },
    line: null,
    screens: ['offer'],
  } as unknown as Diag
  return drawCounter(
    {
      '/diag': () => <OfferStep diag={diag} catalog={catalog} buybackId={buybackId} />,
      '/cart/customer-infos': () => null,
    },
    { catalog, ...(cart && { cart }) },
  )
}

/** Adds the phone to the cart from its offer; answers the payment that its questions know afterwards. */
async function addPhone(isFull: boolean): Promise<string | null> {
  const { storage, button, path } = await drawOffer()
  keepProgress(storage, progress, new Date(), 'public')
  const { setItem } = storage
  vi.spyOn(storage, 'setItem').mockImplementation((key, value) => {
    if (isFull && key === 'cart') throw new DOMException('full', 'QuotaExceededError')
    setItem(key, value)
  })
  ;(await button('Add and go on')).click()
  await vi.waitFor(() => expect(path()).toBe('/cart/customer-infos'))
  return findProgress(storage, 'x', new Date(), 'public').paymentModeId
}

it('what was answered is forgotten once the cart is kept, and not before', async () => {
  expect(await addPhone(false)).toBeNull()
  expect(await addPhone(true)).toBe('voucher')
})

it.each([
  ['by its item', 'buyback', predeclaredId],
  ['by its buyback', predeclaredId, 'buyback'],
])(
  'a file of the web that lies in the cart is no other buyback where it is opened again %s',
  async (_by, held, opened) => {
    const cart = { ...predeclaredCart(), preDeclaredBuybackId: held }
    const { button, path, storage } = await drawOffer({ cart, buybackId: opened })
    ;(await button('Add and go on')).click()
    await vi.waitFor(() => expect(path()).toBe('/cart/customer-infos'))
    // The cart is the same, and with it what the customer has said; the id of the buyback is not forgotten.
    expect(JSON.parse(storage.getItem('cart') ?? '')).toMatchObject({
      cartId: 'cart',
      preDeclaredBuybackId: 'buyback',
      cartBuybacks: [{ inCartId: predeclaredId }],
    })
  },
)

it('another file of the web waits until the cart is empty', async () => {
  const cart = { ...predeclaredCart(), cartBuybacks: [phoneLine('other')] }
  const { place } = await drawOffer({ cart, buybackId: predeclaredId })
  await vi.waitFor(() => expect(place.textContent).toContain('Another buyback is in the cart'))
  expect(place.textContent).not.toContain('Add and go on')
})

it('over a file of the web, another product hears why it waits, and of no maximum that is not reached', async () => {
  const { place } = await drawOffer({ cart: predeclaredCart() })
  await vi.waitFor(() =>
    expect(place.textContent).toContain('The cart holds a web file, which is finalised on its own'),
  )
  expect(place.textContent).not.toContain('200')
})

it.each([
  ['one product', [], 1, 'The cart already holds one product, the maximum'],
  ['several', ['multi_product_cart'], 200, 'The cart already holds 200 products, the maximum'],
] as const)(
  'a full cart of an account that takes %s says so, and takes nothing more (CART-07)',
  async (_name, features, most, words) => {
    const lines = Array.from({ length: most }, (_, at) => phoneLine(`line-${at}`))
    const { place, storage, button } = await drawOffer({ cart: storedCart(...lines), features })
    await button('See the cart')
    expect(place.textContent).toContain(words)
    expect(place.textContent).not.toContain('Add and go on')
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    expect((JSON.parse(storage.getItem('cart') ?? '') as Cart).cartBuybacks).toHaveLength(most)
  },
)
