import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Cart } from '#domain/cart/cart.ts'
import { catalogOf, drawCounter, phoneLine, storedCart } from '#tests/support/counter-screen.tsx'
import { predeclaredCart, predeclaredServer } from '#tests/support/predeclared-counter.ts'
import { CounterCustomerPage } from './counter-customer-page.tsx'
import { useCustomerDraft } from './customer-draft.ts'
import { CounterSummaryPage } from './counter-summary-page.tsx'

const said = {
  customer: {
    clientLastname: 'Martin',
    clientFirstname: 'Claire',
    clientEmail: 'claire.martin@example.fr',
    clientPhone: '06 12 34 56 78',
    clientStreet: '12 rue des Lilas',
    clientZipCode: '69003',
    clientCity: 'Lyon',
    clientCountry: 'FR',
  },
}

/** A summary whose customer has said everything that a payment by voucher asks for. */
function Known({ bank = false }: { readonly bank?: boolean }) {
  const { change } = useCustomerDraft('cart')
  const know = useEffectEvent(() => change({ ...said, checkedFor: { identification: false, bank } }))
  useEffect(() => know(), [])
  return <CounterSummaryPage />
}

const sale = (cart: Cart, Summary: () => ReactNode) =>
  drawCounter({ '/cart/summary': () => <Summary />, '/cart/customer-infos': () => <CounterCustomerPage /> }, { cart })

const field = (name: string) =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (found === null) throw new Error(`no field ${name} yet`)
    return found
  })

function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const box = (at: number) => {
  const found = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')][at]
  if (found === undefined) throw new Error('no box')
  return found
}

/** Turns the tablet and signs by name; the sale is one press away. */
async function sign(button: (name: string) => Promise<HTMLElement>): Promise<void> {
  ;(await button('Turn to the customer')).click()
  await vi.waitFor(() => expect(document.querySelector('input[value="typed"]')).not.toBeNull())
  document.querySelector<HTMLInputElement>('input[value="typed"]')?.click()
  const name = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('fieldset input[type="text"], fieldset input:not([type])')
    if (found === null) throw new Error('no name yet')
    return found
  })
  type(name, 'Claire Martin')
  for (const at of [0, 1]) box(at).click()
}

it('a customer who was checked for a voucher is asked for the bank once a transfer pays', async () => {
  const { button, path } = await sale(storedCart(phoneLine('one', 'bank_transfer')), () => <Known />)
  ;(await button('Enter the details')).click()
  await field('iban')
  expect(path()).toBe('/cart/customer-infos')
})

it('details that fail the check before the sealing lead back to their form, which says why', async () => {
  const { button, path, sell } = await sale(storedCart(phoneLine('one', 'bank_transfer')), () => <Known bank />)
  await sign(button)
  const main = await button('Sign and sell')
  await vi.waitFor(() => expect(main.hasAttribute('disabled')).toBe(false))
  main.click()
  const iban = await field('iban')
  expect(path()).toBe('/cart/customer-infos')
  expect(iban.getAttribute('aria-invalid')).toBe('true')
  expect(sell).not.toHaveBeenCalled()
})

it('a sale that is refused for a reason without words tells the seller to inform the account’s administrator (PUB-36)', async () => {
  const { button, sell, place, path } = await sale(storedCart(phoneLine('one')), () => <Known />)
  sell.mockResolvedValueOnce({ ok: false, code: 'SOMETHING_NEW', field: null })
  await sign(button)
  const main = await button('Sign and sell')
  await vi.waitFor(() => expect(main.hasAttribute('disabled')).toBe(false))
  main.click()
  const alert = await vi.waitUntil(() => place.querySelector('[role="alert"]'))
  expect(alert.textContent).toContain('The buyback was not registered')
  expect(alert.textContent).toContain('tell the account’s administrator')
  expect(alert.textContent).not.toContain('SOMETHING_NEW')
  expect(path()).toBe('/cart/summary')
})

