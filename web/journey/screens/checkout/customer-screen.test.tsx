import { useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cartLine } from '#tests/support/cart-line.ts'
import {
  checkoutWaitMs,
  clearCheckout,
  drawCheckout,
  failFirst,
  filledCart,
  filledIban,
} from '#tests/support/checkout-screen.tsx'
import type { Cart } from '#domain/cart/cart.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { confirmLines, findCheckout } from '#web/buyback/checkout-record.ts'
import { useCart, type CartHold } from '../../kit/cart.tsx'
import { createSellerMemory, type SellerMemory } from '../../kit/seller-memory.ts'
import { CustomerScreen } from './customer-screen.tsx'
import { readFaults } from './given-faults.ts'
import { fieldGroups, type SellerNeeds } from './seller-form.ts'
import { loadSellerTools } from './seller-tools.ts'
import { useSeller, type Seller } from './use-seller.ts'

const cart = filledCart
const iban = filledIban
const asked = { identification: false, bank: true }
const required = (field: string): FieldFault => ({ field, error: 'required' })

const waitMs = checkoutWaitMs

let memory: SellerMemory
/** The server refuses the sale. */
function giveFaults(faults: readonly FieldFault[], of: Cart, needs: SellerNeeds): void {
  const { demanded } = memory.of(of.cartId)
  memory.keep(of.cartId, readFaults(faults, { cart: of, needs, demanded }))
}
// The numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
beforeEach(() => {
  keepCart(localStorage, cart)
  memory = createSellerMemory()
  memory.keep(cart.cartId, { secrets: { iban } })
})
afterEach(clearCheckout)

type Seen = Seller & { readonly hold: CartHold }

function Page({ onSeller }: { readonly onSeller: (seen: Seen) => void }) {
  const hold = useCart()
  const seller = useSeller()
  useEffect(() => onSeller({ ...seller, hold }))
  return hold.isRead && hold.cart.cartBuybacks.length > 0 ? <CustomerScreen /> : null
}

/**
 * The form as a customer meets it whose cart was refused, on a site that was loaded when no document was asked for.
 * The checks are asked for by the page that watches the seller, and by the form: `failing` is how many loads fail.
 */
async function show({
  failing = 0,
  language,
  site,
}: { readonly failing?: number; readonly language?: Language; readonly site?: object } = {}) {
  const seen: Seen[] = []
  const component = () => <Page onSeller={(seller) => void seen.push(seller)} />
  const { place, path } = await drawCheckout(component, {
    memory,
    path: '/cart/customer-informations',
    loadTools: failFirst(failing),
    ...(language !== undefined && { language }),
    ...(site !== undefined && { site }),
  })
  await vi.waitFor(() => expect(place.querySelector('form')).not.toBeNull(), waitMs)
  return {
    place,
    path,
    sees: () => seen.at(-1)!,
    /** Presses what leads on; while a press before is still being checked, there is nothing to press. */
    next: async () => {
      const button = place.querySelector<HTMLButtonElement>('button[type=submit]')!
      await vi.waitFor(() => expect(button.disabled).toBe(false), waitMs)
      button.click()
    },
    type: (name: string, value: string) => {
      const field = document.getElementById(name) as HTMLInputElement | HTMLSelectElement
      const proto = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
      Object.getOwnPropertyDescriptor(proto, 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    },
  }
}

it('lets a customer go on whom the server has refused for a field that no form shows', async () => {
  giveFaults([required('clientShoeSize')], cart, asked)
  const { place, path, next } = await show()
  await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>('#clientCity')?.value).toBe('Lille'), waitMs)
  const alert = place.querySelector('[role=alert]')
  expect(alert?.querySelector('h2')?.textContent).toBe('Something else is asked for')
  expect(alert?.querySelectorAll('li')).toHaveLength(0)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
})

