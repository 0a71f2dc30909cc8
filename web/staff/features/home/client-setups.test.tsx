import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { ClientSetups } from './client-setups.tsx'

const client = (at: number, change: object = {}) => ({
  accountId: `account-${at}`,
  name: `Client ${at}`,
  isTrading: false,
  open: at,
  steps: 14,
  ...change,
})

async function show(pages: readonly (readonly object[])[], runningId: string | null = null) {
  const total = pages.flat().length
  const http = vi.fn((_call: unknown, { query }: { query: { page: number } }) =>
    Promise.resolve({ clients: pages[query.page - 1], total }),
  )
  const open = vi.fn<(accountId: string) => void>()
  const opening = { openId: 'platform', runningId, unreached: null, open }
  const { place } = await drawScreen(<ClientSetups opening={opening} />, {
    language: 'en-GB',
    texts: ['setup'],
    http: http as unknown as Http,
  })
  const button = (name: string) =>
    vi.waitUntil(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name))
  return { place, open, http, button }
}

it('says how far each client is and leads into its guide', async () => {
  const { place, open, button } = await show([[client(3), client(0, { isTrading: true })]])
  ;(await button('Open the guide')).click()
  expect(open).toHaveBeenCalledExactlyOnceWith('account-3')
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Client 33 of 14 steps openOpen the guide',
    'Client 0All steps are done · has paid buybacks alreadyOpen the guide',
  ])
})

it('shows the next clients when asked', async () => {
  const first = Array.from({ length: 10 }, (_, at) => client(at))
  const { place, button } = await show([first, [client(10)]])
  ;(await button('Show more clients')).click()
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(11))
  expect(place.textContent).not.toContain('Show more clients')
})

it('opens one client at a time', async () => {
  const { place } = await show([[client(1), client(2)]], 'account-1')
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(2))
  expect([...place.querySelectorAll('button')].every(({ disabled }) => disabled)).toBe(true)
})