it('the last product leaves the summary after a question, and the emptied cart leads home (CART-09, CART-10)', async () => {
  const cart = { ...storedCart(phoneLine('one'), phoneLine('two')), preDeclaredBuybackId: null }
  const { button, path, place, storage } = await drawCounter(
    { '/cart/summary': () => <CounterSummaryPage />, '/home': () => null },
    { cart },
  )
  const kept = () => JSON.parse(storage.getItem('cart') ?? '') as Cart
  const remove = async (): Promise<void> => {
    const buttons = await vi.waitUntil(() => {
      const found = place.querySelectorAll<HTMLElement>('button[aria-label^="Remove"]')
      return found.length === kept().cartBuybacks.length ? found : null
    })
    buttons[0]!.click()
    await vi.waitFor(() => expect(document.body.textContent).toContain('Remove this product?'))
  }
  await remove()
  ;(await button('Cancel')).click()
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('Remove this product?'))
  expect(kept().cartBuybacks).toHaveLength(2)
  await remove()
  ;(await button('Remove')).click()
  await vi.waitFor(() => expect(kept().cartBuybacks).toMatchObject([{ inCartId: 'two' }]))
  expect(path()).toBe('/cart/summary')
  storage.setItem('temporaryCustomerInfo', '{}')
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('Remove this product?'))
  await remove()
  ;(await button('Remove')).click()
  await vi.waitFor(() => expect(path()).toBe('/home'))
  expect(kept().cartBuybacks).toEqual([])
  expect(kept().cartId).not.toBe('cart')
  expect(storage.getItem('temporaryCustomerInfo')).toBeNull()
})

it('a catalog that is loaded while the customer signs takes nothing from the hand-over, which sells by its own', async () => {
  const { button, load, sell, place } = await sale(storedCart(phoneLine('one')), () => <Known />)
  await sign(button)
  const main = await button('Sign and sell')
  await vi.waitFor(() => expect(main.hasAttribute('disabled')).toBe(false))
  load(catalogOf('2', { priceCents: 5_000 }))
  await new Promise((done) => setTimeout(done, 300))
  expect(main.isConnected).toBe(true)
  expect(place.textContent).toContain('€100.00')
  main.click()
  await vi.waitFor(() => expect(sell).toHaveBeenCalledOnce())
  expect(sell.mock.calls[0]?.[0]).toMatchObject({ version: '1', lines: [{ prices: { totalPriceCents: 10_000 } }] })
})

it('a catalog that is loaded while a customer is typed in leaves the form and its focus, and adds what it asks', async () => {
  const { load } = await drawCounter(
    { '/cart/customer-infos': () => <CounterCustomerPage /> },
    { cart: storedCart(phoneLine('one')) },
  )
  const name = await field('clientLastname')
  name.focus()
  load(catalogOf('2', { identityRequired: true }))
  await field('clientNationalIdentification')
  expect(name.isConnected && document.activeElement === name).toBe(true)
})

it('a summary that nobody signs yet takes over what a loaded catalog says, and the details that it asks for besides', async () => {
  const { button, load, place } = await sale(storedCart(phoneLine('one')), () => <Known />)
  const main = await button('Turn to the customer')
  load(catalogOf('2', { priceCents: 5_000, identityRequired: true }))
  await vi.waitFor(() => expect(place.textContent).toContain('Price updated: €50.00 instead of €100.00'))
  expect(main.isConnected).toBe(true)
  expect(main.textContent).toBe('Enter the details')
})

it('a cart that another tab has sold leaves the hand-over, and is not sold again', async () => {
  const { button, sell, storage, place } = await sale(storedCart(phoneLine('one')), () => <Known />)
  await sign(button)
  const main = await button('Sign and sell')
  await vi.waitFor(() => expect(main.hasAttribute('disabled')).toBe(false))
  storage.setItem('cart', JSON.stringify({ ...storedCart(), cartId: 'next' }))
  main.click()
  await vi.waitFor(() => expect(place.textContent).toContain('The cart is empty'))
  expect(sell).not.toHaveBeenCalled()
})

