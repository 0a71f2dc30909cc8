import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { newCart, type Cart } from '#domain/cart/cart.ts'
import { searchConnection } from '#domain/catalog/search-connection.ts'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { cartLine } from '#tests/support/cart-line.ts'
import { clearPages, drawPage, refusal, unreached, type Answers } from '#tests/support/journey-page.tsx'
import { keepCart } from '#web/buyback/cart-storage.ts'

const forgetConsent = () => void (document.cookie = 'consent=; Path=/; Max-Age=0')
afterEach(() => {
  clearPages()
  forgetConsent()
  vi.restoreAllMocks()
})

const features = '/api/organizations/launch-generic-premium-feature-connector'
const search = '/api/public/products'
const home = { '/api/public/home': { metaTitle: null, metaDescription: null, widgets: [] } }
const legal = {
  '/api/public/legal/{document}': {
    document: 'cookies-policy',
    language: 'en-GB',
    html: null,
    sellerSupportEmail: null,
    file: null,
  },
}
const card = {
  id: 'p1',
  slug: 'iphone-13',
  label: 'iPhone 13',
  brand: 'Apple',
  model: null,
  categoryId: 'k',
  categoryName: 'Phones',
  image: null,
  bestPriceCents: 10_000,
}
/** Results of a search that has so many. */
const results = (total: number, more: object = {}) => ({
  'hydra:member': total === 0 ? [] : [card],
  'hydra:totalItems': total,
  facets: { brands: [{ value: 'Apple', count: total }], categories: [] },
  correctedQuery: null,
  imei: null,
  ...more,
})

async function draw(path: string, answers: Answers, settings: object = {}, site: object = {}) {
  const known = { enabledPremiumFeatures: ['multi_product_cart', 'imei_search_and_collect'], cartMinValue: 0 }
  const page = await drawPage(path, {
    answers: { ...home, ...legal, ...answers },
    site: { settings: { ...known, categoryNavigationEnabled: true, barCodeEnabled: true, ...settings }, ...site },
  })
  const press = async (name: string) => {
    await vi.waitFor(() => expect(page.named(name)).toBeDefined())
    page.named(name)!.click()
  }
  const text = (selector = 'main') => page.place.querySelector(selector)?.textContent ?? ''
  const says = (words: string, selector?: string) => vi.waitFor(() => expect(text(selector)).toContain(words))
  const panel = () => vi.waitUntil(() => page.place.querySelector<HTMLElement>('dialog[open]'))
  return { ...page, press, text, says, panel }
}

