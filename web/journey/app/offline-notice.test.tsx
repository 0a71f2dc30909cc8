import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { clearPages, drawPage, refusal, unreached, type Answers } from '#tests/support/journey-page.tsx'
import { wizardCircuit, wizardProduct } from '#tests/support/wizard-product.ts'
import { startOffline } from './offline-notice.tsx'

afterEach(clearPages)

const home = { '/api/public/home': { metaTitle: null, metaDescription: null, widgets: [] } }
const wizard = '/buyback/create/p1/d7500'

/** Cuts the network as the browser tells it, until it is back or the test ends. */
function network() {
  let isOnline = true
  const told = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  onTestFinished(() => told.mockRestore())
  return (online: boolean): void => {
    isOnline = online
    dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
}

async function draw(path: string, answers: Answers = {}) {
  const page = await drawPage(path, { answers: { ...home, ...answers } })
  await vi.waitFor(() => expect(page.place.querySelector('main')).not.toBeNull())
  onTestFinished(startOffline(page.router))
  const status = () => document.querySelector('[data-offline] [role=status]')?.textContent
  await vi.waitFor(() => expect(status()).toBe(''))
  return { ...page, status }
}

it.each(['/home', '/buyback/search', '/available-stores', wizard])(
  'the page %s says that there is no connection, and no more once there is',
  async (path) => {
    const set = network()
    const { place, status } = await draw(path, {
      '/api/public/stores': { 'hydra:member': [] },
      '/api/public/products/{id}': wizardProduct(),
      '/api/public/options': { circuits: [wizardCircuit('web_post')] },
    })
    await vi.waitFor(() => expect(place.querySelector('main h1')).not.toBeNull())
    set(false)
    await vi.waitFor(() => expect(status()).toContain('No connection'))
    expect(status()).toContain('your answers and your cart are kept')
    set(true)
    await vi.waitFor(() => expect(status()).not.toContain('No connection'))
  },
)

it('a part that cannot be had without a network replaces no document, and one that is gone from the server does', async () => {
  const set = network()
  const { place, status } = await draw('/home')
  set(false)
  await vi.waitFor(() => expect(status()).toContain('No connection'))
  const failed = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(failed()).toBe(true)
  set(true)
  await vi.waitFor(() => expect(status()).not.toContain('No connection'))
  expect(failed()).toBe(false)
  expect(place.querySelector('main')).not.toBeNull()
})

it('a page that lacks a part is tried again with the network, and its document is not loaded again', async () => {
  const set = network()
  let isCut = true
  const read = () => (isCut ? Promise.reject(new TypeError('part cut')) : Promise.resolve(wizardProduct()))
  const { place } = await draw(wizard, {
    '/api/public/products/{id}': read,
    '/api/public/options': { circuits: [wizardCircuit('web_post')] },
  })
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('could not be loaded'))
  isCut = false
  // A document that is loaded again takes the test with it.
  set(true)
  await vi.waitFor(() => expect(place.querySelector('main h1')?.textContent).toBe('Question power'))
})

it('a product whose page does not come without a network is not said to be refused, and comes with the network', async () => {
  const set = network()
  let isCut = true
  const read = () => (isCut ? Promise.reject(unreached()) : Promise.resolve(wizardProduct()))
  const { place } = await draw(wizard, {
    '/api/public/products/{id}': read,
    '/api/public/options': { circuits: [wizardCircuit('web_post')] },
  })
  const alert = () => place.querySelector('[role=alert]')?.textContent
  await vi.waitFor(() => expect(alert()).toContain('The page could not be loaded'))
  expect(alert()).not.toContain('cannot be sold back')
  isCut = false
  set(true)
  await vi.waitFor(() => expect(place.querySelector('main h1')?.textContent).toBe('Question power'))
  clearPages()
  const gone = await draw(wizard, {
    '/api/public/products/{id}': () => Promise.reject(refusal('PRODUCT_NO_LONGER_EXISTS', 404)),
  })
  await vi.waitFor(() => expect(gone.place.textContent).toContain('cannot be sold back at the moment'))
})
