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
    id: 'buyer',
    permission: 'organization.write',
    problems: [{ code: 'MISSING', names: [], count: 0, firstId: null }],
  },
  {
    id: 'category',
    permission: 'category.write',
    problems: [{ code: 'NO_BUYER', names: ['Phones', 'Bikes'], count: 5, firstId: 'k1' }],
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
) {
  const http = vi.fn(() => Promise.resolve({ isTrading, steps }))
  const { screen } = overPages(() => <SetupGuide />, ['/home', '/entity/create'], '/home')
  const user = signedInUser({ userType, module: 'root' })
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['setup'],
    http: http as unknown as Http,
    user,
  })
  return { place, http }
}

it('says what is open, why, and leads there; who may not take a step reads whose it is', async () => {
  const { place } = await show(open)
  await vi.waitFor(() => expect(place.textContent).toContain('1 of 7 steps done'))
  expect(place.textContent).toContain('No buyer for: Phones, Bikes and 3 more.')
  expect(place.textContent).toContain('Not written yet: cookies policy.')
  expect(place.textContent).toContain('No default warehouse')
  const links = [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toContainEqual(['Open', '/entity/create?type=store#field-commonName'])
  expect(links).toContainEqual(['Open', '/settings/tim/general#field-cookiesPolicy'])
  expect(links).toContainEqual(['Open', '/category/k1/edit#field-buyer'])
  expect(links).toContainEqual(['Open', '/warehouse-dispatch'])
  expect(links).toContainEqual(['Open', '/entity/create?type=buyer#field-commonName'])
  expect(links).toHaveLength(5)
  expect(place.textContent).toContain('The platform’s administrator does this.')
})

it('is not there once every step is done, nor asked for without the right to read settings', async () => {
  const whole = await show([done])
  await vi.waitFor(() => expect(whole.http).toHaveBeenCalled())
  expect(whole.place.querySelector('section')).toBeNull()
  const seller = await show(open, 'store_seller')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(seller.http).not.toHaveBeenCalled()
})

it('steps aside for an account that trades, and still tells what is open', async () => {
  const { place } = await show(open, 'root_management_unit_manager', true)
  await vi.waitFor(() => expect(place.querySelector('summary')?.textContent).toBe('6 steps of the set-up are open'))
  expect(place.querySelector('details')?.open).toBe(false)
})