describe('a search', () => {
  it.each([
    ['the network is cut', unreached],
    ['the server is out of order', () => refusal('SERVER_UNAVAILABLE', 503)],
  ])(
    'is tried five times more where %s, then says so, and is tried again on a press (CAT-48)',
    { tags: ['slow'] },
    async (_why, failure) => {
      let isCut = true
      let tries = 0
      const find = () => {
        tries += 1
        return isCut ? Promise.reject(failure()) : Promise.resolve(results(1))
      }
      const { place, press, says } = await draw('/buyback/search/products', { [search]: find })
      await says('The page could not be loaded', '[role=alert]')
      await says('Check the connection', '[role=alert]')
      expect(tries).toBe(searchConnection.retries + 1)
      isCut = false
      await press('Reload the page')
      await vi.waitFor(() => expect(place.querySelector('main a[href="/buyback/create/p1/iphone-13"]')).not.toBeNull())
      expect(place.querySelector('[role=alert]')).toBeNull()
    },
  )

  it('has a page before and a page after as far as there are any (PUB-06, PUB-07)', async () => {
    const { says, named, go } = await draw('/buyback/search/products', { [search]: () => results(81) })
    await says('1 of 3')
    expect([named('Previous page'), named('Next page')?.getAttribute('href')]).toEqual([
      undefined,
      '/buyback/search/products?page=2',
    ])
    go('/buyback/search/products?page=2')
    await says('2 of 3')
    expect([named('Previous page'), named('Next page')].map((way) => way?.getAttribute('href'))).toEqual([
      '/buyback/search/products?page=1',
      '/buyback/search/products?page=3',
    ])
    go('/buyback/search/products?page=3')
    await says('3 of 3')
    expect([named('Previous page') === undefined, named('Next page')]).toEqual([false, undefined])
  })

  it('is narrowed by a brand, which is asked for', async () => {
    const asked = vi.fn(() => results(2))
    const { place, press, address } = await draw('/buyback/search/products', { [search]: asked })
    await vi.waitFor(() => expect(place.querySelector('summary')).not.toBeNull())
    await press('Apple2')
    await vi.waitFor(() => expect(address()).toContain('brand=Apple'))
    await vi.waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ query: { brand: ['Apple'] } })),
    )
  })

  it('that finds nothing offers all products, and whom to write to (PUB-08)', async () => {
    const nothing = { ...legal['/api/public/legal/{document}'], document: 'no-search-result' }
    const answers = { [search]: results(0), '/api/public/legal/{document}': nothing }
    const { says, named, place } = await draw('/buyback/search/products?query=zzzz', answers, {
      sellerSupportEmail: 'aide@exemple.fr',
    })
    await says('No product matches your search')
    expect(named('See all products')?.getAttribute('href')).toBe('/buyback/search/products')
    expect(place.querySelector('main a[href="mailto:aide@exemple.fr"]')).not.toBeNull()
  })

  it('takes an IMEI that is typed, and says where that is none (PUB-05)', async () => {
    const { place, says, address } = await draw('/buyback/search', { [search]: results(1) })
    const field = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('main form:not([role=search]) input'))
    await userEvent.fill(field, '35-693803-564380')
    await userEvent.keyboard('{Enter}')
    await says('An IMEI has 15 to 17 digits, without slash or dash.', 'main [role=alert]')
    expect(address()).toBe('/buyback/search')
    const imei = `35693803123456${luhnDigit('35693803123456')}`
    await userEvent.fill(field, `35-693803-123456-${imei.at(-1)}`)
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(address()).toContain(`/buyback/search/products?imei=${imei}`))
    await vi.waitFor(() =>
      expect(place.querySelector('main a[href*="/buyback/create/"]')?.getAttribute('href')).toBe(
        `/buyback/create/p1/iphone-13?imei=${imei}`,
      ),
    )
  })

  it('by a code that one product has opens that product', async () => {
    const { address } = await draw('/buyback/search/products?query=8806090886713', { [search]: results(1) })
    await vi.waitFor(() => expect(address()).toBe('/buyback/create/p1/iphone-13'))
  })

  it('for one model says how many others have a number that begins like its own, and shows them on a press', async () => {
    const asked = vi.fn(() => results(1, { others: 26 }))
    const { says, press } = await draw('/buyback/search/products?query=iphone%2012', { [search]: asked })
    await says('26 other products have a number that begins like it.')
    await press('See them too')
    await vi.waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith(
        expect.objectContaining({ query: { search_product_buyback: 'iphone 12', wide: true } }),
      ),
    )
  })

  const [checkDigit, unknown] = ['Its check digit does not match', 'We do not know the model of this IMEI number']
  it.each([
    [[], []],
    [['IMEI_CHECK_DIGIT'], [checkDigit]],
    [['IMEI_TAC_UNKNOWN'], [unknown]],
  ])('of an IMEI says beside its results what is doubtful: %j', async (doubts, said) => {
    const found = results(1, { imei: { tac: '35693803', doubts } })
    const { text, says } = await draw('/buyback/search/products?imei=356938035643809', { [search]: found })
    await says('iPhone 13')
    expect([checkDigit, unknown].filter((words) => text().includes(words))).toEqual(said)
  })

  it('by a camera that is refused says so, and goes on by typing', async () => {
    // The decoders of the dialog take longer to come than a screen is waited for.
    await import('../screens/search/scan-dialog.tsx')
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const { place, press, panel, address } = await draw('/buyback/search', { [search]: results(1) })
    await press('Scan a barcode')
    const dialog = await panel()
    await vi.waitFor(() =>
      expect(dialog.querySelector('[role=alert]')?.textContent).toBe(
        'The camera cannot be used. Search for your product by its name.',
      ),
    )
    await press('Stop')
    await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
    await userEvent.fill(place.querySelector<HTMLInputElement>('main [role=search] input')!, '4006381333931')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(address()).toBe('/buyback/create/p1/iphone-13'))
  })
})

describe('near me', () => {
  const store = (name: string, distanceKm: number | null) => ({
    id: name,
    name,
    street: null,
    streetMore: null,
    zipCode: null,
    city: null,
    distanceKm,
  })
  const stores = ({ query }: { readonly query?: unknown }) => {
    const isNear = 'lat' in (query as object)
    return {
      'hydra:member': isNear
        ? [store('Lyon', 0.44), store('Lille', 559.96)]
        : [store('Lille', null), store('Lyon', null)],
    }
  }
  const openStores = async (locate: (done: PositionCallback, failed: PositionErrorCallback) => void) => {
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((done, failed) => locate(done, failed!))
    const page = await draw('/available-stores', { '/api/public/stores': stores })
    const names = () => [...page.place.querySelectorAll('main li h2')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(names()).toEqual(['Lille', 'Lyon']))
    return { ...page, names }
  }

  it('asks for the stores near a place of two decimals, and tells how far each is', async () => {
    const coords = { latitude: 45.76123, longitude: 4.85678 }
    const { press, names, address, text } = await openStores((done) => done({ coords } as GeolocationPosition))
    expect(text()).not.toMatch(/km away/)
    await press('Near me')
    await vi.waitFor(() => expect(names()).toEqual(['Lyon', 'Lille']))
    expect(address()).toBe('/available-stores?lat=45.76&lon=4.86')
    expect(text()).toContain('0.4 km away')
    expect(text()).toContain('560 km away')
  })

  it('says so where the place is not to be had, and the list stays as it was', async () => {
    const { press, says, names, named, address } = await openStores((_done, failed) =>
      failed({} as GeolocationPositionError),
    )
    await press('Near me')
    await says('Your position could not be determined. Enter a town or postcode.', 'main [role=alert]')
    expect((named('Near me') as HTMLButtonElement).disabled).toBe(false)
    expect([address(), names()]).toEqual(['/available-stores', ['Lille', 'Lyon']])
  })
})

