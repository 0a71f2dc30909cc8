import { expect, it, vi } from 'vitest'
import type * as z from 'zod'
import type { setupGuideCall } from '#sync/calls/setup-guide.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { SetupGuide } from './setup-guide.tsx'

type Steps = z.output<typeof setupGuideCall.answer>['steps']

const done: Steps[number] = { id: 'region', permission: 'organization.write', problems: [] }
const open: Steps = [
  { id: 'address', permission: 'client.update', problems: [{ code: 'MISSING', names: [], count: 0, firstId: null }] },
  done,
  {
    id: 'store',
    permission: 'organization.write',
    problems: [{ code: 'MISSING', names: [], count: 0, firstId: null }],
  },
  {
    id: 'dispatch',
    permission: 'warehouse_dispatch_rule.manage',
    problems: [{ code: 'NO_DEFAULT_WAREHOUSE', names: [], count: 0, firstId: null }],
  },
  {
    id: 'people',
    permission: 'user.write',
    problems: [
      { code: 'NO_SELLER', names: [], count: 0, firstId: null },
      { code: 'NO_OPERATOR', names: [], count: 0, firstId: null },
    ],
  },
  {
    id: 'paymentMode',
    permission: 'payment_mode.update',
    problems: [{ code: 'NONE_ACTIVE', names: ['Transfer'], count: 1, firstId: 'm1' }],
  },
  {
    id: 'circuit',
    permission: 'circuit.update',
    problems: [{ code: 'NONE_ACTIVE', names: ['By post'], count: 1, firstId: 'c1' }],
  },
  {
    id: 'carrier',
    permission: 'circuit.update',
    problems: [{ code: 'NO_CARRIER', names: ['By post'], count: 1, firstId: 'c1' }],
  },
  {
    id: 'product',
    permission: 'product.write',
    problems: [{ code: 'NO_PRICE', names: [], count: 2, firstId: 'p1' }],
  },
  {
    id: 'buyer',
    permission: 'organization.write',
    problems: [{ code: 'MISSING', names: [], count: 0, firstId: null }],
  },
  {
    id: 'category',
    permission: 'category.write',
    problems: [
      { code: 'NO_BUYER', names: ['Phones', 'Bikes'], count: 5, firstId: 'k1' },
      { code: 'NO_CIRCUIT', names: ['Bikes'], count: 1, firstId: 'k2' },
    ],
  },
  {
    id: 'texts',
    permission: 'settings.update',
    problems: [{ code: 'NO_TEXT', names: ['cookiesPolicy'], count: 1, firstId: 'cookiesPolicy' }],
  },
]

async function show(
  steps: Steps,
  userType: 'root_management_unit_manager' | 'store_seller' = 'root_management_unit_manager',
  isTrading = false,
  stored: Readonly<Record<string, string>> = {},
) {
  const http = vi.fn(() => Promise.resolve({ isTrading, siteUrl: 'https://shop.example', steps }))
  const { screen } = overPages(() => <SetupGuide />, ['/home', '/entity/create'], '/home')
  const user = signedInUser({ userType, module: 'root' })
  const { place, storage } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['setup'],
    http: http as unknown as Http,
    user,
    stored,
  })
  return { place, http, storage, account: user.viewedAccountId }
}

it('says what is open, why, and leads there; who may not take a step reads whose it is', async () => {
  const { place } = await show(open)
  await vi.waitFor(() => expect(place.textContent).toContain('1 of 12 steps done'))
  expect(place.textContent).toContain('No buyer for: Phones, Bikes and 3 more.')
  expect(place.textContent).toContain('Not written yet: cookies policy.')
  expect(place.textContent).toContain('No default warehouse')
  const links = [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toContainEqual(['Open', '/entity/create?type=store#field-commonName'])
  expect(links).toContainEqual(['Open', '/settings/tim/general#field-cookiesPolicy'])
  expect(links).toContainEqual(['Open', '/category/k1/edit#field-buyer'])
  expect(links).toContainEqual(['Open', '/category/k2/edit#field-circuits'])
  expect(links).toContainEqual(['Open', '/circuit/c1/edit#field-enabled'])
  expect(links).toContainEqual(['Open', '/paymentMode/m1/edit#field-active'])
  expect(links).toContainEqual(['Open', '/warehouse-dispatch#field-defaultWarehouse'])
  expect(links).toContainEqual(['Open', '/circuit/c1/edit#field-ownLabel'])
  expect(links).toContainEqual(['Open', '/product/p1/edit#field-prices'])
  // Each problem of a step that is mended elsewhere has its own way.
  expect(links).toContainEqual(['Open', '/user/create?type=store_seller'])
  expect(links).toContainEqual(['Open', '/user/create?type=warehouse_operator'])
  expect(links).toContainEqual(['Open', '/entity/create?type=buyer#field-commonName'])
  expect(links).toHaveLength(12)
  expect(place.textContent).toContain('The platform’s administrator does this.')
})

it('tells once that every step is done, with the public site and what comes next', async () => {
  const { place, storage, account } = await show([done])
  const heading = () => place.querySelector('h2')?.textContent
  await vi.waitFor(() => expect(heading()).toBe('Everything is ready for the first buyback'))
  const links = [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Files of transfers', '/payment-files'],
    ['Open the public site', 'https://shop.example'],
  ])
  ;[...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')!.click()
  await vi.waitFor(() => expect(place.querySelector('section')).toBeNull())
  const stored = { setupEndTold: storage.getItem('setupEndTold')! }
  expect(stored).toEqual({ setupEndTold: JSON.stringify([account]) })
  const again = await show([done], 'root_management_unit_manager', false, stored)
  await vi.waitFor(() => expect(again.http).toHaveBeenCalled())
  expect(again.place.querySelector('section')).toBeNull()
})

it('is not there for an account that trades and lacks nothing, nor asked for without the right to read settings', async () => {
  const whole = await show([done], 'root_management_unit_manager', true)
  await vi.waitFor(() => expect(whole.http).toHaveBeenCalled())
  expect(whole.place.querySelector('section')).toBeNull()
  const seller = await show(open, 'store_seller')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(seller.http).not.toHaveBeenCalled()
})

it('steps aside for an account that trades, and still tells what is open', async () => {
  const { place } = await show(open, 'root_management_unit_manager', true)
  await vi.waitFor(() => expect(place.querySelector('summary')?.textContent).toBe('11 steps of the set-up are open'))
  expect(place.querySelector('details')?.open).toBe(false)
})