it('names the products that exclude each other, and leads to where one of them is changed', async () => {
  const apart = [
    cartLine({ inCartId: 'a', countries: ['FR'] }),
    cartLine({ inCartId: 'b', countries: ['BE', 'LU'] }),
    cartLine({ inCartId: 'c' }),
  ]
  keepCart(localStorage, { ...cart, cartBuybacks: apart })
  const { place, path } = await show({ language: 'en-GB' })
  const alert = place.querySelector('[role=alert]')!
  expect(alert.querySelector('h2')?.textContent).toBe('These products cannot be sold together')
  expect([...alert.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'Apple iPhone 13: from France only',
    'Apple iPhone 13: from Belgium or Luxembourg only',
  ])
  alert.querySelector('a')!.click()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
})

it('says what is missing although the checks did not come at first', async () => {
  const { place, path, next } = await show({ failing: 2 })
  await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>('#clientCity')?.value).toBe('Lille'), waitMs)
  expect(place.querySelectorAll('#clientCountry option')).toHaveLength(1)
  const terms = place.querySelector<HTMLInputElement>('#termsAccepted')!
  terms.click()
  await vi.waitFor(() => expect(terms.checked).toBe(false), waitMs)
  await next()
  await vi.waitFor(() => expect(place.querySelectorAll('[role=alert] li button')).toHaveLength(1), waitMs)
  await vi.waitFor(() => expect(document.activeElement).toBe(place.querySelector('[role=alert]')), waitMs)
  expect(place.querySelectorAll('#clientCountry option').length).toBeGreaterThan(100)
  expect(path()).toBe('/cart/customer-informations')
})

it('says that the checks do not come, and loads them once the network is back', async () => {
  const { place, path, next } = await show({ failing: 3 })
  await next()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('Reload the page'), waitMs)
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).toBeNull(), waitMs)
  expect(place.querySelectorAll('#clientCountry option').length).toBeGreaterThan(100)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
})

it('forgets what was typed with the last product of the cart', async () => {
  const { type, sees } = await show()
  await vi.waitFor(() => expect(document.querySelector('#clientCity')).not.toBeNull(), waitMs)
  type('clientCity', 'Lens')
  await vi.waitFor(() => expect(localStorage.getItem('temporaryCustomerInfo')).toContain('Lens'), waitMs)
  sees().hold.remove(cart.cartBuybacks[0]!.inCartId)
  await vi.waitFor(() => expect(document.querySelector('form')).toBeNull(), waitMs)
  expect(localStorage.getItem('temporaryCustomerInfo')).toBeNull()
  expect(localStorage.getItem('cart')).not.toMatch(/Lens|Lilas/)
  expect(memory.of(sees().hold.cart.cartId).secrets).toEqual({})
})

it('withdraws what was confirmed once the money is to go elsewhere', async () => {
  confirmLines(localStorage, cart.cartId, ['one'])
  const { place, type } = await show()
  await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>('#iban')?.value).toBe(iban), waitMs)
  type('iban', 'BE68539007547034')
  await vi.waitFor(() => expect(findCheckout(localStorage)?.confirmed).toEqual([]), waitMs)
})

it('keeps a street that is too long whole, and says how long it may be', async () => {
  const { place, path, next } = await show()
  const street = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('#clientStreet'), waitMs)
  street.select()
  document.execCommand('insertText', false, 'x'.repeat(126))
  expect(street.value).toHaveLength(126)
  await next()
  await vi.waitFor(() => expect(place.querySelector('#clientStreet-fault')?.textContent).toContain('125'), waitMs)
  expect(path()).toBe('/cart/customer-informations')
})

it('holds a customer back until what the server found wrong is changed', async () => {
  giveFaults([{ field: 'clientCity', error: 'letterMissing' }], cart, asked)
  const { place, path, next, type } = await show()
  await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>('#clientCity')?.value).toBe('Lille'), waitMs)
  await next()
  await vi.waitFor(() => expect(place.querySelectorAll('[role=alert] li button')).toHaveLength(1), waitMs)
  expect(path()).toBe('/cart/customer-informations')
  type('clientCity', 'Lens')
  await vi.waitFor(() => expect(place.querySelectorAll('[role=alert] li button')).toHaveLength(0), waitMs)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
})