describe('the cart', () => {
  const keep = (changed: Partial<Cart> = {}) =>
    keepCart(localStorage, { ...newCart('cart', new Date(), { maxNbOfItems: 200, minimumCartValue: 0 }), ...changed })

  it('says what is missing to the minimum, and leads to another product alone (CART-14, SHELL-33)', async () => {
    keep({ cartBuybacks: [cartLine()] })
    const { press, panel, named, address, place } = await draw('/home', {}, { cartMinValue: 25_000 })
    await press('Cart, 1 product')
    const opened = await panel()
    await vi.waitFor(() => expect(opened.textContent).toContain('€150.00 is missing to reach the minimum of €250.00.'))
    expect((named('Complete my trade-in') as HTMLButtonElement).disabled).toBe(true)
    await press('Add another product')
    await vi.waitFor(() => expect(address()).toBe('/buyback/search'))
    await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
  })

  it('asks before a product leaves it, and with the last one leads home', async () => {
    keep({ cartBuybacks: [cartLine()] })
    const { press, panel, address } = await draw('/available-stores', { '/api/public/stores': { 'hydra:member': [] } })
    await press('Cart, 1 product')
    const opened = await panel()
    await press('Take out Apple iPhone 13')
    await press('Keep')
    expect(opened.querySelectorAll('h3')).toHaveLength(1)
    await press('Take out Apple iPhone 13')
    await press('Take out')
    await vi.waitFor(() => expect(address()).toBe('/home'))
    await vi.waitFor(() => expect(localStorage.getItem('cart')).toContain('"cartBuybacks":[]'))
    await press('Cart, empty')
  })

  it('that cannot be read is dropped with a word', async () => {
    localStorage.setItem('cart', '{"cartBuybacks":[{"inCartId":7}]}')
    const { press, panel } = await draw('/home', {})
    await press('Cart, empty')
    const opened = await panel()
    await vi.waitFor(() =>
      expect(opened.textContent).toContain('Your previous cart could not be read and has been emptied.'),
    )
  })
})

describe('the consent of a visitor', () => {
  const withOthers = { whiteLabel: { axeptioId: null, tagManagerId: 'GTM-TEST', dropOffLocationsMapEnabled: false } }

  it('once refused is not asked again, and nothing of others is there', async () => {
    const { press, place, go, says } = await draw('/home', { [search]: results(1) }, {}, withOthers)
    await press('Refuse')
    await vi.waitFor(() => expect(place.querySelector('#consent-title')).toBeNull())
    expect(document.cookie).toContain('consent=none')
    go('/buyback/search/products')
    await says('iPhone 13')
    expect(place.querySelector('#consent-title')).toBeNull()
    expect(document.querySelector('script[src*="googletagmanager"]')).toBeNull()
  })

  it('is told on the cookie policy, and asked again there once it is taken back', async () => {
    const { press, place, says, named } = await draw('/cookies-policy', {}, {}, withOthers)
    await vi.waitFor(() => expect(named('Refuse')).toBeDefined())
    expect(named('Change your mind')).toBeUndefined()
    await press('Refuse')
    await says('You have refused third-party services counting visits.', 'body, main')
    await press('Change your mind')
    await vi.waitFor(() => expect(place.querySelector('#consent-title')).not.toBeNull())
    expect([named('Change your mind'), document.cookie.includes('consent=')]).toEqual([undefined, false])
  })
})

it(
  'the start of a visit asks for the page to be loaded again where the features fail (PUB-42)',
  { tags: ['slow'] },
  async () => {
    const { panel } = await draw('/home', { [features]: () => Promise.reject(refusal('SERVER_UNAVAILABLE', 503)) })
    const dialog = await panel()
    expect(dialog.querySelector('h2')?.textContent).toBe('The page could not be loaded')
    expect(dialog.querySelector('button')?.textContent).toBe('Reload the page')
  },
)

describe('what speaks for the account', () => {
  const url = 'https://reviews.example/rivoli'
  const assurances = [
    { text: '4.7 of 5 from 2,310 reviews', url },
    { text: 'Insured on the way', url: null },
  ]

  it('stands on the home in its order, with its link, and nowhere while there is none', async () => {
    const { place } = await draw('/home', {}, {}, { assurances })
    await vi.waitFor(() => expect(place.querySelector('main h1')).not.toBeNull())
    const said = [...place.querySelectorAll('main ul > li')].map(({ textContent }) => textContent)
    expect(said).toEqual(assurances.map(({ text }) => text))
    expect(place.querySelector(`main a[href="${url}"]`)?.textContent).toBe(assurances[0]?.text)
    clearPages()
    const plain = await draw('/home', {})
    await vi.waitFor(() => expect(plain.place.querySelector('main h1')).not.toBeNull())
    expect(plain.place.querySelector('main ul')).toBeNull()
  })
})
