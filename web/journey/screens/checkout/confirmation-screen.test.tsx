import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { SiteContext } from '../../kit/site.ts'
import { ConfirmationScreen } from './confirmation-screen.tsx'
import type { ConfirmationCalls } from './use-sold.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

const soldAs = (id: string) => ({
  id,
  identificationNumber: '2000000000015',
  product: { label: `Phone ${id}`, brand: null, image: null },
  category: { id: 'c1', name: 'Smartphones' },
  circuit: { id: 'k1', name: 'Poste', type: 'web_post' },
  trackingToken: `t_${id}`,
  declaredPriceCents: 20_000,
  impactPriceEntries: [],
  totalPriceCents: 20_000,
})
const next = { description: null, highlightedInstruction: null, instructions: [] }
const offline = () => new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

async function show(ids: readonly string[], readBuyback: (id: string) => Promise<unknown>) {
  const calls = {
    readBuyback,
    readInstructions: () => Promise.resolve(next),
    readDocuments: () => Promise.resolve({ documents: [] }),
  } as unknown as ConfirmationCalls
  const texts = await startTexts('en-GB', ['checkout', 'journey'])
  const component = () => <ConfirmationScreen ids={ids} {...calls} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <SiteContext value={{ branding: { currency: 'EUR' }, place: plainPlace } as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <RouterProvider router={router as never} />
      </I18nextProvider>
    </SiteContext>,
  )
  const names = () => [...place.querySelectorAll('h2')].map(({ textContent }) => textContent)
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  return { place, names, button }
}

it('reads a large cart a few products at a time, and shows what has come', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `b${at}`)
  const answers: (() => void)[] = []
  const read = vi.fn((id: string) => new Promise((done) => answers.push(() => done(soldAs(id)))))
  const { place, names } = await show(ids, read)
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
  expect(read.mock.calls.length).toBeLessThanOrEqual(3)
  answers[0]!()
  await vi.waitFor(() => expect(names()).toEqual(['Phone b0']))
  expect(place.querySelector('h1')?.textContent).toContain('30')
  expect(place.textContent).not.toContain('Total')
  for (let at = 1; at < ids.length; at++) {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(at))
    answers[at]!()
  }
  await vi.waitFor(() => expect(names()).toEqual(ids.map((id) => `Phone ${id}`)))
  expect(place.textContent).toMatch(/6,000/)
})

it('shows the others where one cannot be read, and reads that one again', async () => {
  let isCut = true
  const read = (id: string) => (id === 'b1' && isCut ? Promise.reject(offline()) : Promise.resolve(soldAs(id)))
  const { place, names, button } = await show(['b0', 'b1', 'b2'], read)
  await vi.waitFor(() => expect(names()).toEqual(['Phone b0', 'Phone b2']))
  expect(place.querySelectorAll('[role="alert"]')).toHaveLength(1)
  isCut = false
  await vi.waitFor(() => expect(button('Try again')).toBeDefined())
  button('Try again')!.click()
  await vi.waitFor(() => expect(names()).toEqual(['Phone b0', 'Phone b1', 'Phone b2']))
  expect(place.querySelectorAll('[role="alert"]')).toHaveLength(0)
})

it('says so once where nothing can be read, and reads everything again', async () => {
  let isCut = true
  const read = (id: string) => (isCut ? Promise.reject(offline()) : Promise.resolve(soldAs(id)))
  const { place, names, button } = await show(['b0', 'b1'], read)
  await vi.waitFor(() => expect(button('Reload')).toBeDefined())
  expect(place.querySelectorAll('[role="alert"]')).toHaveLength(1)
  isCut = false
  button('Reload')!.click()
  await vi.waitFor(() => expect(names()).toEqual(['Phone b0', 'Phone b1']))
})

it('of nothing says that alone, and not that anything is registered', async () => {
  const { place } = await show([], () => Promise.reject(offline()))
  const alerts = await vi.waitFor(() => {
    const found = [...place.querySelectorAll('[role="alert"]')]
    expect(found).toHaveLength(1)
    return found
  })
  expect(alerts[0]!.textContent).toContain('This confirmation cannot be shown here')
  expect(place.querySelector('h1')).toBeNull()
})