it('a customer of the web who is asked again starts with the language that the web was told', async () => {
  await drawCounter(
    { '/cart/customer-infos': () => <CounterCustomerPage /> },
    { cart: predeclaredCart(), http: predeclaredServer({ customer: { language: 'nl-BE' } }) },
  )
  await vi.waitFor(() => box(0).click())
  await field('clientLastname')
  await vi.waitFor(() => expect(document.querySelector('input[value="Nederlands"]')).not.toBeNull())
})

it('a cart below the least value asks nothing of its customer, and says what it lacks (CART-13)', async () => {
  const { path, place } = await drawCounter(
    { '/cart/customer-infos': () => <CounterCustomerPage />, '/cart/summary': () => <CounterSummaryPage /> },
    { cart: storedCart(phoneLine('one')), catalog: catalogOf('1', { cartMinCents: 20_000 }) },
  )
  await vi.waitFor(() => expect(path()).toBe('/cart/summary'))
  await vi.waitFor(() => expect(place.textContent).toContain('€100.00 are missing to reach the minimum of €200.00'))
})

it.each([
  ['is finalised or cancelled', { found: 'refused' }, 'This file is no longer waiting'],
  ['is of another store, without a network', { found: 'offline' }, 'This buyback is not on this device'],
  ['goes by a circuit that is gone', { found: { circuitId: 'gone' } }, 'This device cannot finalise this file'],
  ['is of a product that is gone', { found: { productId: 'gone' } }, 'The promised price no longer holds'],
] as const)('the summary of a file of the web that %s says this very reason', async (_name, server, title) => {
  const { place } = await drawCounter(
    { '/cart/summary': () => <CounterSummaryPage /> },
    { cart: predeclaredCart(), http: predeclaredServer(server), catalog: catalogOf('1', { cartMinCents: 20_000 }) },
  )
  await vi.waitFor(() => expect(place.querySelector('[role="alert"]')).not.toBeNull())
  expect([...place.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(title),
  ])
})

it('the document’s date is typed as the app writes it, and the sale goes on with it', async () => {
  const catalog = catalogOf('1', { identityRequired: true })
  const drafts: ReturnType<typeof useCustomerDraft>['draft'][] = []
  const Customer = () => {
    const { draft, change } = useCustomerDraft('cart')
    const know = useEffectEvent(() =>
      change({
        ...said,
        identification: {
          clientNationalIdentificationType: 'passport',
          clientNationalIdentification: '12AB34567',
          clientNationalIdentificationAutorityDelivery: 'Lyon',
        },
      }),
    )
    useEffect(() => know(), [])
    useEffect(() => void drafts.push(draft), [draft])
    return <CounterCustomerPage />
  }
  const { button, path } = await drawCounter(
    { '/cart/customer-infos': () => <Customer />, '/cart/summary': () => null },
    { cart: storedCart(phoneLine('one')), catalog },
  )
  const day = await field('clientNationalIdentificationDeliveryDate')
  await userEvent.fill(day, '02/03/2020')
  ;(await button('Continue to the summary')).click()
  await vi.waitFor(() => expect(path()).toBe('/cart/summary'))
  expect(drafts.at(-1)?.identification.clientNationalIdentificationDeliveryDate).toBe('2020-03-02')
})

it.each(['gift_card', 'no_iban_transfer', 'voucher'] as const)(
  'the customer is told before the signature how a sale by %s is paid',
  async (type) => {
    const { button, place, texts, path } = await sale(storedCart(phoneLine('one', type)), () => <Known />)
    // No account is asked for: the details are enough to turn the tablet.
    ;(await button('Turn to the customer')).click()
    const words = `${type} · ${texts.t(($) => $.hand.payment[type], { ns: 'counter' })}`
    await vi.waitFor(() => expect(place.querySelector('[data-scan-ready] li')?.textContent).toContain(words))
    expect(path()).toBe('/cart/summary')
    expect(place.querySelector('[data-scan-ready] li')?.textContent).toContain('Working product')
  },
)
