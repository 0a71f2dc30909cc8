import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { cartLine } from '#tests/support/cart-line.ts'
import { clearPages, drawPage, refusal, type Answers } from '#tests/support/journey-page.tsx'
import { shippingWay, wizardCircuit, wizardProduct } from '#tests/support/wizard-product.ts'
import { newCart } from '#domain/cart/cart.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import type { JourneySite } from '#sync/calls/journey.ts'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { browserStorage } from '../../kit/browser-storage.ts'

afterEach(clearPages)

const soon = { timeout: 10_000 }
const path = '/buyback/create/p1/d7500'
const fee = { type: 'fixed', value: -500, cappedAmount: null } as const
const collected = 'En ligne, enlèvement à domicile'
const collect = wizardCircuit('web_collect', {
  shippingMethods: [shippingWay('collected', 'web_collect', { description: collected, modifier: fee })],
})
const post = wizardCircuit('web_post')

interface Wizard {
  readonly product?: Partial<PublicProduct>
  readonly circuits?: readonly CircuitOption[]
  readonly answers?: Answers
  /** Settings of the account. */
  readonly settings?: object
  readonly assurances?: JourneySite['assurances']
}

/** The wizard of a product at an address, once its first screen is drawn. */
async function open(query = '', wizard: Wizard = {}) {
  const { product = {}, circuits = [post, collect], answers = {}, settings, assurances } = wizard
  const page = await drawPage(path + query, {
    language: 'fr-FR',
    site: { ...(settings && { settings }), ...(assurances && { assurances }) },
    answers: {
      '/api/public/products/{id}': wizardProduct(product),
      '/api/public/options': { circuits },
      '/api/public/home': { metaTitle: null, metaDescription: null, widgets: [] },
      '/api/public/stores': { 'hydra:member': [] },
      '/api/public/same-imei': { isOpen: false, buybacks: [] },
      ...answers,
    },
  })
  const { place } = page
  const title = () => place.querySelector('main h1')?.textContent ?? ''
  const choices = () => [...place.querySelectorAll<HTMLButtonElement>('main ul button')]
  await vi.waitFor(() => expect(place.querySelector('main h1, main [role=alert]')).not.toBeNull())
  /** Chooses an answer, and waits for the next screen. */
  const choose = async (name: string) => {
    const before = title()
    choices()
      .find(({ textContent }) => textContent.includes(name))!
      .click()
    await vi.waitFor(() => expect(title()).not.toBe(before))
  }
  const press = async (name: string) => {
    await vi.waitFor(() => expect(page.named(name)).toBeDefined())
    page.named(name)!.click()
  }
  return { ...page, title, choices, choose, press, alert: () => place.querySelector('main [role=alert]')?.textContent }
}

const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ')
const answerAll = async ({ choose }: Pick<Awaited<ReturnType<typeof open>>, 'choose'>) => {
  for (const name of ['Oui, tout fonctionne', 'À réparer', 'Moins de 20 000', 'Tous, avec la boîte']) await choose(name)
}

it('each line of the price says its number, from the first answer to the offer', async () => {
  const wizard = await open()
  const { place, choose, title, press } = wizard
  const now = () => plain(place.querySelector('aside strong')?.textContent)
  const lines = () =>
    [...place.querySelectorAll('main dl > div')].map((row) => [...row.children].map((cell) => plain(cell.textContent)))
  const answered = async (name: string, price: string) => {
    await choose(name)
    await vi.waitFor(() => expect(now()).toBe(price))
  }
  expect(now()).toBe('400,00 €')
  await answered('Oui, tout fonctionne', '400,00 €')
  await answered('Usure marquée', '200,00 €')
  await press('Question précédente')
  await vi.waitFor(() => expect(title()).toBe('Question wear'))
  await answered('À réparer', '80,00 €')
  await answered('Moins de 20 000', '80,00 €')
  await answered('Tous, avec la boîte', '85,00 €')
  const answers = [
    ['État correct', '100,00 €'],
    ['À réparer', '-20,00 €'],
    ['Tous, avec la boîte', '+5,00 €'],
  ]
  expect(lines()).toEqual([...answers, ['Estimation à ce stade', '85,00 €']])
  // The circuit itself costs nothing; the way of shipping that comes with it does.
  const collection = wizard.choices().find(({ textContent }) => textContent.includes('Enlèvement à domicile'))
  expect(plain(collection?.textContent)).toMatch(/-5,00 €$/)
  await answered('Enlèvement à domicile', '80,00 €')
  expect(plain(wizard.choices().at(-1)?.textContent)).toContain('Carte cadeau+8,50 €')
  await choose('Carte cadeau')
  expect(plain(place.querySelector('h1 strong')?.textContent)).toBe('88,50 €')
  expect(lines()).toEqual([...answers, [collected, '-5,00 €'], ['Carte cadeau', '+8,50 €'], ['Votre offre', '88,50 €']])
})

