import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { keepProgress } from '#web/buyback/progress-storage.ts'
import { startProgress, type WizardFacts } from '#web/buyback/wizard.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useWizard, type Wizard } from './use-wizard.ts'
import { wizardSearch } from './wizard-search.ts'

const facts = {
  product: { id: 'x', simple: true, imeiCollect: true, terms: { simple: true, prices: { functional: 5000 } } },
  circuits: [],
  asksStore: true,
} as unknown as WizardFacts
const inCartId = '0197a3b0-0000-7000-8000-000000000001'
const withImei = (imei: string) => ({ ...startProgress('x'), imei })
const [begun, ofCart, changed] = ['356938035643809', '490154203237518', '352099001761481'] as const

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
  localStorage.clear()
})

it('answers for a phone of the cart and for the next one of its model do not mix, while the page stays', async () => {
  keepProgress(browserStorage(), withImei(begun), new Date(), 'public')
  keepProgress(browserStorage(), withImei(ofCart), new Date(), 'public', inCartId)
  let wizard: Wizard | undefined
  function Page() {
    const held = useWizard(facts, wizardSearch(route.useSearch()))
    useEffect(() => void (wizard = held))
    return null
  }
  const route = createRootRoute({ component: Page, notFoundComponent: Page })
  const history = createMemoryHistory({ initialEntries: [`/?inCartId=${inCartId}`] })
  const router = createRouter({ routeTree: route, history })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<RouterProvider router={router as never} />)
  const shows = (imei: string) => vi.waitFor(() => expect(wizard?.progress.imei).toBe(imei))
  await shows(ofCart)
  wizard!.answer(withImei(changed))
  await shows(changed)
  history.push('/')
  await shows(begun)
  history.push(`/?inCartId=${inCartId}`)
  await shows(changed)
})
