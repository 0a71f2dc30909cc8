import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ClientSetups } from './client-setups.tsx'

const client = (at: number, change: object = {}) => ({
  accountId: `account-${at}`,
  name: `Client ${at}`,
  isTrading: false,
  open: at,
  steps: 14,
  ...change,
})

async function show(
  pages: readonly (readonly object[])[],
  { runningId = null, resting = 0 }: { readonly runningId?: string | null; readonly resting?: number } = {},
) {
  const total = pages.flat().length
  const hasClients = total + resting > 0
  const http = vi.fn((_call: unknown, { query }: { query: { page: number } }) =>
    Promise.resolve({ clients: pages[query.page - 1], total, hasClients }),
  )
  const open = vi.fn<(accountId: string) => void>()
  const opening = { openId: 'platform', runningId, unreached: null, open }
  const { screen } = overPages(() => <ClientSetups opening={opening} />, ['/home', '/client/create'])
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['setup'],
    http: http as unknown as Http,
    user: signedInUser({ userType: 'super_admin', module: 'root' }),
  })
  const button = (name: string) =>
    // The first screen of a file loads what it is drawn with.
    vi.waitUntil(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name), 5000)
  return { place, open, http, button }
}

it('says how far each client is and leads into its guide', async () => {
  const { place, open, button } = await show([[client(3), client(0, { isTrading: true })]])
  ;(await button('Open')).click()
  expect(open).toHaveBeenCalledExactlyOnceWith('account-3')
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Client 33 of 14 steps openOpen',
    'Client 0All steps are done · has paid buybacks alreadyOpen',
  ])
})

it('holds its place while the clients come, and says when they do not', async () => {
  const answer = Promise.withResolvers<object>()
  const http = vi.fn(() => answer.promise)
  const opening = { openId: 'platform', runningId: null, unreached: null, open: vi.fn<(id: string) => void>() }
  const { screen } = overPages(() => <ClientSetups opening={opening} />, ['/home', '/client/create'])
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['setup'],
    http: http as unknown as Http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ userType: 'super_admin', module: 'root' }),
  })
  await vi.waitFor(() => expect(place.querySelector('[class*=Skeleton]')).not.toBeNull(), 5000)
  answer.reject(new TypeError('no network'))
  await vi.waitFor(() => expect(place.querySelector('button')?.textContent).toBe('Try again'))
})

it('shows the next clients when asked', async () => {
  const first = Array.from({ length: 10 }, (_, at) => client(at))
  const { place, button } = await show([first, [client(10)]])
  ;(await button('Show more clients')).click()
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(11))
  expect(place.textContent).not.toContain('Show more clients')
})

it('begins with the first client where there is none', async () => {
  const { place } = await show([[]])
  await vi.waitFor(() => expect(place.querySelector('h2')?.textContent).toBe('First step: create a client'))
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/client/create')
})

it('begins with no client where those that there are rest', async () => {
  const { place, http } = await show([[]], { resting: 1 })
  await vi.waitFor(() => expect(http.mock.settledResults[0]?.type).toBe('fulfilled'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(place.querySelector('h2')).toBeNull()
})

it('opens one client at a time', async () => {
  const { place } = await show([[client(1), client(2)]], { runningId: 'account-1' })
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(2))
  expect([...place.querySelectorAll('button')].every(({ disabled }) => disabled)).toBe(true)
})