it('a circuit with two ways of shipping asks which, with what each costs', async () => {
  const ways = [
    shippingWay('collected', 'web_collect', { description: 'On vient le chercher', modifier: fee }),
    shippingWay('posted', 'web_post', { description: 'Par la poste' }),
  ]
  const wizard = await open('', { circuits: [post, wizardCircuit('web_collect', { shippingMethods: ways })] })
  await answerAll(wizard)
  const collection = wizard.choices().find(({ textContent }) => textContent.includes('Enlèvement à domicile'))
  expect(plain(collection?.textContent)).toMatch(/de -5,00 € à 0,00 €$/)
  await wizard.choose('Enlèvement à domicile')
  expect(wizard.choices().map(({ textContent }) => plain(textContent))).toEqual([
    'On vient le chercher-5,00 €',
    'Par la poste',
  ])
  await wizard.choose('Par la poste')
  expect(wizard.choices().map(({ textContent }) => plain(textContent)?.slice(0, 12))).toEqual([
    'Virement',
    'Carte cadeau',
  ])
})

it.each<readonly [state: string, refused: readonly ('getItem' | 'setItem' | 'removeItem')[]]>([
  ['full', ['setItem']],
  ['shut', ['getItem', 'setItem', 'removeItem']],
])('the questions go on where the storage of the browser is %s', async (_state, refused) => {
  const refuse = () => {
    throw new DOMException('refused', 'QuotaExceededError')
  }
  const storage = refused.map((name) => vi.spyOn(Storage.prototype, name).mockImplementation(refuse))
  // What could not be stored is held by the page, which is that of the next test too.
  onTestFinished(() => {
    for (const each of storage) each.mockRestore()
    browserStorage().removeItem('buybackInProgress')
  })
  const { choices, title, place } = await open()
  const answer = (name: string) =>
    choices()
      .find(({ textContent }) => textContent.includes(name))!
      .click()
  answer('Oui, tout fonctionne')
  await vi.waitFor(() => expect([title(), place.querySelector('progress')?.value]).toEqual(['Question wear', 2]), soon)
  answer('À réparer')
  await vi.waitFor(() => expect(place.querySelector('progress')?.value).toBe(3), soon)
  expect(plain(place.querySelector('aside strong')?.textContent)).toBe('80,00 €')
  expect(storage[0]).toHaveBeenCalled()
})

it('no question is passed over by the address (PUB-14)', async () => {
  const { title, address, place } = await open('?step=4')
  expect(title()).toBe('Question power')
  expect(place.querySelector('progress')?.value).toBe(1)
  expect(address()).toContain(path)
})