it('takes what was filled in before for what the server lacked', async () => {
  const paid = { ...cart, cartBuybacks: [cartLine({ paymentMode: { id: 'v', type: 'voucher', label: 'v' } })] }
  keepCart(localStorage, paid)
  giveFaults([required('iban'), required('accountHolder')], paid, { identification: false, bank: false })
  const { place, path, next } = await show()
  await vi.waitFor(() => expect(place.querySelector<HTMLInputElement>('#iban')?.value).toBe(iban), waitMs)
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).toBeNull(), waitMs)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
})

it('opens what the server demands since the page was loaded, and goes on with it filled in', async () => {
  giveFaults(fieldGroups.identification.map(required), cart, asked)
  const { place, path, next, type, sees } = await show()
  await vi.waitFor(() => expect(place.querySelectorAll('[role=alert] li button')).toHaveLength(4), waitMs)
  await vi.waitFor(() => expect(document.activeElement).toBe(place.querySelector('[role=alert]')), waitMs)
  place.querySelector<HTMLButtonElement>('[role=alert] li button')!.click()
  expect(document.activeElement?.id).toBe('clientNationalIdentificationType')
  type('clientNationalIdentificationType', 'passport')
  type('clientNationalIdentification', 'X4RTBPFW4')
  type('clientNationalIdentificationDeliveryDate', '2022-05-04')
  await next()
  await vi.waitFor(() => expect(place.querySelectorAll('[role=alert] li button')).toHaveLength(1), waitMs)
  expect(path()).toBe('/cart/customer-informations')
  type('clientNationalIdentificationAutorityDelivery', 'Préfecture du Nord')
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).toBeNull(), waitMs)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
  const { typed, tools, check } = sees()
  expect(check(typed, tools!)).toMatchObject({
    ok: true,
    value: { identification: { clientNationalIdentification: 'X4RTBPFW4' }, bank: { iban } },
  })
})

it.each([
  ['fr-FR', '04/05/2022', '03/05/2022', 'Cette date n’existe pas.'],
  ['de-DE', '04.05.2022', '03.05.2022', 'Dieses Datum gibt es nicht.'],
] as const)(
  'in %s the document’s date is typed or picked as the page writes it',
  async (language, typed, picked, word) => {
    giveFaults(fieldGroups.identification.map(required), cart, asked)
    const { place, type, sees } = await show({ language })
    const name = 'clientNationalIdentificationDeliveryDate'
    const day = await vi.waitUntil(() => place.querySelector<HTMLInputElement>(`#${name}`), waitMs)
    await userEvent.fill(day, typed)
    await vi.waitFor(() => expect(sees().typed[name]).toBe('2022-05-04'), waitMs)
    await userEvent.tab()
    expect(day.value).toBe(typed)
    const calendar = place.querySelector<HTMLInputElement>('input[type="date"]')!
    expect(calendar.value).toBe('2022-05-04')
    calendar.id = 'calendar'
    type('calendar', '2022-05-03')
    await vi.waitFor(() => expect(day.value).toBe(picked), waitMs)
    await userEvent.fill(day, '31/02/2022')
    await userEvent.tab()
    await vi.waitFor(() => expect(place.querySelector(`#${name}-fault`)?.textContent).toBe(word), waitMs)
  },
)

it('proposes a Latin spelling for a name in other letters, and goes on with the one that the customer corrects', async () => {
  const { place, path, next, type, sees } = await show()
  const field = (name: string) => place.querySelector<HTMLInputElement>(`#${name}`)
  await vi.waitFor(() => expect(field('clientCity')?.value).toBe('Lille'), waitMs)
  expect(field('clientLatinName')).toBeNull()
  type('clientFirstname', 'Юрий')
  type('clientLastname', 'Щербаков')
  await vi.waitFor(() => expect(field('clientLatinName')?.value).toBe('Yuriy Shcherbakov'), 4 * waitMs)
  await vi.waitFor(() => expect(field('accountHolder')?.value).toBe('Yuriy Shcherbakov'), waitMs)
  type('clientLatinName', 'Yury Scherbakov')
  await vi.waitFor(() => expect(field('accountHolder')?.value).toBe('Yury Scherbakov'), waitMs)
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
  await vi.waitFor(() => expect(sees().typed).toMatchObject({ clientLatinName: 'Yury Scherbakov' }), waitMs)
  const { typed, tools, check } = sees()
  const checked = check(typed, tools!)
  expect(checked.ok && [checked.value.customer.clientLatinName, checked.value.bank?.accountHolder]).toEqual([
    'Yury Scherbakov',
    'Yury Scherbakov',
  ])
})