it.each([
  [
    'to where the visitor came from, with the cart open',
    'fromPath=/available-stores&goToCartFromOtherRoute=true',
    '/available-stores',
    '/available-stores',
  ],
  ['home where the cart is not asked for elsewhere', 'fromPath=/available-stores', '/available-stores', '/home'],
  ['to the category and home where it says nothing', '', '/buyback/search/products?category=k1', '/home'],
  [
    'never to another site',
    'fromPath=https://elsewhere.example/x&goToCartFromOtherRoute=true',
    '/buyback/search/products?category=k1',
    '/home',
  ],
])('the address leads %s (PUB-12)', async (_where, query, wayBack, end) => {
  const wizard = await open(query === '' ? '' : `?${query}`)
  expect(wizard.named('Choisir un autre produit')?.getAttribute('href')).toBe(wayBack)
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  await wizard.press('Ajouter au panier')
  await vi.waitFor(() => expect(wizard.address().replace(/[?#].*/, '')).toBe(end))
  await vi.waitFor(() => expect(wizard.place.querySelector('dialog[open] h3')?.textContent).toContain('D7500'))
})

it('a customer who goes back from the cart finds the product’s first question, and before it what came before the wizard', async () => {
  const wizard = await open('?fromPath=/available-stores')
  await answerAll(wizard)
  await wizard.press('Question précédente')
  await vi.waitFor(() => expect(wizard.title()).toBe('Question parts'))
  await wizard.choose('Tous, avec la boîte')
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  await wizard.press('Ajouter au panier')
  await vi.waitFor(() => expect(wizard.address()).toBe('/home'))
  const { history } = wizard.router
  expect(history.length).toBe(2)
  history.back()
  await vi.waitFor(() => expect(wizard.title()).toBe('Question power'))
  expect(wizard.address()).toBe(`${path}?fromPath=/available-stores`)
})

const tac = '35693803'
const imeiOf = (type: string) => `${type}123456${luhnDigit(`${type}123456`)}`

/** The screen that asks for the IMEI of a model, and what the search knows of others. */
async function openImei(search: unknown, answers: Answers = {}) {
  const wizard = await open('', {
    product: { imeiCollect: true, tacs: [tac] },
    answers: { '/api/public/products': search, ...answers },
  })
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  const field = wizard.place.querySelector<HTMLInputElement>('main input')!
  return {
    ...wizard,
    field,
    send: async (imei: string) => {
      await userEvent.fill(field, imei)
      await wizard.press('Continuer')
    },
  }
}

it('an IMEI of another model warns, and may be continued; digits and length are a must (PUB-18)', async () => {
  const found = ({ query }: { readonly query?: unknown }) => ({
    imei: { tac, doubts: (query as { imei: string }).imei.startsWith('49') ? ['IMEI_TAC_UNKNOWN'] : [] },
  })
  const { send, alert, press, title } = await openImei(found)
  const first = title()
  await send('35-693803')
  await vi.waitFor(() => expect(alert()).toBe('Un IMEI compte de 15 à 17 chiffres, sans barre ni tiret.'))
  await send('490154203237517')
  await vi.waitFor(() => expect(alert()).toContain('Son chiffre de contrôle ne correspond pas'))
  await press('Revenir au numéro')
  await send('490154203237518')
  await vi.waitFor(() => expect(alert()).toContain('Nous ne connaissons pas le modèle'))
  await press('Revenir au numéro')
  await send(imeiOf('35204507'))
  await vi.waitFor(() => expect(alert()).toContain('Il appartient à un autre modèle'))
  expect(title()).toBe(first)
  await press('Continuer quand même')
  await vi.waitFor(() => expect(plain(title())).toContain('88,50 €'))
})

it('a device that is being sold already is said without a word of whose it is, and may be continued', async () => {
  const imei = imeiOf(tac)
  const others = { isOpen: true, buybacks: [] }
  const { send, alert, press, title } = await openImei({ imei: null }, { '/api/public/same-imei': others })
  await send(imei)
  await vi.waitFor(() => expect(alert()).toContain('Une reprise en cours porte déjà ce numéro'))
  expect(alert()).not.toContain('Ce numéro semble faux')
  await press('Continuer quand même')
  await vi.waitFor(() => expect(plain(title())).toContain('88,50 €'))
  clearPages()
  const line = cartLine()
  const cart = newCart('cart', new Date(), { maxNbOfItems: 200, minimumCartValue: 0 })
  const inCart = { ...line, inCartId: 'other', declaration: { ...line.declaration, imei } }
  keepCart(browserStorage(), { ...cart, cartBuybacks: [inCart] })
  const again = await openImei({ imei: null }, { '/api/public/same-imei': { isOpen: false, buybacks: [] } })
  // Sixteen digits of the same device: its software's version in place of the check digit.
  await again.send(`${imei.slice(0, 14)}01`)
  await vi.waitFor(() => expect(again.alert()).toContain('Ce numéro est déjà dans votre panier'))
})

it('an IMEI that came along from a search says as well that its device is being sold already', async () => {
  const imei = imeiOf(tac)
  const product = { imeiCollect: true, tacs: [tac] }
  const others = { '/api/public/same-imei': { isOpen: true, buybacks: [] } }
  const carried = await open(`?imei=${imei}`, { product, answers: others })
  await vi.waitFor(() => expect(carried.alert()).toContain('Une reprise en cours porte déjà ce numéro'))
  await answerAll(carried)
  await carried.choose('Enlèvement à domicile')
  await carried.choose('Carte cadeau')
  expect(plain(carried.title())).toContain('88,50 €')
  expect(carried.alert()).toContain('Une reprise en cours porte déjà ce numéro')
})

it('an IMEI that is written with dashes is taken, and one that the product was found by is not asked for', async () => {
  const found = { imei: { tac, doubts: [] } }
  const { send, title } = await openImei(found)
  const imei = imeiOf(tac)
  await send(`${imei.slice(0, 2)}-${imei.slice(2, 8)}-${imei.slice(8, 14)}-${imei.slice(14)}`)
  await vi.waitFor(() => expect(plain(title())).toContain('88,50 €'))
  clearPages()
  const carried = await open(`?imei=${imei}`, { product: { imeiCollect: true, tacs: [tac] } })
  await answerAll(carried)
  await carried.choose('Enlèvement à domicile')
  await carried.choose('Carte cadeau')
  expect(plain(carried.title())).toContain('88,50 €')
  expect(carried.place.querySelector('main')?.textContent).toContain(imei)
})

it('an answer after which nothing is paid says so at once, and a product without a price before any question', async () => {
  const { terms } = wizardProduct()
  // Without the question whose answer adds to any price.
  const questionnaire = { ...terms.questionnaire, questions: terms.questionnaire.questions.slice(0, 3) }
  const prices = { ...terms.prices, grade_d: 0 }
  const worthless = await open('', { product: { terms: { ...terms, questionnaire, prices } } })
  await worthless.choose('Non')
  expect(worthless.title()).toBe('Dans cet état, ce produit n’a plus de valeur de reprise')
  await worthless.press('Question précédente')
  await vi.waitFor(() => expect(worthless.title()).toBe('Question power'))
  clearPages()
  const unpriced = await open('', { product: { bestPriceCents: null, terms: { ...terms, prices: {} } } })
  expect(unpriced.alert()).toContain('Aucun prix de reprise')
  expect(unpriced.choices()).toHaveLength(0)
})

it(
  'a word about an IMEI that does not come in time is not waited for, and it may be continued',
  { tags: ['slow'] },
  async () => {
    const never = () => Promise.reject(new TypeError('no network'))
    const { send, alert, press, title } = await openImei(never)
    await send('490154203237518')
    await vi.waitFor(() => expect(alert()).toContain('Il appartient à un autre modèle'))
    await press('Continuer quand même')
    await vi.waitFor(() => expect(plain(title())).toContain('88,50 €'))
  },
)

it('a product that is gone says so', async () => {
  const gone = () => Promise.reject(refusal('PRODUCT_NO_LONGER_EXISTS', 404))
  const { alert } = await open('', { answers: { '/api/public/products/{id}': gone } })
  expect(alert()).toContain('Ce produit n’existe plus')
})

/** A wizard beside a cart that holds a product already. */
async function openBesideCart(settings: object) {
  keepCart(localStorage, {
    ...newCart('cart', new Date(), { maxNbOfItems: 1, minimumCartValue: 0 }),
    cartBuybacks: [cartLine()],
  })
  const wizard = await open('', { settings })
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  return wizard
}

it('a full cart says so at the next offer, and takes nothing more (CART-07, CART-08)', async () => {
  const { place, named, press } = await openBesideCart({ enabledPremiumFeatures: [], cartMinValue: 0 })
  await vi.waitFor(() => expect(named('Voir le panier')).toBeDefined())
  expect(named('Ajouter au panier')).toBeUndefined()
  const before = localStorage.getItem('cart')
  await press('Voir le panier')
  await vi.waitFor(() => expect(place.querySelectorAll('dialog[open] li h3')).toHaveLength(1))
  expect(named('Ajouter un autre produit')).toBeUndefined()
  expect(localStorage.getItem('cart')).toBe(before)
})

it('nothing offered where the customer lives says so, with the way to change the address', async () => {
  keepCart(localStorage, {
    ...newCart('cart', new Date(), { maxNbOfItems: 9, minimumCartValue: 0 }),
    customerInfo: { clientCountry: 'BE', clientCity: 'Namur' },
  } as never)
  const options = ({ query }: { readonly query?: unknown }) => ({
    circuits: (query as { country?: string }).country === 'BE' ? [] : [post],
  })
  const wizard = await open('', { answers: { '/api/public/options': options } })
  await answerAll(wizard)
  await vi.waitFor(() => expect(wizard.place.querySelector('main')?.textContent).toContain('Belgique'))
  expect(wizard.choices()).toHaveLength(0)
  expect(wizard.named('Changer d’adresse')).toBeDefined()
})

it('an offer that is pressed twice is in the cart once', async () => {
  const wizard = await open()
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  const add = await vi.waitUntil(() => wizard.named('Ajouter au panier') as HTMLButtonElement | undefined)
  await vi.waitFor(() => expect(add.disabled).toBe(false))
  add.click()
  add.click()
  await vi.waitFor(() => expect(wizard.place.querySelectorAll('dialog[open] li h3')).toHaveLength(1))
  expect(localStorage.getItem('cart')?.match(/"inCartId"/g)).toHaveLength(1)
})

it('the offer says what speaks for the account', async () => {
  const wizard = await open('', { assurances: [{ text: 'Données effacées par un laboratoire', url: null }] })
  expect(wizard.place.textContent).not.toContain('Données effacées')
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  expect(wizard.place.querySelector('main')?.textContent).toContain('Données effacées par un laboratoire')
})

it('the offer says who buys, as the contract will', async () => {
  const wizard = await open('', { product: { buyer: 'Atelier Nord SAS' } })
  await answerAll(wizard)
  await wizard.choose('Enlèvement à domicile')
  await wizard.choose('Carte cadeau')
  await vi.waitFor(() => expect(wizard.place.querySelector('main')?.textContent).toContain('Atelier Nord SAS'))
})