it.each([
  ['李', '娜', 'Na Li'],
  ['O', 'O', null],
])('takes the names %s and %s, and asks for a Latin spelling where there is none', async (last, first, latin) => {
  const { place, path, next, type, sees } = await show()
  const field = (name: string) => place.querySelector<HTMLInputElement>(`#${name}`)
  await vi.waitFor(() => expect(field('clientCity')?.value).toBe('Lille'), waitMs)
  type('clientLastname', last)
  type('clientFirstname', first)
  if (latin === null) {
    type('accountHolder', 'O O')
    await vi.waitFor(() => expect(field('clientLatinName')).toBeNull(), waitMs)
  } else {
    await vi.waitFor(() => expect(field('clientLatinName')?.value).toMatch(/\S/), 4 * waitMs)
    type('clientLatinName', latin)
    await vi.waitFor(() => expect(field('accountHolder')?.value).toBe(latin), waitMs)
  }
  await next()
  await vi.waitFor(() => expect(path()).toBe('/cart/order-summary'), waitMs)
  const { typed, tools, check } = sees()
  const checked = check(typed, tools!)
  expect(checked.ok && checked.value.customer).toMatchObject({
    clientLastname: last,
    clientFirstname: first,
    ...(latin !== null && { clientLatinName: latin }),
  })
})

it('asks for no bank where the account pays in pounds, which go by no SEPA', async () => {
  const { place, type } = await show({ site: { branding: { currency: 'GBP' } } })
  const field = (name: string) => place.querySelector<HTMLInputElement>(`#${name}`)
  type('iban', 'GB29 NWBK 6016 1331 9268 19')
  await vi.waitFor(() => expect(field('iban')?.value).toContain('9268 19'), waitMs)
  expect(field('bic')).toBeNull()
  type('iban', 'CH93 0076 2011 6238 5295 7')
  await vi.waitFor(() => expect(field('iban')?.value).toContain('CH93'), waitMs)
  expect(field('bic')).toBeNull()
})

it('writes a postal code as the post does, and asks for the bank of an account that needs it', async () => {
  const { place, type } = await show()
  const field = (name: string) => place.querySelector<HTMLInputElement>(`#${name}`)
  await vi.waitFor(() => expect(place.querySelectorAll('#clientCountry option').length).toBeGreaterThan(1), waitMs)
  expect(field('bic')).toBeNull()
  type('iban', 'IBAN CH93 0076 2011 6238 5295 7')
  await vi.waitFor(() => expect(field('bic')).not.toBeNull(), waitMs)
  type('clientZipCode', 'F-59 000')
  await vi.waitFor(() => expect(field('clientZipCode')?.value).toBe('F-59 000'), waitMs)
  field('clientZipCode')!.focus()
  field('clientZipCode')!.blur()
  await vi.waitFor(() => expect(field('clientZipCode')?.value).toBe('59000'), waitMs)
})

it.each([
  [
    ['FR', 'BE', 'LU'],
    ['FR', 'BE'],
    ['Belgium', 'France'],
  ],
  [
    ['BE', 'LU'],
    ['BE', 'LU'],
    ['Belgium', 'France', 'Luxembourg'],
  ],
])(
  'offers of the world the countries that every product is sold from, and the one that was given: %j and %j',
  async (one, other, names) => {
    const cartBuybacks = [cartLine({ countries: one }), cartLine({ inCartId: 'two', countries: other })]
    keepCart(localStorage, { ...cart, cartBuybacks })
    const { place } = await show()
    const offered = () => [...place.querySelectorAll('#clientCountry option')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(offered()).toEqual(names), waitMs)
  },
)
